// A path in a few words, as a list shows it without opening the document: worked out by whoever has the path at hand (the page that has it
// open, the worker that read a file). Pure, so that both say the same.

import type { Definition } from '#lib/core/path/entries.ts';
import type { StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { referenceOf } from './cells.ts';
import { pathStatus } from './status.ts';
import { growTree, type StageTree } from './tree.ts';

export interface PathDescription {
	readonly title: string;
	readonly workflowTitle: string;
	/** One of the ten statuses, or '' while unknown. */
	readonly status: string;
	readonly stageTitle: string;
	readonly stages: number;
	readonly paused: boolean;
	readonly createdAt: number;
	readonly example: string | null;
	/** Records this path refers to, so that deleting one can name its paths. */
	readonly records: readonly string[];
	/** SHA-256 of the files its protocols and cells refer to: they stay while it does. */
	readonly files: readonly string[];
	/** Ids by which the path may come again: that of its first stage, which an export carries, and those of a file it came from. */
	readonly knownAs: readonly string[];
}

/** What the document alone decides about its line in a list. */
export function describePath(snapshot: PathSnapshot, tree: StageTree = growTree(snapshot)): PathDescription {
	const { meta } = snapshot;
	const status = pathStatus(snapshot, tree);
	const definition = meta === undefined ? undefined : snapshot.definition(meta.template);
	const records = [...snapshot.stages.keys()].flatMap((stage) => referenceOf(snapshot, stage)?.record ?? []);
	return {
		title: meta?.title ?? '',
		workflowTitle: definition?.workflow.title ?? '',
		status: meta === undefined ? '' : status.status,
		stageTitle: status.stage === undefined ? '' : protocolTitle(snapshot, status.stage),
		stages: tree.line.length,
		paused: status.paused,
		createdAt: meta?.createdAt ?? 0,
		example: meta?.example ?? null,
		records: [...new Set(records)],
		files: filesOf(snapshot),
		knownAs: idsOf(snapshot, tree),
	};
}

/** Title of the protocol a stage carries out; '' for the preparation and the end. */
export function protocolTitle(snapshot: PathSnapshot, stage: StageId): string {
	const entry = snapshot.stages.get(stage);
	if (entry === undefined || typeof entry.choice !== 'number') return '';
	const definition = snapshot.definition(entry.under);
	const node = definition?.workflow.nodes.find(({ index }) => index === entry.choice);
	const protocol = definition?.protocols.find(({ index }) => index === entry.choice);
	return node?.title || protocol?.title || node?.protocolId || '';
}

/** SHA-256 of the files that the protocols of a definition name. */
export function filesOfDefinition({ protocols }: Definition): readonly string[] {
	return protocols.flatMap(({ files }) => (files ?? []).map(({ sha256 }) => sha256));
}

function filesOf(snapshot: PathSnapshot): readonly string[] {
	const used = new Set([...snapshot.stages.values()].map(({ under }) => under));
	if (snapshot.meta) used.add(snapshot.meta.template);
	const definitions = [...used].flatMap((hash) => snapshot.definition(hash) ?? []);
	const attached = [...snapshot.raw('files').values()].flatMap((entry) => {
		const sha256 = typeof entry === 'object' && entry !== null && 'sha256' in entry ? entry['sha256'] : null;
		return typeof sha256 === 'string' ? [sha256] : [];
	});
	return [...new Set([...definitions.flatMap(filesOfDefinition), ...attached])].sort();
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function idsOf({ kept, meta }: PathSnapshot, { root }: StageTree): readonly string[] {
	const foreign = [...kept.values()].flatMap(({ value, ...entry }) => {
		if (entry['place'] !== 'envelope' || typeof value !== 'object' || value === null) return [];
		return ['airalogy_record_id', 'record_id'].map(
			(key): unknown => Object.entries(value).find(([k]) => k === key)?.[1],
		);
	});
	// Foreign ids that are not made to be unique ("1") would find paths that have nothing to do with each other.
	const unique = [meta?.importedFrom?.id, ...foreign].filter(
		(id): id is string => typeof id === 'string' && UUID.test(id),
	);
	const ids = root === undefined ? unique : [root, ...unique];
	return [...new Set(ids)];
}
