import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { ProtocolFields, Field } from '#lib/core/protocol/protocol.ts';
import { draftData } from '#lib/core/record/data.ts';
import {
	readRecord,
	RecordReader,
	recordMaps,
	versionUid,
	type RecordChange,
} from '#lib/core/record/document.ts';
import * as edits from '#lib/core/record/edits.ts';
import { orderVersions } from '#lib/core/record/lineage.ts';
import { RecordVersion } from '#lib/core/record/record.ts';
import { VersionUid } from '#lib/core/path/names.ts';
import { proposalRow } from '#lib/core/path/content.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import { ANNA, BEN, exchange, must, replicaOf } from '../path/sample.ts';

const at = '2026-11-21T16:02:11.000+01:00';
const anna = { author: 'anna-key', at, zone: 'Europe/Berlin' };
const ben = { author: 'ben-key', at, zone: 'Asia/Shanghai' };
const read = (doc: Y.Doc) => readRecord(doc, 's1');
const labels = (doc: Y.Doc) =>
	[...read(doc).versions.values()].map(({ label, number }) => `${number}: ${label}`);

function submit(doc: Y.Doc, basedOn: VersionUid | null, mass: number, who = anna): VersionUid {
	return edits.submit(doc, 's1', basedOn, { var: { mass } }, who, ANNA);
}

describe('[R1] a version is named by what it says and never changes', () => {
	test('the uid is SHA-256 of JCS {record, basedOn, author, at, zone, data}', () => {
		const doc = new Y.Doc();
		const uid = edits.submit(doc, 's1', null, { var: { mass: { '#': '1.0' } } }, anna, ANNA);
		expect(uid).toBe('596dee24d4f642496b958fca0e12d768bea829fc890a550d1f1affd6bdbac438');
		const version = { record: 's1', basedOn: null, ...anna, data: { var: { mass: { '#': '1.0' } } } };
		expect(versionUid({ ...version, envelope: { kept: 1 } })).toBe(uid);
		expect(edits.addVersion(doc, RecordVersion.parse({ ...version, envelope: { kept: 1 } }))).toBe(uid);
		expect(read(doc).versions.size).toBe(1);
	});

	test('what does not fit its name, or is of another record, is listed and counts for nothing', () => {
		const doc = new Y.Doc();
		const uid = submit(doc, null, 1);
		const other = edits.submit(doc, 's2', null, { var: {} }, anna, ANNA);
		const raw = read(doc).raw('versions').get(uid);
		doc.transact(() => {
			recordMaps(doc).versions.set('f'.repeat(64), raw);
			recordMaps(doc).versions.set('x', 1);
			recordMaps(doc).draft.set('first/var', 1);
			recordMaps(doc).draft.set('first/var/mass', { by: 'anna' });
		});
		expect([...read(doc).versions.keys()]).toEqual([uid]);
		expect(read(doc).unreadable.map(({ map, key, why }) => `${map} ${key} ${why}`)).toEqual([
			'draft first/var malformed',
			'draft first/var/mass malformed',
			`versions ${other} malformed`,
			`versions ${'f'.repeat(64)} hash-mismatch`,
			'versions x malformed',
		]);
	});

	test('half an emoji is replaced before it is hashed, so that every reader computes the same', () => {
		const doc = new Y.Doc();
		const uid = edits.submit(doc, 's1', null, { var: { note: 'a\ud83d' } }, anna, ANNA);
		expect(read(replicaOf(doc)).versions.get(uid)?.version.data.var).toEqual({ note: 'a\ufffd' });
	});
});

describe('[R2] two who submit offline both keep theirs', () => {
	test('as 1 and 1b, then 2 and 2b', () => {
		const a = new Y.Doc();
		const b = new Y.Doc();
		const one = submit(a, null, 1);
		submit(b, null, 2, ben);
		exchange(a, b);
		expect(labels(a)).toEqual(['1: 1', '2: 1b']);
		submit(a, one, 3);
		submit(b, one, 4, ben);
		exchange(a, b);
		expect(labels(a)).toEqual(['1: 1', '2: 1b', '3: 2', '4: 2b']);
		expect(labels(b)).toEqual(labels(a));
		expect([...read(a).versions.keys()]).toEqual([...read(b).versions.keys()]);
		expect(read(a).heads).toHaveLength(3);
		expect(read(a).heads).not.toContain(one);
	});

	test('the same submission twice is one', () => {
		const doc = new Y.Doc();
		expect(submit(doc, null, 1)).toBe(submit(doc, null, 1));
		expect(labels(doc)).toEqual(['1: 1']);
	});
});

