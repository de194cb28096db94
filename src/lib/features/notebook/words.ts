// Names of the domain in the reader's language. The core speaks in codes; here they become words, one table per kind, so that a code
// without words is a type error where the set is closed and shown by its own name where it is open.

import type { SaveState, StorageFault } from '#lib/ports.ts';
import { m } from '#lib/paraglide/messages.js';

/** A kind of cell, as its heading. */
export function cellTitle(kind: string): string {
	switch (kind) {
		case 'goal':
			return m.notebook_cell_goal();
		case 'strategy':
			return m.notebook_cell_strategy();
		case 'next':
			return m.notebook_cell_next();
		case 'values':
			return m.notebook_cell_values();
		case 'record':
			return m.notebook_cell_record();
		case 'phased':
			return m.notebook_cell_phased();
		case 'final':
			return m.notebook_cell_final();
		case 'note':
			return m.notebook_cell_note();
		default:
			return m.notebook_cell_unknown({ kind });
	}
}

/** What an empty cell asks for. */
export function cellHint(kind: string): string {
	switch (kind) {
		case 'goal':
			return m.notebook_hint_goal();
		case 'strategy':
			return m.notebook_hint_strategy();
		case 'phased':
			return m.notebook_hint_phased();
		case 'final':
			return m.notebook_hint_final();
		default:
			return m.notebook_hint_note();
	}
}

/** Why the device does not keep what is typed, and what to do about it. */
export function faultWords(fault: StorageFault): string {
	switch (fault.why) {
		case 'quota':
			return m.notebook_save_failed_quota();
		case 'closed':
			return m.notebook_save_failed_closed();
		case 'blocked':
			return m.notebook_save_failed_blocked();
		case 'unavailable':
			return m.notebook_save_failed_unavailable();
		case 'timeout':
			return m.notebook_save_failed_timeout();
		case 'damaged':
			return m.notebook_save_failed_damaged();
		case 'unknown':
			return m.notebook_save_failed_unknown({ detail: fault.detail });
	}
}

/** The save state in two or three words. */
export function savingWords(state: SaveState): string {
	switch (state.at) {
		case 'loading':
			return m.notebook_save_loading();
		case 'saving':
			return m.notebook_saving();
		case 'saved':
			return m.notebook_saved();
		case 'failed':
			return m.notebook_save_failed();
	}
}
