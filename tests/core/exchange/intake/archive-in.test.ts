// `.aira` archives: everything in them arrives, and what their lists say wrongly is said with its place.

import { expect, test } from 'vitest';
import { sha256Hex } from '#lib/core/json/hash.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import {
	archiveMembers,
	BLOB,
	brought,
	linesOf,
	NOTE_HASH,
	packed,
	protocolsIn,
	record,
	RECORD_ID,
	refusalsOf,
	zipped,
} from './intake-sample.ts';

test('[X31] a path rides in an archive with its record, its protocol and its attachment', () => {
	const done = brought({ 'peat.aira': zipped(archiveMembers()) });
	expect(done.plans).toHaveLength(1);
	expect(done.report.source).toBe('aira-archive');
	expect(done.plans[0]?.records.map(({ id }) => id)).toEqual([RECORD_ID]);
	expect(protocolsIn(done)).toMatchObject([
		{
			protocolId: 'coring',
			protocolVersion: '0.1.0',
			markdown: '# coring\n\n{{var|depth: float}}\n',
			model: 'class VarModel: ...\n',
			files: [{ path: 'files/scale.svg', sha256: sha256Hex('<svg/>'), size: 6 }, { path: 'protocol.toml' }],
		},
	]);
	expect(done.protocols).toEqual([]);
	const [stage] = Object.keys(done.plans[0]?.maps.record ?? {});
	expect(Object.values(done.plans[0]?.maps.files ?? {})).toEqual([
		{
			sha256: NOTE_HASH,
			name: 'core.txt',
			type: 'text/plain',
			size: 36,
			cell: `${stage}/record`,
			file_id: 'airalogy.id.file.1.txt',
			source_uri: null,
			record_path: `records/${RECORD_ID}.v1.json`,
			field_path: 'data.var.photograph',
		},
	]);
	expect([...done.files.keys()]).toContain(NOTE_HASH);
	expect([...done.files.keys()]).toContain(sha256Hex('<svg/>'));
	const lines = linesOf(done.report);
	expect(lines).toContain(
		'changed peat.aira/records/peat-path.v1.json/data/workflow/peat/protocols_info/0 protocol_filled',
	);
	expect(lines.filter((line) => /member|manifest|lost/.test(line))).toEqual([]);
});

test('[X31] an unpacked archive is the same archive', () => {
	const folder = Object.fromEntries(
		Object.entries(archiveMembers()).map(([name, content]) => [`peat/${name}`, content]),
	);
	const done = brought(folder);
	expect(done.plans).toHaveLength(1);
	expect(Object.values(done.plans[0]?.maps.files ?? {})).toHaveLength(1);
});

test('[X31] a wrong hash, an absent and an unnamed member are said, and nothing is refused', () => {
	const members = archiveMembers();
	const { [BLOB]: _, ...others } = members;
	const done = brought({
		'peat.aira': zipped({
			...others,
			'protocols/coring__0.1.0/protocol.aimd': '# Coring anew\n\n{{var|depth: float}}\n',
			'protocols/coring__0.1.0/files/more.txt': 'more',
			'notes/read.me': 'hello',
		}),
	});
	expect(protocolsIn(done)[0]?.['markdown']).toContain('anew');
	expect(linesOf(done.report)).toEqual(
		expect.arrayContaining([
			'kept peat.aira/protocols/coring__0.1.0/protocol.aimd member_hash_differs',
			'kept peat.aira/protocols/coring__0.1.0/files/more.txt member_unnamed',
			'kept peat.aira/notes/read.me member_unnamed',
			'lost peat.aira/notes/read.me file_not_read',
			'lost peat.aira/_airalogy_archive/manifest.json/blobs/0/archive_path member_absent',
			'lost peat.aira/_airalogy_archive/manifest.json/files/0 attachment_absent',
		]),
	);
	expect(Object.values(done.plans[0]?.maps.files ?? {})).toMatchObject([{ sha256: NOTE_HASH }]);
});

