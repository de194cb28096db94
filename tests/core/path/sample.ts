// A small invented path to write in, and ids that read well. Not a mock: everything is made by the edits under test.

import * as Y from 'yjs';
import { createPath } from '#lib/core/path/create.ts';
import type { Who } from '#lib/core/path/document.ts';
import type { Definition, Proposal } from '#lib/core/path/entries.ts';
import { cellId, PersonId, StageId, type CellId, type CellKind } from '#lib/core/path/names.ts';

const node = (index: number, protocolId: string) => ({
	index,
	protocolId,
	protocolVersion: '0.1.0',
	airalogyProtocolId: null,
	title: protocolId,
	nodeId: null,
});

const protocol = (index: number, protocolId: string) => ({
	index,
	protocolId,
	protocolVersion: '0.1.0',
	airalogyProtocolId: null,
	title: protocolId,
	markdown: `# ${protocolId}\n\n{{var|mass: float, title="Mass (g)"}}`,
	model: null,
	assigner: null,
	schema: null,
	kept: {},
});

export const DRYING: Definition = {
	workflow: {
		id: 'drying',
		title: 'Drying moss',
		nodes: [node(0, 'collect'), node(1, 'dry')],
		edges: null,
		logic: '',
		initial: 0,
		defaultGoal: '',
		defaultStrategy: '',
		form: 'block',
		source: null,
	},
	protocols: [protocol(0, 'collect'), protocol(1, 'dry')],
};

export const stageId = (id: string): StageId => StageId.parse(id);
export const cell = (stage: string, kind: CellKind): CellId => cellId(stageId(stage), kind);
export const ROOT = stageId('root');

/** Somebody called `name`, at a time that decides nothing. */
export function who(name: string, at = 1_000): Who {
	return { by: PersonId.parse(name), at, person: { member: `${name}-key`, name, colour: '#336699' } };
}

export const ANNA = who('anna');
export const BEN = who('ben');

/** A path of one preparation stage, made by Anna. */
export function newPath(): Y.Doc {
	const doc = new Y.Doc();
	createPath(doc, { title: 'Moss', definition: DRYING, stage: ROOT, who: ANNA });
	return doc;
}

/** Another device that has loaded what `doc` holds. */
export function replicaOf(doc: Y.Doc): Y.Doc {
	const other = new Y.Doc();
	Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
	return other;
}

/** Brings two or more replicas to the same state. */
export function exchange(...docs: readonly Y.Doc[]): void {
	for (const from of docs) {
		for (const to of docs) {
			if (from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)), 'link');
		}
	}
}

/** A model's proposal with `content` for a cell. */
export function proposalOf(target: CellId, content: Proposal['content'], generationId = 'g1'): Proposal {
	return {
		cell: target,
		generationId,
		content,
		thought: 'because',
		numbers: [],
		manifest: null,
		model: 'demo',
		prompt: null,
		context: null,
		origin: 'model',
	};
}

/** The value of a result that must be a success. */
export function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
	if (!result.ok) throw new Error(`refused: ${String(result.error)}`);
	return result.value;
}
