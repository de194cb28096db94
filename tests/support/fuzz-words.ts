// Who typed what, kept beside the replicas. Every character that is typed or proposed occurs once in a run (Chinese ones, half of them outside
// the basic plane, so that cut pairs show), and each of its places in a document is known by the Yjs id it was written under. So at the
// end it is plain what must stand where: what was written, less what somebody took away. A character that stands twice is a fault, with
// one exception, written down at `#mayStandTwice`. Refused: whole marks compared as strings (a colleague may type inside one).

import * as Y from 'yjs';
import { SEED } from '#lib/core/path/document.ts';

/** What stands beside the characters that are counted. */
const COMPANIONS = ['', '', '', '👩‍🔬', 'e\u0301', ' ', '\n', '🧪'];
const COMPANY: ReadonlySet<string> = new Set(COMPANIONS.join(''));

/** What the replica is doing when it writes. */
export type Act = 'text' | 'undo' | 'reopen' | 'other';

export interface Writing {
	/** The replica and how often it was started: who undoes what. */
	readonly session: string;
	readonly act: Act;
}

interface Character {
	readonly mark: string;
	/** The text it belongs to. */
	readonly place: string;
}

export class WrittenWords {
	readonly #characters = new Map<string, Character>();
	/** Yjs id to character, and character to the ids it was written under. */
	readonly #written = new Map<string, string>();
	readonly #ids = new Map<string, string[]>();
	/** Yjs id to the sessions that took it away. */
	readonly #takers = new Map<string, Set<string>>();
	/** Characters a session typed or took away: what its undo may bring back. */
	readonly #own = new Map<string, Set<string>>();
	readonly #report: (rule: string, what: string) => void;

	constructor(report: (rule: string, what: string) => void) {
		this.#report = report;
	}

	/** New words that nobody has typed yet. */
	invent(companion: number, length: number): string {
		let words = '';
		for (let n = 0; n < length; n += 1) {
			const next = this.#characters.size;
			const character = String.fromCodePoint((next % 2 === 0 ? 0x4e00 : 0x20000) + (next >> 1));
			this.#characters.set(character, { mark: '', place: '' });
			words += character;
		}
		return words + (COMPANIONS[companion % COMPANIONS.length] ?? '');
	}

	/** Says whose words they are and where they were put. */
	put(words: string, mark: string, place: string): void {
		for (const character of words) {
			if (this.#characters.has(character)) this.#characters.set(character, { mark, place });
		}
	}

	/** Follows one transaction of a replica: what it wrote into texts and what it took away. */
	follow(transaction: Y.Transaction, { session, act }: Writing): void {
		const own = this.#own.get(session) ?? new Set<string>();
		this.#own.set(session, own);
		const seeds = transaction.origin === SEED;
		if (seeds && act !== 'text') this.#report('E2', `${session} planted words while not typing`);
		for (const [id, character] of newCharacters(transaction)) {
			if (act === 'undo' && !own.has(character))
				this.#report('E12', `undo of ${session} wrote ${this.#name(character)}, which was never theirs`);
			if (act === 'reopen' || act === 'other')
				this.#report('E4', `${session} wrote ${this.#name(character)}`);
			if (act === 'text' && !seeds) own.add(character);
			if (this.#written.has(id)) continue;
			this.#written.set(id, character);
			this.#ids.set(character, [...(this.#ids.get(character) ?? []), id]);
		}
		for (const [client, ranges] of transaction.deleteSet.clients) {
			if (act === 'undo' && client !== transaction.doc.clientID)
				this.#report('E12', `undo of ${session} took away what client ${client} wrote`);
			for (const { clock, len } of ranges) {
				for (let at = clock; at < clock + len; at += 1) this.#take(`${client}:${at}`, session, act, own);
			}
		}
	}

	#take(id: string, session: string, act: Act, own: Set<string>): void {
		const character = this.#written.get(id);
		if (character === undefined) return;
		if (act === 'other') this.#report('E4', `${session} took away ${this.#name(character)}`);
		this.#takers.set(id, (this.#takers.get(id) ?? new Set()).add(session));
		if (act !== 'reopen') own.add(character);
	}

	#name(character: string): string {
		const { mark = '?', place = '?' } = this.#characters.get(character) ?? {};
		return `"${character}" of ${mark} in ${place}`;
	}

	/** Compares the texts of a document that has seen everything with what was typed. */
	check(texts: ReadonlyMap<string, string>): void {
		const found = new Map<string, number>();
		for (const [place, text] of texts) {
			if (!text.isWellFormed() || text.includes('\ufffd')) this.#report('D8', `a cut pair in ${place}`);
			for (const character of text) {
				const known = this.#characters.get(character);
				if (known === undefined && COMPANY.has(character)) continue;
				if (known?.place !== place) this.#report('C3', `${this.#name(character)} stands in ${place}`);
				found.set(character, (found.get(character) ?? 0) + 1);
			}
		}
		for (const character of this.#characters.keys()) this.#compare(character, found.get(character) ?? 0);
	}

	#compare(character: string, found: number): void {
		const ids = this.#ids.get(character) ?? [];
		const standing = ids.filter((id) => !this.#takers.has(id)).length;
		if (found < standing) this.#report('C2', `${this.#name(character)} is missing`);
		if (found > standing) this.#report('C3', `${this.#name(character)} came back`);
		if (standing > 1 && standing > this.#mayStandTwice(ids))
			this.#report('C3', `${this.#name(character)} stands ${standing} times`);
	}

	/**
	 * Two people who take away the same words at once, and both undo it, have them twice: an undo writes the words anew, and Yjs tells the
	 * other side neither that they are the same nor that the other had taken them away too. Nothing typed is lost by it; a way to write
	 * the same bytes on both sides would need a client id per undone deletion. So each such clash allows one more.
	 */
	#mayStandTwice(ids: readonly string[]): number {
		return ids.reduce((sum, id) => sum + Math.max(0, (this.#takers.get(id)?.size ?? 0) - 1), 1);
	}

	/** How many characters were typed and taken away so far. */
	get counts(): { readonly typed: number; readonly taken: number } {
		return { typed: this.#ids.size, taken: this.#takers.size };
	}
}

/** The characters a transaction wrote into root texts, by the Yjs id of their first unit. */
function newCharacters({ doc, beforeState, afterState }: Y.Transaction): [string, string][] {
	const found: [string, string][] = [];
	for (const [client, end] of afterState) {
		const start = beforeState.get(client) ?? 0;
		if (end === start) continue;
		const structs = doc.store.clients.get(client) ?? [];
		for (let at = structs.length - 1; at >= 0; at -= 1) {
			const item = structs[at];
			if (item === undefined || item.id.clock + item.length <= start) break;
			if (!(item instanceof Y.Item) || item.parentSub !== null || !(item.content instanceof Y.ContentString))
				continue;
			let clock = item.id.clock;
			for (const character of item.content.str) {
				if (clock >= start) found.push([`${client}:${clock}`, character]);
				clock += character.length;
			}
		}
	}
	return found;
}
