// A long path for benches: made by the same edits people make, the Yjs client changing with every edit, so that the document is as scattered as
// a real one after years. A round has 7 cells that the notebook draws (its three steps, its note, three of kinds no version knows: they cost what
// any text costs), words in five of them, and two proposals for each of its cells a model may fill: the choice that made it, values, phased.
// Most proposals were accepted, some of them edited. Records are referred to and not there: each is a document of its own.

import * as Y from 'yjs';
import { createPath } from '#lib/core/path/create.ts';
import { editText, setCell } from '#lib/core/path/cell-edits.ts';
import { setField } from '#lib/core/path/field-edits.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { referRecord } from '#lib/core/path/reference-edits.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { barePath } from '#lib/core/path/bare-path.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { Who } from '#lib/core/path/document.ts';
import type { CellId } from '#lib/core/path/names.ts';
import { PersonId, StageId, VersionUid, cellId } from '#lib/core/path/names.ts';

/** Free cells of a round; all but the first are of kinds that this version does not know. */
const NOTES = ['note', 'weather', 'balance', 'oddities'] as const;
const REMARK =
	'The scale drifted within its limits, the **door seal** was changed before the second load, and the samples from the ' +
	'north plot stayed 0.4 g above the others: 1. weighed, 2. turned, 3. weighed again.';

/** The kinds of cells every round of a long path has. */
export const LONG_PATH_CELLS = ['values', 'record', 'phased', ...NOTES] as const;

export interface LongPathOptions {
	readonly stages: number;
	/** Distinct Yjs client ids that wrote it; spread over the stages. */
	readonly clients: number;
}

const definition: Definition = {
	workflow: {
		id: 'long',
		title: 'Drying series',
		nodes: [
			{
				index: 0,
				protocolId: 'core',
				protocolVersion: '1.0.0',
				airalogyProtocolId: null,
				title: 'Coring',
				nodeId: null,
			},
			{
				index: 1,
				protocolId: 'dry',
				protocolVersion: '1.0.0',
				airalogyProtocolId: null,
				title: 'Oven drying',
				nodeId: null,
			},
		],
		edges: [
			{ from: 0, to: 1, id: null, when: null, label: null, maxIterations: null },
			{ from: 1, to: 0, id: null, when: null, label: null, maxIterations: null },
		],
		logic: '',
		initial: 0,
		defaultGoal: '',
		defaultStrategy: '',
		form: 'block',
		source: '',
	},
	protocols: [0, 1].map((index) => ({
		index,
		protocolId: index === 0 ? 'core' : 'dry',
		protocolVersion: '1.0.0',
		airalogyProtocolId: null,
		title: index === 0 ? 'Coring' : 'Oven drying',
		markdown:
			'# Oven drying\n\nTemperature (°C): {{var|heat: float = 105.0, ge = 20}}\n\nMass (g): {{var|mass: float}}\n',
		model: null,
		assigner: null,
		schema: null,
		kept: {},
	})),
};

function padded(n: number): string {
	return n.toString(16).padStart(12, '0');
}

/** The id of stage n; 0 is the preparation. */
export function longStage(n: number): StageId {
	return StageId.parse(`01890000-0000-7000-8000-${padded(n)}`);
}

/** Builds the path in a new document. Deterministic: the same options give the same content. */
export function longPath({ stages, clients }: LongPathOptions): Y.Doc {
	const doc = new Y.Doc();
	const people = ['Ada', 'Bo', 'Cy'].map((name, n) => ({
		by: PersonId.parse(`person-${n}`),
		person: { member: `member-${n}`, name, colour: '#336699' },
	}));
	let edits = 0;
	const turn = (n: number): Who => {
		doc.clientID = 1000 + (edits++ % clients);
		const writer = people[n % people.length] ?? people[0];
		if (writer === undefined) throw new Error('somebody writes');
		return { ...writer, at: 1_700_000_000_000 + edits };
	};
	createPath(doc, {
		title: `Drying series, ${stages} stages`,
		definition,
		stage: longStage(0),
		who: turn(0),
	});
	write(doc, cellId(longStage(0), 'goal'), 'How dry may the plots become?', turn(0));
	write(doc, cellId(longStage(0), 'strategy'), 'Dry in steps until the curve bends.', turn(0));
	for (let n = 1; n <= stages; n += 1) stageOf(doc, n, turn);
	return doc;
}

function write(doc: Y.Doc, cell: CellId, words: string, who: Who): void {
	editText(doc, cell, 'own', 0, 0, words, who);
	setCell(doc, cell, 'done', who);
}

function stageOf(doc: Y.Doc, n: number, turn: (n: number) => Who): void {
	const stage = longStage(n);
	const parent = longStage(n - 1);
	const choices = [0, 1].map((twin) =>
		offer(doc, cellId(parent, 'next'), { end_path: false, protocol_index: (n - 1 + twin) % 2 }, n, turn),
	);
	const from = n % 5 === 0 ? undefined : choices[0];
	const next = { parent, stage, choice: (n - 1) % 2, choose: true };
	goOn(doc, from === undefined ? next : { ...next, from }, turn(n));
	const values = [0, 1].map((twin) =>
		offer(doc, cellId(stage, 'values'), { values: { heat: 60 + twin } }, n, turn),
	);
	const phased = [0, 1].map((twin) =>
		offer(
			doc,
			cellId(stage, 'phased'),
			{ conclusion: `Round ${n}: the mass curve bends after ${30 + twin} h. ${REMARK}` },
			n,
			turn,
		),
	);
	accept(doc, cellId(stage, 'values'), values[0], turn(n));
	if (n % 3 === 0) setField(doc, stage, values[0] ?? 'own', 'heat', { value: 65 }, turn(n));
	referRecord(doc, stage, VersionUid.parse(padded(n).padStart(64, 'a')), turn(n));
	accept(doc, cellId(stage, 'phased'), phased[0], turn(n));
	if (n % 2 === 0 && phased[0] !== undefined)
		editText(doc, cellId(stage, 'phased'), phased[0], 0, 0, 'Seen: ', turn(n));
	for (const kind of NOTES) {
		const words = `Round ${n}: tray ${n % 7}. ${REMARK}`;
		editText(doc, cellId(stage, kind), 'own', 0, 0, words, turn(n));
		editText(doc, cellId(stage, kind), 'own', words.indexOf('. ') + 1, 0, ' *Checked twice.*', turn(n + 1));
	}
}

function offer(
	doc: Y.Doc,
	cell: CellId,
	content: Record<string, string | number | boolean | Record<string, number>>,
	n: number,
	turn: (n: number) => Who,
) {
	const made = offerProposal(
		doc,
		{
			cell,
			generationId: `generation-${n}`,
			content,
			thought: `The earlier rounds point this way. ${REMARK}`,
			numbers: [],
			manifest: null,
			model: 'example',
			prompt: null,
			context: null,
			origin: 'model',
		},
		turn(n),
	);
	return made.ok ? made.value : undefined;
}

function accept(doc: Y.Doc, cell: CellId, proposal: ReturnType<typeof offer>, who: Who): void {
	if (proposal === undefined) throw new Error('the proposal was refused');
	const done = acceptProposal(doc, cell, proposal, { seen: cellHash(barePath(doc), cell) }, who);
	if (!done.ok) throw new Error(done.error);
}
