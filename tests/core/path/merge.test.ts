// Two and three replicas edit offline and meet in any order. Each person types words of their own, so that what is missing or doubled
// shows.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { editText, setCell, showVariant, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellContent, cellHash, deletionOf, stageHash } from '#lib/core/path/content.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { CELL_KINDS, cellId, ProposalId, type CellKind, type StageId } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { PathReader, readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { proposalWords } from '#lib/core/path/seed.ts';
import { chooseLine, deleteStage, goOn, restoreStage } from '#lib/core/path/stage-edits.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { submit } from '#lib/core/record/edits.ts';
import { cell, exchange, must, newPath, proposalOf, replicaOf, ROOT, stageId, who } from './sample.ts';

const RUNS = { numRuns: 40 };
const S1 = stageId('s1');

type Step =
	| { readonly do: 'go-on'; readonly choice: number }
	| { readonly do: 'type'; readonly kind: CellKind; readonly shown: boolean; readonly at: number }
	| { readonly do: 'accept'; readonly which: number }
	| { readonly do: 'show'; readonly which: number }
	| { readonly do: 'field'; readonly value: number }
	| { readonly do: 'row' }
	| { readonly do: 'delete' | 'restore' | 'finish' | 'skip' | 'choose' };

// Weighted so that people often type in the same words, shown or not, and that what is deleted is often written in or restored.
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('go-on' as const), choice: fc.integer({ min: 0, max: 1 }) }),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('type' as const),
			kind: fc.constantFrom<CellKind>('phased', 'phased', 'phased', 'note', 'final'),
			shown: fc.boolean(),
			at: fc.nat(20),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('accept' as const), which: fc.nat(1) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('show' as const), which: fc.nat(2) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('field' as const), value: fc.integer() }) },
	{ weight: 1, arbitrary: fc.constant<Step>({ do: 'row' }) },
	{ weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'delete' }, { do: 'restore' }) },
	{ weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'finish' }, { do: 'skip' }, { do: 'choose' }) },
);
const turn = fc.record({ replica: fc.nat(2), meets: fc.option(fc.nat(2), { freq: 1 }), step });

/** Everything a snapshot says about stages, in an order of its own making. */
function said(path: PathSnapshot): unknown {
	const stages = [...path.stages.keys()].sort();
	const cells = stages.flatMap((stage) => CELL_KINDS.map((kind) => cellId(stage, kind)));
	return {
		stages: stages.map((id) => [
			id,
			path.stages.get(id),
			deletionOf(path, id),
			path.line.get(id),
			stageHash(path, id),
		]),
		cells: cells.map((id) => [
			id,
			path.cells.get(id),
			path.shown.get(id),
			cellContent(path, id),
			path.proposalsOf.get(id),
		]),
		log: [...path.log].sort(([a], [b]) => (a < b ? -1 : 1)),
		people: [...path.people.keys()].sort(),
		texts: path.textNames(),
		unreadable: path.unreadable,
	};
}

class World {
	readonly docs: readonly Y.Doc[];
	readonly readers: readonly PathReader[];
	readonly typed = new Map<string, Set<string>>();
	readonly made: StageId[] = [];
	#count = 0;

	constructor() {
		const first = newPath();
		must(goOn(first, { parent: ROOT, stage: S1, choice: 0, choose: true }, who('anna')));
		for (const n of [0, 1]) {
			const content = { conclusion: `given ${String(n)}: ` };
			must(offerProposal(first, proposalOf(cell('s1', 'phased'), content, `g${String(n)}`), who('anna')));
		}
		this.docs = [first, replicaOf(first), replicaOf(first)];
		this.readers = this.docs.map((doc) => new PathReader(doc, 'p'));
	}