test('[X31] what a manifest says beyond its schema stays with the path', () => {
	const done = brought({
		'peat.aira': zipped(archiveMembers((manifest) => Object.assign(manifest, { station: 'north' }))),
	});
	const kept = Object.values(done.plans[0]?.maps.kept ?? {}) as readonly JsonObject[];
	expect(kept).toContainEqual(expect.objectContaining({ place: 'manifest', key: 'station', value: 'north' }));
});

test('[X31] what is said of a protocol and is not so is reported', () => {
	const done = brought({
		'peat.aira': zipped(
			archiveMembers((manifest) => {
				const [only] = manifest['protocols'] as readonly JsonObject[];
				manifest['protocols'] = [{ ...only, protocol_version: '9.9.9' }];
			}),
		),
	});
	expect(linesOf(done.report)).toContain(
		'kept peat.aira/protocols/coring__0.1.0/protocol.aimd manifest_differs',
	);
});

const listed = (kind: string, more: JsonObject): string =>
	printJson({ format: 'airalogy.archive', version: 1, kind, ...more });

test('[X31] archives of one protocol and of several give entries for the library', () => {
	const one = brought({
		'a.aira': zipped({
			'_airalogy_archive/manifest.json': listed('protocol', {
				protocol: { protocol_id: 'coring', files: ['protocol.aimd', 'protocol.toml'] },
			}),
			...packed('', 'coring', '0.1.0'),
		}),
	});
	expect(one.plans).toEqual([]);
	expect(one.protocols).toMatchObject([{ protocolId: 'coring', protocolVersion: '0.1.0' }]);
	const root = (archive_root: string): JsonObject => ({
		archive_root,
		files: ['protocol.aimd', 'protocol.toml'],
	});
	const two = brought({
		'b.aira': zipped({
			'_airalogy_archive/manifest.json': listed('protocols', { protocols: [root('p/one'), root('p/two/')] }),
			...packed('p/one/', 'one', '1.0'),
			...packed('p/two/', 'two', '2.0'),
		}),
	});
	expect(two.protocols.map(({ protocolId }) => protocolId)).toEqual(['one', 'two']);
	expect(linesOf(two.report)).toEqual([]);
});

test('[X31] records without a path are never made one', () => {
	const records = {
		'_airalogy_archive/manifest.json': listed('records', { records: [{ path: 'records/a.v1.json' }] }),
		'records/a.v1.json': printJson(record()),
	};
	expect(refusalsOf({ 'a.aira': zipped(records) })).toEqual([
		'a.aira/records/a.v1.json records_need_path {"count":1}',
	]);
	const done = brought({ 'a.aira': zipped(records), ...packed('coring/', 'coring', '0.1.0') });
	expect(done.plans).toEqual([]);
	expect(done.protocols).toHaveLength(1);
	expect(linesOf(done.report)).toEqual(['lost a.aira/records/a.v1.json record_needs_path']);
});

test('[X31] a manifest of another version, or none at all, refuses the archive', () => {
	const manifest = (text: string): string[] =>
		refusalsOf({ 'a.aira': zipped({ '_airalogy_archive/manifest.json': text }) });
	expect(manifest('{"format": "airalogy.archive", "version": 2}')).toEqual([
		'a.aira/_airalogy_archive/manifest.json archive_version {"version":2}',
	]);
	expect(manifest('[')).toEqual(['a.aira/_airalogy_archive/manifest.json archive_malformed {}']);
});

test('[X33] the same file of the same place is added once', () => {
	const twice = archiveMembers((manifest) => {
		const [file] = manifest['files'] as readonly JsonObject[];
		manifest['files'] = [file ?? {}, file ?? {}, { ...file, field_path: 'data.var.other' }];
	});
	const files = Object.values(brought({ 'peat.aira': zipped(twice) }).plans[0]?.maps.files ?? {});
	expect(files).toMatchObject([{ field_path: 'data.var.photograph' }, { field_path: 'data.var.other' }]);
});