describe('[R3] order survives what is missing or circular', () => {
	const uid = (n: number): VersionUid => VersionUid.parse(n.toString(16).padStart(64, '0'));
	const version = (basedOn: VersionUid | null): RecordVersion =>
		RecordVersion.parse({ record: 's1', basedOn, author: '', at: '', zone: '', data: { var: {} } });

	test('a version whose predecessor is not here is a first one, marked, until that comes', () => {
		const doc = new Y.Doc();
		const scratch = new Y.Doc();
		const missing = submit(scratch, null, 0);
		const later = submit(doc, missing, 1);
		expect(read(doc).versions.get(later)).toMatchObject({ depth: 1, rootless: true, label: '1' });
		submit(doc, null, 0);
		expect(read(doc).versions.get(later)).toMatchObject({ depth: 2, rootless: false, label: '2', number: 2 });
	});

	test('a cycle is cut', () => {
		const views = orderVersions(
			new Map([
				[uid(1), version(uid(2))],
				[uid(2), version(uid(1))],
				[uid(3), version(uid(3))],
				[uid(4), version(uid(1))],
			]),
		);
		expect(
			[...views.values()].map(({ uid: id, depth, rootless }) => [Number(`0x${id}`), depth, rootless]),
		).toEqual([
			[2, 1, true],
			[3, 1, true],
			[1, 2, false],
			[4, 3, false],
		]);
	});

	test('a long chain is no deep recursion, and twins past z have letters too', () => {
		const chain = new Map<VersionUid, RecordVersion>();
		for (let n = 1; n <= 20_000; n += 1) chain.set(uid(n), version(n === 1 ? null : uid(n - 1)));
		expect(orderVersions(chain).get(uid(20_000))?.depth).toBe(20_000);
		const twins = orderVersions(
			new Map(Array.from({ length: 28 }, (_, n) => [uid(n + 1), version(null)] as const)),
		);
		expect([...twins.values()].map(({ label }) => label)).toEqual(
			expect.arrayContaining(['1', '1b', '1z', '1ba', '1bb']),
		);
		expect(new Set([...twins.values()].map(({ label }) => label)).size).toBe(28);
	});
});

const field = (id: string, value: Field['default']): Field => ({
	id,
	kind: 'text',
	type: 'str',
	title: id,
	description: '',
	default: value,
	unit: '',
	limits: {},
	choices: [],
	nullable: true,
	required: false,
	parameter: false,
	computed: false,
	columns: [],
	items: null,
	fileExtensions: [],
	examples: [],
	schema: null,
});
const FIELDS: ProtocolFields = {
	vars: [field('mass', undefined), field('heat', 60), field('note', null)],
	steps: [],
	checks: [],
	quizzes: [],
};
const NONE = new Map<string, never>();