	run(replica: number, what: Step): void {
		const doc = this.docs[replica];
		const path = this.readers[replica]?.current;
		if (doc === undefined || path === undefined) throw new Error('no such replica');
		const me = who(`p${String(replica)}`, this.#count);
		this.#count += 1;
		const mark = `<${String(this.#count)}>`;
		const phased = cell('s1', 'phased');
		const proposals = path.proposalsOf.get(phased) ?? [];
		switch (what.do) {
			case 'go-on': {
				const stage = stageId(`n${String(this.#count)}`);
				must(goOn(doc, { parent: S1, stage, choice: what.choice, choose: true }, me));
				this.made.push(stage);
				break;
			}
			case 'type': {
				const target = cell('s1', what.kind);
				const variant = what.shown ? (path.shown.get(target) ?? 'own') : 'own';
				must(editText(doc, target, variant, what.at, 0, mark, me));
				const name = `${target} ${variant}`;
				this.typed.set(name, (this.typed.get(name) ?? new Set()).add(mark));
				break;
			}
			case 'accept': {
				const id = proposals[what.which];
				if (id !== undefined) must(acceptProposal(doc, phased, id, { seen: cellHash(path, phased) }, me));
				break;
			}
			case 'show':
				must(showVariant(doc, phased, proposals[what.which] ?? 'own', me));
				break;
			case 'field':
				must(fields.setField(doc, S1, 'own', `mass${String(what.value % 3)}`, { value: what.value }, me));
				break;
			case 'row':
				must(fields.addRow(doc, S1, 'own', 'tubes', `r${String(this.#count)}`, me));
				must(fields.setRowField(doc, S1, 'own', 'tubes', `r${String(this.#count)}`, 'mark', mark, me));
				break;
			case 'delete':
				must(deleteStage(doc, S1, me));
				break;
			case 'restore':
				must(restoreStage(doc, S1, me));
				break;
			case 'finish':
				must(setCell(doc, phased, 'done', me));
				break;
			case 'skip':
				must(skipCell(doc, phased, { logId: `l${String(this.#count)}`, reason: mark }, me));
				break;
			case 'choose': {
				const child = [...path.stages].find(([, { after }]) => after.includes(S1))?.[0];
				if (child !== undefined) must(chooseLine(doc, S1, child, me));
			}
		}
	}

	meet(one: number, other: number): void {
		const [a, b] = [this.docs[one], this.docs[other]];
		if (a !== undefined && b !== undefined && a !== b) exchange(a, b);
	}

	close(): void {
		for (const reader of this.readers) reader.close();
	}
}

test('[E13] three replicas that met say the same, nothing typed is missing, nothing is doubled', () => {
	fc.assert(
		fc.property(fc.array(turn, { minLength: 8, maxLength: 40, size: 'max' }), (turns) => {
			const world = new World();
			for (const { replica, meets, step: what } of turns) {
				world.run(replica, what);
				if (meets !== null) world.meet(replica, meets);
			}
			exchange(...world.docs);
			const [first = readPath(new Y.Doc(), 'p'), ...others] = world.docs.map((doc) => readPath(doc, 'p'));
			for (const other of others) expect(said(other)).toEqual(said(first));
			for (const reader of world.readers) expect(said(reader.current)).toEqual(said(first));
			for (const [name, marks] of world.typed) {
				const [target = '', variant = ''] = name.split(' ');
				const root = world.docs[0]?.share.get(
					variant === 'own' ? `cell/${target}` : `cell/${target}/${variant}`,
				);
				const text = root === undefined ? '' : Y.Text.prototype.toString.call(root);
				const id = ProposalId.safeParse(variant).data;
				const proposal = id === undefined ? undefined : first.proposal(id);
				const given = proposal === undefined ? '' : proposalWords(proposal);
				// A mark may be cut in two by another's: all characters are there, each once.
				expect([...text].sort().join('')).toBe([...given, ...[...marks].join('')].sort().join(''));
			}
			for (const stage of world.made) expect(first.stages.has(stage)).toBe(true);
			world.close();
		}),
		RUNS,
	);
});

test('[E13] updates in any order, doubled and one by one, make the same path, also in a reader that was there before', () => {
	fc.assert(
		fc.property(
			fc.array(step, { minLength: 1, maxLength: 12 }),
			fc.array(fc.nat(), { minLength: 40 }),
			(steps, order) => {
				const world = new World();
				const [doc] = world.docs;
				if (doc === undefined) throw new Error('no replica');
				const start = Y.encodeStateAsUpdate(doc);
				const updates: Uint8Array[] = [start];
				doc.on('update', (update: Uint8Array) => updates.push(update));
				for (const what of steps) world.run(0, what);
				const shuffled = [...updates, ...updates]
					.map((update, index) => ({ update, key: order[index % order.length] ?? 0 }))
					.sort((a, b) => a.key - b.key);
				const late = new Y.Doc();
				const reader = new PathReader(late, 'p');
				for (const { update } of shuffled) Y.applyUpdate(late, update, 'link');
				expect(said(reader.current)).toEqual(said(readPath(doc, 'p')));
				reader.close();
				world.close();
			},
		),
		RUNS,
	);
});

test('[R2] records submitted anywhere are all there, and numbered the same everywhere', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(2), fc.nat(5), fc.boolean()), { maxLength: 15, size: 'max' }),
			(turns) => {
				const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
				const made = new Set<string>();
				for (const [index, [replica, base, meet]] of turns.entries()) {
					const doc = docs[replica] ?? new Y.Doc();
					const known = [...readRecord(doc, 'r').versions.keys()];
					const submission = { author: `k${String(replica)}`, at: String(index), zone: '' };
					made.add(submit(doc, 'r', known[base] ?? null, { var: { index } }, submission, who('anna')));
					if (meet) exchange(...docs.slice(0, 2));
				}
				exchange(...docs);
				const [first = [], ...others] = docs.map((doc) =>
					[...readRecord(doc, 'r').versions.values()].map(
						({ uid, label, number }) => `${uid} ${label} ${String(number)}`,
					),
				);
				for (const other of others) expect(other).toEqual(first);
				expect(first).toHaveLength(made.size);
				expect(new Set(first.map((line) => line.split(' ')[1])).size).toBe(made.size);
			},
		),
		RUNS,
	);
});
