// What random paths are made of: moves as data, so that fast-check can shrink them, the definition they play in, the proposals they offer, and
// "damage": what no edit of ours writes but a hostile or newer peer could.

import fc from 'fast-check';
import type * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import type { Definition, Proposal } from '#lib/core/path/entries.ts';
import type { CellId, StageId } from '#lib/core/path/names.ts';

export const PATH_ID = '01890000-0000-7000-8000-00000000aaaa';

const protocol = (index: number, protocolId: string) => ({
	index,
	protocolId,
	protocolVersion: '1.0.0',
	airalogyProtocolId: null,
	title: protocolId,
	markdown: `# ${protocolId}\n\nHeat (°C): {{var|heat: float = 60.0}}\n\nMass (g): {{var|mass: float}}\n`,
	model: null,
	assigner: null,
	schema:
		index === 0
			? { type: 'object', properties: { heat: { type: 'number', default: { '#': '60.0' } } } }
			: null,
	kept: {},
});

const node = (index: number, protocolId: string) => ({
	index,
	protocolId,
	protocolVersion: '1.0.0',
	airalogyProtocolId: null,
	title: protocolId,
	nodeId: null,
});

const edge = { id: null, when: null, label: null, maxIterations: null };

export const RANDOM_DEFINITION: Definition = {
	workflow: {
		id: 'peat',
		title: 'Peat drying',
		nodes: [node(0, 'core'), node(1, 'dry'), node(2, 'weigh')],
		edges: [
			{ ...edge, from: 0, to: 1 },
			{ ...edge, from: 1, to: 2 },
			{ ...edge, from: 2, to: 1 },
		],
		logic: '',
		initial: 0,
		defaultGoal: '',
		defaultStrategy: '',
		form: 'info',
		source: { id: 'peat', kept_by_others: { '#': '1.50' } },
	},
	protocols: [protocol(0, 'core'), protocol(1, 'dry'), protocol(2, 'weigh')],
};

export const KINDS = ['goal', 'strategy', 'values', 'phased', 'final', 'note', 'next'] as const;
const MOVES = [
	'goOn', 'goOn', 'goOn', 'chooseLine', 'nameBranch', 'deleteStage', 'restoreStage', 'setCell', 'setCell', 'skipCell', 'reopenCell',
	'showVariant', 'offer', 'offer', 'accept', 'accept', 'editOwn', 'editOwn', 'editProposal', 'setField', 'setField', 'clearField', 'addRow',
	'setRowField', 'deleteRow', 'judge', 'submit', 'submit', 'moveRecord', 'clearRecord', 'draft', 'draftRow', 'log', 'reopenPath', 'revise',
	'upgrade', 'title', 'keep', 'damage', 'meet',
] as const; // prettier-ignore

export interface Move {
	readonly actor: number;
	readonly kind: (typeof MOVES)[number];
	/** Picks: which stage, which cell or variant, which of whatever else. */
	readonly picks: readonly [number, number, number];
	readonly text: string;
	readonly value: Json;
}

const value: fc.Arbitrary<Json> = fc.oneof(
	fc.constantFrom<Json>(
		null,
		true,
		0,
		1.5,
		'',
		{ '#': '1.0' },
		{ '#': '12345678901234567890' },
		{ '##': 'not a number' },
	),
	fc.string({ maxLength: 8 }),
	fc.array(fc.record({ depth: fc.integer(), note: fc.string({ maxLength: 4 }) }), { maxLength: 3 }),
	fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 3, noNullPrototype: true }),
);

/** Moves of up to three people, meetings among them. */
export const randomMoves: fc.Arbitrary<readonly Move[]> = fc.array(
	fc.record({
		actor: fc.integer({ min: 0, max: 2 }),
		kind: fc.constantFrom(...MOVES),
		picks: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)),
		text: fc.string({ unit: 'grapheme', maxLength: 12 }),
		value,
	}),
	{ minLength: 1, maxLength: 80, size: 'max' },
);

/** A proposal for a cell, of the shape its kind asks for. */
export function proposed(cell: CellId, text: string, data: Json, c: number): Proposal {
	const content: Record<string, Record<string, Json>> = {
		goal: { goal: text },
		strategy: { researchable: c % 3 !== 0, strategy: text },
		next: c % 5 === 0 ? { end_path: true, protocol_index: null } : { end_path: false, protocol_index: c % 3 },
		values: { values: { heat: data, layers: [{ depth: 1 }, { depth: { '#': '2.0' } }] } },
		phased: { conclusion: text },
		final: { conclusion: text },
	};
	return {
		cell,
		generationId: `run-${c}`,
		content: content[cell.slice(cell.indexOf('/') + 1)] ?? { text },
		thought: c % 4 === 0 ? null : `because ${text}`,
		numbers: [],
		manifest: null,
		model: 'invented',
		prompt: { id: 'p', version: '1' },
		context: null,
		origin: 'model',
	};
}

/** What no edit of ours writes: a hostile or newer peer's entries. */
export function damage(doc: Y.Doc, stage: StageId, which: number, data: Json): void {
	const maps = mapsOf(doc);
	doc.transact(() => {
		switch (which % 7) {
			case 0:
				return maps.proposals.set('f'.repeat(64), { cell: `${stage}/goal`, content: data });
			case 1:
				return maps.stages.set(`odd ${which}`, data);
			case 2:
				return maps.cells.set(`${stage}/goal`, { state: 'unheard-of', data });
			case 3:
				return maps.fields.set('no/field/key/at/all/here', { value: data });
			case 4:
				return maps.numbers.set(`number-${which}`, { cell: `${stage}/goal`, item: data });
			case 5:
				return maps.frozen.set('0'.repeat(64), { workflow: data });
			default:
				return maps.cells.set('absent-stage/goal', { state: 'done', by: 'nobody', at: 1 });
		}
	});
}