describe('[R4] a draft lies over the version it corrects, or over defaults and accepted initial values', () => {
	test('before the first version', () => {
		const doc = new Y.Doc();
		const initial = new Map([['heat', 80] as const]);
		expect(draftData(read(doc), FIELDS, null, NONE)).toEqual({ var: { heat: 60, note: null } });
		must(edits.setDraft(doc, null, 'var', 'mass', { '#': '2.50' }, ANNA));
		must(edits.setDraft(doc, null, 'var', 'odd/name%', 'x', ANNA));
		must(edits.clearDraft(doc, null, 'var', 'note', ANNA));
		expect(draftData(read(doc), FIELDS, null, initial)).toEqual({
			var: { heat: 80, mass: { '#': '2.50' }, 'odd/name%': 'x' },
		});
	});

	test('on top of a version, whose other sections stay', () => {
		const doc = new Y.Doc();
		const below = {
			var: { mass: 1, tubes: [{ n: 1 }, { n: 2 }] },
			step: { wash: { checked: true } },
			extra: { a: 1 },
		};
		const uid = edits.submit(doc, 's1', null, below, anna, ANNA);
		expect(draftData(read(doc), FIELDS, uid, NONE)).toEqual(below);
		must(edits.setDraft(doc, uid, 'var', 'mass', 2, ANNA));
		must(edits.setDraftRow(doc, uid, 'tubes', proposalRow(1), 'n', 20, ANNA));
		must(edits.deleteDraftRow(doc, uid, 'tubes', proposalRow(0), ANNA));
		must(edits.addDraftRow(doc, uid, 'tubes', '019a', ANNA));
		must(edits.setDraftRow(doc, uid, 'tubes', '019a', 'n', 3, ANNA));
		must(edits.setDraftPart(doc, uid, 'step', 'wash', 'annotation', 'twice', ANNA));
		must(edits.setDraftPart(doc, uid, 'check', 'clean', 'checked', true, ANNA));
		must(edits.setDraft(doc, uid, 'quiz', 'q', ['b'], ANNA));
		expect(draftData(read(doc), FIELDS, uid, NONE)).toEqual({
			extra: { a: 1 },
			var: { mass: 2, tubes: [{ n: 20 }, { n: 3 }] },
			step: { wash: { checked: true, annotation: 'twice' } },
			check: { clean: { checked: true } },
			quiz: { q: ['b'] },
		});
		expect(draftData(read(doc), FIELDS, null, NONE)).toEqual({ var: { heat: 60, note: null } });
		expect(edits.setDraftRow(doc, uid, 'tubes', 'none', 'n', 3, ANNA).ok).toBe(false);
		expect(edits.addDraftRow(doc, uid, 'tubes', 'a/b', ANNA).ok).toBe(false);
		expect(edits.setDraft(doc, uid, 'var', 'mass', Number.NaN, ANNA).ok).toBe(false);
	});

	test('on top of a version that is not here yet', () => {
		const doc = new Y.Doc();
		const uid = VersionUid.parse('a'.repeat(64));
		must(edits.setDraft(doc, uid, 'var', 'mass', 2, ANNA));
		expect(draftData(read(doc), FIELDS, uid, NONE)).toEqual({ var: { mass: 2 } });
	});

	test('a tick and a remark by two people both stay', () => {
		const a = new Y.Doc();
		const b = new Y.Doc();
		must(edits.setDraftPart(a, null, 'step', 'wash', 'checked', true, ANNA));
		must(edits.setDraftPart(b, null, 'step', 'wash', 'annotation', 'cold', BEN));
		exchange(a, b);
		expect(draftData(read(a), FIELDS, null, NONE).step).toEqual({
			wash: { checked: true, annotation: 'cold' },
		});
	});

	test('a deleted row that somebody writes in comes back', () => {
		const a = new Y.Doc();
		must(edits.addDraftRow(a, null, 'tubes', 'r1', ANNA));
		must(edits.setDraftRow(a, null, 'tubes', 'r1', 'n', 1, ANNA));
		const b = replicaOf(a);
		must(edits.deleteDraftRow(a, null, 'tubes', 'r1', ANNA));
		must(edits.setDraftRow(b, null, 'tubes', 'r1', 'n', 2, BEN));
		expect(draftData(read(a), FIELDS, null, NONE).var['tubes']).toBeUndefined();
		exchange(a, b);
		expect(draftData(read(a), FIELDS, null, NONE).var['tubes']).toEqual([{ n: 2 }]);
		must(edits.deleteDraftRow(a, null, 'tubes', 'r1', ANNA));
		must(edits.restoreDraftRow(a, null, 'tubes', 'r1', ANNA));
		expect(draftData(read(a), FIELDS, null, NONE).var['tubes']).toEqual([{ n: 2 }]);
	});
});

test('[R5] submitting leaves the draft, and undo removes no version', () => {
	const doc = new Y.Doc();
	const undo = undoFor(doc, [], 0);
	must(edits.setDraft(doc, null, 'var', 'mass', 1, ANNA));
	const uid = submit(doc, null, 1);
	expect(read(doc).draft(null).var.values.get('mass')?.value).toBe(1);
	undo.undo();
	undo.undo();
	expect(read(doc).draft(null).var.values.size).toBe(0);
	expect(read(doc).versions.has(uid)).toBe(true);
});

test('[R6] the reader follows, also what loads after it was made', () => {
	const full = new Y.Doc();
	const uid = submit(full, null, 1);
	must(edits.setDraft(full, null, 'var', 'mass', 1, ANNA));
	const doc = new Y.Doc();
	const reader = new RecordReader(doc, 's1');
	const heard: RecordChange[] = [];
	const stop = reader.watch((change) => heard.push(change));
	const empty = reader.current;
	Y.applyUpdate(doc, Y.encodeStateAsUpdate(full));
	expect([...reader.current.versions.keys()]).toEqual([uid]);
	expect(reader.current.draft(null).var.values.get('mass')).toMatchObject({ value: 1, by: 'anna' });
	expect(empty.versions.size).toBe(0);
	expect(empty.draft(null).var.values.size).toBe(0);
	must(edits.setDraft(doc, null, 'var', 'heat', 2, BEN));
	expect(heard.map(({ maps, draft }) => [[...maps].sort(), [...draft]])).toEqual([
		[['draft', 'versions'], ['first/var/mass']],
		[['draft'], ['first/var/heat']],
	]);
	stop();
	submit(doc, uid, 2);
	expect(heard).toHaveLength(2);
	expect(reader.current.heads).not.toContain(uid);
	reader.close();
});
