// Fields hand over what is typed a moment after the last key and when they are left. A button that acts on the whole form leaves the field
// first, so that the last word counts. It keeps the focus until then: if the press itself left the field, messages above would vanish,
// the button would move away under the finger, and the press would be lost.

/** Leaves the field that holds the focus; what was typed in it is in the document afterwards. */
export function leaveField(): void {
	if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
