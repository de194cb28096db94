// A path of a thousand stages is a thousand headings, but only the stages near the eye carry their cells. Once shown, a stage stays, so
// that find-in-page, selections and editors never vanish. Refused: a virtual list (unmounts what somebody is typing in, breaks
// printing and anchors).

import type { Attachment } from 'svelte/attachments';

/** Calls `onnear` once, when the element comes within `margin` pixels of the window. */
export function whenNear(onnear: () => void, margin = 1200): Attachment {
	return (element) => {
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some((entry) => entry.isIntersecting)) return;
				observer.disconnect();
				onnear();
			},
			{ rootMargin: `${margin}px 0px` },
		);
		observer.observe(element);
		return () => observer.disconnect();
	};
}
