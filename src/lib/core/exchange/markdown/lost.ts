// What a Markdown notebook does not carry, one line for each kind of thing with its number, so that nobody takes it for a backup.

import { isObject, type Json } from '#lib/core/json/json.ts';
import { recordOf } from '#lib/core/path/content.ts';
import type { RecordId, VersionUid } from '#lib/core/path/names.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { partsOfDraft } from '#lib/core/record/names.ts';
import { attachments } from '#lib/core/exchange/archive/write.ts';
import { protocolsOf } from '#lib/core/exchange/archive/protocols.ts';
import type { ReportLine, ReportRule } from '#lib/core/exchange/report.ts';
import type { Branch } from './beside.ts';
import { handOf, type Reading } from './reading.ts';
import { cellMode } from '#lib/core/flow/mode.ts';

/** One line per kind of thing, pointing at where the canonical file has it. */
export function lostLines(reading: Reading, branches: readonly Branch[]): readonly ReportLine[] {
	const { snapshot } = reading;
	const protocols = [...protocolsOf(snapshot).values()];
	const count = (things: readonly unknown[]): number => things.length;
	const proposals = [...snapshot.proposalsOf.values()].flat().flatMap((id) => snapshot.proposal(id) ?? []);
	const known = recordsOf(reading);
	const lines = [
		line(
			'protocol_texts_left_out',
			'/protocols_info',
			count(protocols.filter(({ markdown }) => markdown !== null)),
		),
		line('schemas_left_out', '/protocols_info', count(protocols.filter(({ schema }) => schema !== null))),
		line(
			'programs_left_out',
			'/protocols_info',
			count(protocols.filter(({ model, assigner }) => model !== null || assigner !== null)),
		),
		line(
			'thoughts_left_out',
			'/path_data/pathbook/proposals',
			count(proposals.filter(({ thought }) => thought !== null && thought !== '')),
		),
		line('proposals_left_out', '/path_data/pathbook/proposals', proposalsNotShown(reading)),
		line('versions_left_out', '/path_data/pathbook/records', otherVersions(reading, known)),
		line(
			'drafts_left_out',
			'/path_data/pathbook/records',
			count(known.filter(([, record]) => hasDraft(record))),
		),
		line('log_left_out', '/path_data/pathbook/log', snapshot.log.size),
		line('kept_left_out', '/path_data/pathbook/kept', snapshot.kept.size),
		line(
			'stages_left_out',
			'/path_data/pathbook/gone',
			count([...snapshot.gone.keys()].filter((id) => snapshot.stages.has(id))),
		),
		line('branches_in_brief', '/path_data/pathbook/stages', count(branches.flatMap(({ stages }) => stages))),
		line(
			'sources_left_out',
			'/path_data/pathbook/fields',
			count([...snapshot.raw('fields').values()].filter(hasSource)),
		),
		line(
			'damaged_left_out',
			'/path_data/pathbook',
			count([...snapshot.unreadable, ...known.flatMap(([, { unreadable }]) => unreadable)]),
		),
	];
	return [...lines.filter(({ data }) => data['count'] !== 0), ...fileLines(reading)];
}

function line(rule: ReportRule, pointer: string, count: number): ReportLine {
	return { file: '', pointer, rule, data: { count } };
}

function fileLines({ snapshot }: Reading): ReportLine[] {
	const bytes = (pointer: string, name: string, size: number | null): ReportLine => ({
		file: '',
		pointer,
		rule: 'file_bytes_left_out',
		data: { name, size },
	});
	return attachments(snapshot).map(({ id, name, size }) =>
		bytes(`/path_data/pathbook/files/${id}`, name, size),
	);
}

function hasSource(entry: Json): boolean {
	return isObject(entry) && ('label' in entry || 'source' in entry);
}

/** Proposals whose words stand nowhere in the text: not taken, or changed since. */
function proposalsNotShown({ snapshot, tree }: Reading): number {
	let count = 0;
	for (const [cell, ids] of snapshot.proposalsOf) {
		const shown = handOf(cellMode(snapshot, cell)) === 'model' ? 1 : 0;
		const [stage] = cell.split('/');
		const taken = cell.endsWith('/next')
			? ids.filter((id) =>
					tree.children(stage as never).some((child) => snapshot.stages.get(child)?.from === id),
				).length
			: shown;
		count += ids.length - taken;
	}
	return count;
}

function recordsOf({ snapshot, records }: Reading): (readonly [RecordId, RecordSnapshot])[] {
	const ids = new Set<string>(snapshot.stages.keys());
	for (const [stage, entry] of snapshot.records) ids.add(recordOf(entry, stage).record);
	return [...records].filter(([id]) => ids.has(id));
}

function otherVersions(
	{ snapshot }: Reading,
	known: readonly (readonly [RecordId, RecordSnapshot])[],
): number {
	const told = new Set<VersionUid>([...snapshot.records].map(([stage, entry]) => recordOf(entry, stage).uid));
	return known.flatMap(([, { versions }]) => [...versions.keys()]).filter((uid) => !told.has(uid)).length;
}

/** Something written on top of the newest version, or before there is one; drafts of submitted versions stay behind and count for nothing. */
function hasDraft(record: RecordSnapshot): boolean {
	const bases = new Set<VersionUid | null>(record.heads.length === 0 ? [null] : record.heads);
	return [...record.raw('draft').keys()].some((key) => {
		const parts = partsOfDraft(key);
		return parts !== undefined && bases.has(parts.basedOn);
	});
}
