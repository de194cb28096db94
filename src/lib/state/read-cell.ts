// One cell as a screen shows it. What costs something (staleness, who wrote) is worked out when it is asked for, and once.

import { clientsIn } from '#lib/app/writers.ts';
import { splitCell } from '#lib/core/flow/cells.ts';
import { cellMode } from '#lib/core/flow/mode.ts';
import type { Freshness } from '#lib/core/flow/stale.ts';
import { researchableOf, shownText, shownValues } from '#lib/core/flow/values.ts';
import { variantShown, wordsOf } from '#lib/core/path/content.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import { textName, type CellId, type PersonId, type ProposalId, type Variant } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Doc } from 'yjs';
import type { CellView, ProposalView, Writer } from './views.ts';

export interface CellContext {
	readonly doc: Doc;
	readonly snapshot: PathSnapshot;
	/** Whether a proposal still rests on what it saw. */
	readonly freshness: (proposal: Proposal) => Freshness;
}

/** Reads one cell; also one nobody has touched, or of a kind we do not know. */
export function readCell(context: CellContext, id: CellId): CellView {
	const { snapshot } = context;
	const { stage, kind } = splitCell(id);
	const state = snapshot.cells.get(id);
	const shown = variantShown(snapshot, id);
	const { mode, thought } = cellMode(snapshot, id);
	const editors = once(() => editorsOf(context, id, shown, kind));
	const proposals = once(() => proposalsOf(context, id, shown));
	return {
		id,
		stage,
		kind,
		state: state?.state ?? 'open',
		by: state === undefined ? undefined : writer(snapshot, state.by),
		at: state?.at,
		shown,
		mode,
		thought,
		text: shownText(snapshot, id),
		variantText: (variant) => wordsOf(snapshot, id, variant),
		values: kind === 'values' ? shownValues(snapshot, stage) : new Map(),
		fields: kind === 'values' ? snapshot.fields(stage, shown) : { values: new Map(), rows: new Map() },
		researchable: kind === 'strategy' ? researchableOf(snapshot, stage) : null,
		skipReason: state?.state === 'skipped' ? skipReason(snapshot, id) : '',
		get proposals() {
			return proposals();
		},
		get editors() {
			return editors();
		},
	};
}

/** Somebody by their id in this path. */
export function writer({ people }: PathSnapshot, id: PersonId): Writer {
	return { id, person: people.get(id) };
}

function proposalsOf({ snapshot, freshness }: CellContext, cell: CellId, shown: Variant): ProposalView[] {
	const views: ProposalView[] = [];
	for (const id of snapshot.proposalsOf.get(cell) ?? []) {
		const proposal = snapshot.proposal(id);
		if (proposal !== undefined) views.push(proposalView(id, proposal, id === shown, freshness));
	}
	return views;
}

function proposalView(
	id: ProposalId,
	proposal: Proposal,
	accepted: boolean,
	freshness: (proposal: Proposal) => Freshness,
): ProposalView {
	const stale = once(() => freshness(proposal));
	return {
		id,
		proposal,
		accepted,
		get stale() {
			return stale();
		},
	};
}

function editorsOf({ doc, snapshot }: CellContext, cell: CellId, shown: Variant, kind: string): Writer[] {
	const people = new Set<PersonId>();
	for (const client of clientsIn(doc, textName(cell, shown))) {
		const person = snapshot.clients.get(client);
		if (person !== undefined) people.add(person);
	}
	if (kind === 'values') {
		const { values, rows } = snapshot.fields(splitCell(cell).stage, shown);
		for (const entry of values.values()) people.add(entry.by);
		for (const row of [...rows.values()].flat())
			for (const entry of row.values.values()) people.add(entry.by);
	}
	return [...people].map((person) => writer(snapshot, person));
}

/** The reason of the latest skip of a cell: log ids sort by the time they were made. */
function skipReason({ log }: PathSnapshot, cell: CellId): string {
	let latest = '';
	let reason = '';
	for (const [id, entry] of log) {
		if (entry.kind !== 'skip' || entry.target !== cell || id < latest) continue;
		latest = id;
		reason = entry.data.reason ?? '';
	}
	return reason;
}

function once<T>(read: () => T): () => T {
	let known: { value: T } | undefined;
	return () => (known ??= { value: read() }).value;
}
