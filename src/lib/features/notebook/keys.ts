// Keys of the notebook. Single letters only while nothing is being typed, so that they never eat a word (WCAG 2.1.4: they act on the
// page, and every one of them has a button too).

import type { Attachment } from 'svelte/attachments';
import type { Desk } from './desk.svelte.ts';

function typing(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}

function cells(page: Element): HTMLElement[] {
	return [...page.querySelectorAll<HTMLElement>('[data-cell]')];
}

function step(page: Element, by: 1 | -1): void {
	const all = cells(page);
	const now = all.findIndex((cell) => cell.contains(document.activeElement));
	const to = all[now < 0 ? 0 : Math.min(all.length - 1, Math.max(0, now + by))];
	to?.focus();
	to?.scrollIntoView({ block: 'nearest' });
}

/** Listens while the page stands: undo and redo everywhere, j/k between cells, e to edit, g to what is waiting, ? for the list. */
export function watchKeys(desk: Desk, waiting: () => string | undefined): Attachment {
	return (page) => {
		function press(event: KeyboardEvent): void {
			const mod = event.metaKey || event.ctrlKey;
			const key = event.key.toLowerCase();
			if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
			if (typing(event.target)) return;
			if (mod && (key === 'z' || key === 'y')) {
				event.preventDefault();
				if (key === 'y' || event.shiftKey) desk.redo();
				else desk.undo();
				return;
			}
			if (mod || event.altKey) return;
			if (key === 'j' || key === 'k') step(page, key === 'j' ? 1 : -1);
			else if (key === 'g') desk.goTo(waiting());
			else if (key === '?') desk.ask({ kind: 'keys' });
			else if (key === 'e' || key === 'enter') desk.editAt(document.activeElement);
			else return;
			if (key !== 'enter') event.preventDefault();
		}
		window.addEventListener('keydown', press);
		return () => window.removeEventListener('keydown', press);
	};
}
