// What is named by its content: proposals and frozen definitions. Opening a path of 10,000 proposals must not hash them, so they are
// indexed by the cell they name and checked when somebody reads one. What fails counts for nothing and is listed from then on;
// `auditPath` checks everything. Refused: checking at the door (10,000 hashes take a second).

import type * as Y from 'yjs';
import { contentHash, sha256Hex } from '#lib/core/json/hash.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { Definition, Proposal, PROPOSAL_LIMIT } from './entries.ts';
import { CellId, ProposalId, type DefinitionHash } from './names.ts';
import type { Unreadable } from './snapshot.ts';
import { storable } from './storable.ts';

type Checked<T> = { readonly value: T } | { readonly why: Unreadable['why'] };

/** A proposal checked against its id; or why it counts for nothing. */
export function checkProposal(id: string, raw: unknown): Checked<Proposal> {
	const json = storable(raw);
	const proposal = Proposal.safeParse(raw).data;
	if (json === undefined || proposal === undefined) return { why: 'malformed' };
	const text = canonicalize(json.value);
	if (utf8Length(text) > PROPOSAL_LIMIT) return { why: 'too-large' };
	return sha256Hex(text) === id ? { value: proposal } : { why: 'hash-mismatch' };
}

/** The length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
	let bytes = 0;
	for (const point of text) {
		const code = point.codePointAt(0) ?? 0;
		bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	}
	return bytes;
}

/** The hash a definition is kept under: of {workflow, protocols} as they stand, whatever else is beside them. */
export function definitionHash(raw: {
	readonly workflow?: unknown;
	readonly protocols?: unknown;
}): string | undefined {
	const json = storable({ workflow: raw.workflow, protocols: raw.protocols });
	return json === undefined ? undefined : contentHash(json.value);
}

function checkDefinition(hash: string, raw: unknown): Checked<Definition> {
	const definition = Definition.safeParse(raw).data;
	if (definition === undefined || typeof raw !== 'object' || raw === null) return { why: 'malformed' };
	return definitionHash(raw) === hash ? { value: definition } : { why: 'hash-mismatch' };
}

export class Vault {
	readonly #proposals: Y.Map<unknown>;
	readonly #frozen: Y.Map<unknown>;
	readonly #checked = new Map<string, { readonly raw: unknown; readonly checked: Checked<unknown> }>();
	readonly #damaged = new Map<string, Unreadable>();
	readonly #cellOf = new Map<ProposalId, CellId>();
	/** Proposal ids by cell, in id order. Replaced, never changed. */
	proposalsOf: ReadonlyMap<CellId, readonly ProposalId[]> = new Map();
	unreadable: ReadonlyMap<string, Unreadable> = new Map();

	constructor(proposals: Y.Map<unknown>, frozen: Y.Map<unknown>) {
		this.#proposals = proposals;
		this.#frozen = frozen;
		this.update(proposals.keys());
	}

	/** Reads the named proposals' cells again. */
	update(keys: Iterable<string>): void {
		const index = new Map(this.proposalsOf);
		const bad = new Map(this.unreadable);
		const touched = new Map<CellId, Set<ProposalId>>();
		const touch = (cell: CellId): Set<ProposalId> => {
			const ids = touched.get(cell) ?? new Set(index.get(cell));
			touched.set(cell, ids);
			return ids;
		};
		for (const key of keys) {
			const raw = this.#proposals.get(key);
			const id = ProposalId.safeParse(key).data;
			const before = id === undefined ? undefined : this.#cellOf.get(id);
			if (id !== undefined && before !== undefined) touch(before).delete(id);
			if (id !== undefined) this.#cellOf.delete(id);
			bad.delete(key);
			if (raw === undefined) continue;
			const cell = cellNamed(raw);
			if (id === undefined || cell === undefined) bad.set(key, { map: 'proposals', key, why: 'malformed' });
			else {
				touch(cell).add(id);
				this.#cellOf.set(id, cell);
			}
		}
		for (const [cell, ids] of touched) {
			if (ids.size === 0) index.delete(cell);
			else index.set(cell, [...ids].sort());
		}
		this.proposalsOf = index;
		this.unreadable = bad;
	}

	/** One proposal, checked; undefined where absent or damaged. */
	proposal(id: ProposalId): Proposal | undefined {
		return this.#open('proposals', id, this.#proposals.get(id), checkProposal);
	}

	/** One frozen definition, checked; undefined where absent or damaged. */
	definition(hash: DefinitionHash): Definition | undefined {
		return this.#open('frozen', hash, this.#frozen.get(hash), checkDefinition);
	}

	/** The cell a proposal names; undefined where it is absent or names none. */
	cellOf(id: string): CellId | undefined {
		const key = ProposalId.safeParse(id).data;
		return key === undefined ? undefined : this.#cellOf.get(key);
	}

	/** What was found damaged while it was read. */
	damaged(): readonly Unreadable[] {
		return [...this.#damaged.values()];
	}

	#open<T>(
		map: string,
		key: string,
		raw: unknown,
		check: (key: string, raw: unknown) => Checked<T>,
	): T | undefined {
		if (raw === undefined) return undefined;
		const place = `${map}/${key}`;
		const known = this.#checked.get(place);
		const checked = known?.raw === raw ? (known.checked as Checked<T>) : check(key, raw); // a place is always read by the same check
		if (known?.raw !== raw) this.#checked.set(place, { raw, checked });
		if ('value' in checked) return checked.value;
		this.#damaged.set(place, { map, key, why: checked.why });
		return undefined;
	}
}

function cellNamed(raw: unknown): CellId | undefined {
	if (typeof raw !== 'object' || raw === null || !('cell' in raw)) return undefined;
	return CellId.safeParse(raw.cell).data;
}
