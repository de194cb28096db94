// Random edits of fields and rows, of drafts and records, each with what it must have written.

import { contentHash } from '#lib/core/json/hash.ts';
import type { Json } from '#lib/core/json/json.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { partsOf, RecordId, type StageId, type Variant, type VersionUid } from '#lib/core/path/names.ts';
import { clearRecord, moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import * as records from '#lib/core/record/edits.ts';
import { PARTS } from '#lib/core/record/names.ts';
import * as at from './fuzz-known-places.ts';
import { anyStage, proposedCells, ROOT, valueOf } from './fuzz-text-edits.ts';
import type { Turn } from './fuzz-turn.ts';

/** Few, and one of them most of the time: people must meet. */
const FIELDS = ['heat', 'heat', 'heat', 'mass', 'a/b%c'] as const;

/** A stage and whose values: its own or those of one of its proposals. */
function anyValues(turn: Turn): readonly [StageId, Variant] {
	const { random } = turn;
	const cells = proposedCells(turn).filter(([of]) => of.endsWith('/values'));
	const [cell, ids = []] = (random.chance(0.4) ? random.any(cells) : undefined) ?? [];
	const id = random.any(ids);
	if (cell !== undefined && id !== undefined) return [partsOf(cell).stage, id];
	return [random.chance(0.5) ? ROOT : anyStage(turn), 'own'];
}

export function setField(turn: Turn, stageAndVariant = anyValues(turn)): string {
	const [stage, variant] = stageAndVariant;
	const field = turn.random.pick(FIELDS);
	const value = valueOf(turn);
	const unit = turn.random.chance(0.3) ? { unit: 'g' } : {};
	turn.edit(
		() => fields.setField(turn.replica.doc, stage, variant, field, { value, ...unit }, turn.who),
		[[at.field(stage, variant, { field }), { value: { value, unit: unit.unit ?? null, cleared: false } }]],
	);
	return `writes ${field} of ${stage}/${variant.slice(0, 8)}`;
}

const CLEARED = { value: { value: null, unit: null, cleared: true } };
const written = (value: Json) => ({ value: { value, unit: null, cleared: false } });

export function clearField(turn: Turn): string {
	const [stage, variant] = anyValues(turn);
	const field = turn.random.pick(FIELDS);
	turn.edit(
		() => fields.clearField(turn.replica.doc, stage, variant, field, turn.who),
		[[at.field(stage, variant, { field }), CLEARED]],
	);
	return `clears ${field} of ${stage}/${variant.slice(0, 8)}`;
}

export function judge(turn: Turn): string {
	const { replica, random } = turn;
	const [cell, ids = []] = random.any(proposedCells(turn).filter(([of]) => of.endsWith('/strategy'))) ?? [];
	const id = random.any(ids);
	const [stage, variant]: [StageId, Variant] =
		cell === undefined || id === undefined || random.chance(0.5)
			? [anyStage(turn), 'own']
			: [partsOf(cell).stage, id];
	const value = random.pick([null, true, false]);
	turn.edit(
		() => fields.setResearchable(replica.doc, stage, variant, value, turn.who),
		[[at.field(stage, variant, { field: 'researchable' }), written(value)]],
	);
	return `judges ${stage}/${variant.slice(0, 8)} ${String(value)}`;
}

const rowStamp = (turn: Turn, isGone: boolean) => ({ value: { ...turn.stamp, gone: isGone } });

/** Adds a row, writes in one, deletes one or brings one back. */
export function editRow(turn: Turn): string {
	const { replica, random } = turn;
	const { doc } = replica;
	const [stage, variant] = anyValues(turn);
	const field = 'layers';
	const own = (replica.path.fields(stage, variant).rows.get(field) ?? []).filter(
		({ entry }) => entry !== undefined,
	);
	const row = random.any([...own.map(({ id }) => id), ...(variant === 'own' ? [] : ['p0', 'p1'])]);
	const kind = row === undefined ? 'add' : random.pick(['add', 'set', 'set', 'delete', 'restore'] as const);
	const place = at.field(stage, variant, { field, row: row ?? '' });
	if (row === undefined || kind === 'add') {
		const id = turn.id('rw');
		turn.edit(
			() => fields.addRow(doc, stage, variant, field, id, turn.who),
			[[at.field(stage, variant, { field, row: id }), rowStamp(turn, false)]],
		);
	} else if (kind === 'set') {
		const column = random.pick(['depth', 'note']);
		const value = valueOf(turn);
		const cell = at.field(stage, variant, { field, row, column });
		turn.edit(
			() => fields.setRowField(doc, stage, variant, field, row, column, value, turn.who),
			[[cell, written(value)]],
		);
	} else if (kind === 'delete') {
		turn.edit(
			() => fields.deleteRow(doc, stage, variant, field, row, turn.who),
			[[place, rowStamp(turn, true)]],
		);
	} else {
		turn.edit(
			() => fields.restoreRow(doc, stage, variant, field, row, turn.who),
			[[place, rowStamp(turn, false)]],
		);
	}
	return `${kind}s row ${row ?? ''} of ${stage}/${variant.slice(0, 8)}`;
}

interface Drafting {
	readonly record: RecordId;
	readonly basedOn: VersionUid | null;
	readonly versions: readonly VersionUid[];
}

function drafting(turn: Turn, stage: StageId): Drafting {
	const record = RecordId.parse(stage);
	turn.replica.docNamed(record);
	const versions = [...(turn.replica.record(record)?.versions.keys() ?? [])];
	return { record, versions, basedOn: turn.random.chance(0.5) ? null : (turn.random.any(versions) ?? null) };
}

export function draft(turn: Turn): string {
	const { record, basedOn } = drafting(turn, anyStage(turn));
	const doc = turn.replica.docNamed(record);
	const field = turn.random.pick(FIELDS);
	const value = valueOf(turn);
	const place = (section: 'var' | 'step', where: at.FieldPlace) => at.draft(record, basedOn, section, where);
	const kind = turn.random.pick(['set', 'set', 'clear', 'part'] as const);
	if (kind === 'set')
		turn.edit(
			() => records.setDraft(doc, basedOn, 'var', field, value, turn.who),
			[[place('var', { field }), written(value)]],
			record,
		);
	if (kind === 'clear')
		turn.edit(
			() => records.clearDraft(doc, basedOn, 'var', field, turn.who),
			[[place('var', { field }), CLEARED]],
			record,
		);
	if (kind === 'part') {
		const part = turn.random.pick(['checked', 'annotation']);
		const where = { field: 'dry', row: PARTS, column: part };
		turn.edit(
			() => records.setDraftPart(doc, basedOn, 'step', 'dry', part, value, turn.who),
			[[place('step', where), written(value)]],
			record,
		);
	}
	return `drafts (${kind}) ${field} of ${record} on ${String(basedOn).slice(0, 8)}`;
}

export function draftRow(turn: Turn): string {
	const { record, basedOn } = drafting(turn, anyStage(turn));
	const doc = turn.replica.docNamed(record);
	const rows = turn.replica.record(record)?.draft(basedOn).var.rows.get('layers') ?? [];
	const row = turn.random.any(rows.filter(({ entry }) => entry !== undefined))?.id;
	const kind =
		row === undefined ? 'add' : turn.random.pick(['add', 'set', 'set', 'delete', 'restore'] as const);
	const place = (id: string, column?: string) =>
		at.draft(record, basedOn, 'var', {
			field: 'layers',
			row: id,
			...(column === undefined ? {} : { column }),
		});
	if (row === undefined || kind === 'add') {
		const id = turn.id('rw');
		turn.edit(
			() => records.addDraftRow(doc, basedOn, 'layers', id, turn.who),
			[[place(id), rowStamp(turn, false)]],
			record,
		);
	} else if (kind === 'set') {
		const value = valueOf(turn);
		turn.edit(
			() => records.setDraftRow(doc, basedOn, 'layers', row, 'depth', value, turn.who),
			[[place(row, 'depth'), written(value)]],
			record,
		);
	} else if (kind === 'delete') {
		turn.edit(
			() => records.deleteDraftRow(doc, basedOn, 'layers', row, turn.who),
			[[place(row), rowStamp(turn, true)]],
			record,
		);
	} else {
		turn.edit(
			() => records.restoreDraftRow(doc, basedOn, 'layers', row, turn.who),
			[[place(row), rowStamp(turn, false)]],
			record,
		);
	}
	return `${kind}s draft row ${row ?? ''} of ${record} on ${String(basedOn).slice(0, 8)}`;
}

/** Submits a version, a correction or a first one, and refers to it. */
export function submit(turn: Turn, stage: StageId = anyStage(turn)): string {
	const { replica, random, books } = turn;
	const { record, basedOn } = drafting(turn, stage);
	const data = {
		var: { heat: turn.mark, mass: { '#': '1.0' } },
		...(random.chance(0.5) ? { step: { dry: { checked: true, annotation: turn.mark } } } : {}),
	};
	const signed = {
		author: turn.who.person.member,
		at: '2026-11-21T16:02:11.000+01:00',
		zone: 'Europe/Berlin',
	};
	const doc = replica.docNamed(record);
	const uid = records.submit(doc, record, basedOn, data, signed, turn.who);
	if (uid !== contentHash({ record, basedOn, ...signed, data }))
		books.report('R1', `${record} is called ${uid}`);
	books.submitted.push({ record, uid, data });
	turn.edit(() => referRecord(replica.doc, stage, uid, turn.who), [[at.reference(stage), { value: uid }]]);
	return `submits ${uid.slice(0, 8)} to ${stage} on ${String(basedOn).slice(0, 8)}`;
}

/** Moves the reference of a stage, or answers the deletion of its record. */
export function changeReference(turn: Turn): string | undefined {
	const { replica, random } = turn;
	const { records: references, stages } = replica.path;
	const stage = random.any([...references.keys()].filter((id) => stages.has(id)));
	if (stage === undefined) return undefined;
	const logId = turn.id('lg');
	const uid = random.any(drafting(turn, stage).versions);
	if (uid !== undefined && random.chance(0.7)) {
		turn.edit(() => moveRecord(replica.doc, stage, uid, { logId }, turn.who), [[at.reference(stage)]]);
		const entry = replica.path.records.get(stage);
		if ((typeof entry === 'string' ? entry : entry?.uid) !== uid)
			turn.books.report('E10', `${stage} does not refer to ${uid}`);
	} else {
		const keepEmpty = random.chance(0.5);
		turn.edit(
			() => clearRecord(replica.doc, stage, { logId, reason: turn.mark, keepEmpty }, turn.who),
			[[at.reference(stage)]],
		);
		if (replica.path.records.has(stage) !== keepEmpty)
			turn.books.report('E10', `${stage} kept its reference`);
	}
	turn.added('log', logId);
	return `changes the reference of ${stage}`;
}
