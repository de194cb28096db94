// Places of a notebook's page that one can go to, and what the flow offers there. Pure but for waiting until a stage far from the window
// has drawn its cells.

import type { Action } from '#lib/core/flow/actions.ts';
import type { Outline } from '#lib/state/views.ts';

/** The anchor an address names; undefined where it names none, or nothing that can be read. */
export function anchorOf(hash: string): string | undefined {
	try {
		return decodeURIComponent(hash.slice(1)) || undefined;
	} catch {
		// Half an escape: somebody cut the link. There is nothing to go to.
		return undefined;
	}
}

/** A stage far from the window has no cells yet: goes to the stage, and waits a moment for them to come. */
export async function comeNear(anchor: string): Promise<HTMLElement | null> {
	document.getElementById(anchor.split('/')[0] ?? '')?.scrollIntoView({ block: 'start' });
	for (let frame = 0; frame < 60; frame += 1) {
		await new Promise((resolve) => requestAnimationFrame(resolve));
		const element = document.getElementById(anchor);
		if (element) return element;
	}
	return null;
}

/** The anchor of what the path waits for: a cell, or the panel of choices. */
export function waitingAnchor(outline: Outline): string | undefined {
	const { status, cell } = outline.status;
	if (status === 'completed') return undefined;
	if (status === 'waiting_for_next_protocol') return 'next';
	return cell ?? undefined;
}

/** One of the offered actions by its kind. */
export function offered<K extends Action['kind']>(
	outline: Outline,
	kind: K,
): Extract<Action, { kind: K }> | undefined {
	return outline.actions.actions.find(
		(action): action is Extract<Action, { kind: K }> => action.kind === kind,
	);
}
