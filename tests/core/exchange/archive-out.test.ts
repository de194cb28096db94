// An archive is opened by programs that have never heard of us: its names, its manifest and its records must stand on their own.

import { existsSync, readFileSync } from 'node:fs';
import { Validator, type Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { safeName } from '#lib/core/exchange/archive/names.ts';
import { MANIFEST, writeArchive } from '#lib/core/exchange/archive/write.ts';
import { foldedName, nameFault } from '#lib/core/exchange/intake/zip-names.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { printJson } from '#lib/core/json/print.ts';
import { createPath } from '#lib/core/path/create.ts';
import { mapsOf, type Who } from '#lib/core/path/document.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { PersonId, RecordId, StageId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { referRecord } from '#lib/core/path/reference-edits.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { submit } from '#lib/core/record/edits.ts';
import { RANDOM_DEFINITION, randomMoves } from '../../support/random-moves.ts';
import { playPath } from '../../support/random-path.ts';

const SAMPLES = `${process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples'}/airalogy/airalogy-schemas`;

interface Manifest {
	readonly created_at?: string;
	readonly records: readonly { path: string; record_id: string; record_version: number; sha256: string }[];
	readonly protocols: readonly {
		protocol_id: string;
		archive_root: string;
		files: readonly string[];
		file_hashes: Readonly<Record<string, string>>;
	}[];
	readonly blobs: readonly { archive_path: string; sha256: string; size: number }[];
	readonly files: readonly { file_id: string; blob_id: string | null; filename: string }[];
}

const decoder = new TextDecoder();
const json = (bytes: Uint8Array | undefined): unknown => JSON.parse(decoder.decode(bytes));

function opened(bytes: Uint8Array) {
	const entries = unzipSync(bytes);
	return { entries, manifest: json(entries[MANIFEST]) as Manifest };
}

const person = { member: 'ada-key', name: 'Ada', colour: '#336699' };
const who: Who = { by: PersonId.parse('ada'), at: 1_700_000_000_000, person };
const picture = new TextEncoder().encode('<svg/>');
const toml = new TextEncoder().encode('[airalogy_protocol]\nid = "../core"\nlicense = "CC0-1.0"\n');
const hash = sha256Hex(picture);

/** One round with two versions of its record, a file in its protocol, an attachment at hand and one that is not. */
function small() {
	const [first, ...others] = RANDOM_DEFINITION.protocols;
	if (first === undefined) throw new Error('a protocol');
	const files = [
		{ path: 'files/图 1.svg', sha256: hash, size: picture.length },
		{ path: '../../etc/passwd', sha256: hash, size: picture.length },
		{ path: 'protocol.toml', sha256: sha256Hex(toml), size: toml.length },
		{ path: 'files/gone.csv', sha256: 'a'.repeat(64), size: 3 },
	];
	const definition: Definition = {
		...RANDOM_DEFINITION,
		protocols: [{ ...first, protocolId: '../core', markdown: '# Coring', files }, ...others],
	};
	const doc = new Y.Doc();
	const root = StageId.parse('root');
	createPath(doc, { title: 'Peat', definition, stage: root, who });
	const stage = StageId.parse('round');
	goOn(doc, { parent: root, stage, choice: 0, choose: true }, { ...who, at: who.at + 1000 });
	const record = new Y.Doc();
	const by = { author: 'ada-key', at: '2026-11-21T16:02:11.000+01:00', zone: 'Europe/Berlin' };
	const one = submit(record, stage, null, { var: { mass: { '#': '20.0' } } }, by, who);
	const two = submit(record, stage, one, { var: { mass: { '#': '21.50' } } }, by, who);
	referRecord(doc, stage, two, who);
	const attached = { name: 'gel.svg', type: 'image/svg+xml', size: picture.length, cell: 'round/note' };
	mapsOf(doc).files.set('f1', { ...attached, sha256: hash });
	mapsOf(doc).files.set('f2', { ...attached, name: 'lost.png', sha256: 'b'.repeat(64) });
	const id = RecordId.parse('round');
	const bytes = new Map([
		[hash, picture],
		[sha256Hex(toml), toml],
	]);
	return {
		snapshot: readPath(doc, 'here'),
		records: new Map([[id, readRecord(record, id)]]),
		file: (sha256: string) => bytes.get(sha256),
	};
}

describe('archive out', () => {
	test('[X47] an archive holds the canonical file, every version of its records, its protocols and its attachments', () => {
		const source = small();
		const { entries, manifest } = opened(writeArchive(source).bytes);
		expect(Object.keys(entries).slice(0, 4)).toEqual([
			MANIFEST,
			'records/root.v1.json',
			'records/round.v1.json',
			'records/round.v2.json',
		]);
		expect(decoder.decode(entries['records/root.v1.json'])).toBe(
			printJson(exportPath(source.snapshot, source.records)),
		);
		expect(decoder.decode(entries['records/round.v2.json'])).toContain('"data":{"var":{"mass":21.50}}');
		expect(json(entries['records/round.v2.json'])).toMatchObject({
			format: 'airalogy.record',
			record_id: 'round',
			record_version: 2,
			metadata: { protocol_id: '../core' },
		});
		for (const { path, sha256 } of manifest.records) expect(sha256Hex(entries[path] ?? '')).toBe(sha256);
		for (const { archive_root, files, file_hashes } of manifest.protocols) {
			for (const name of files)
				expect(sha256Hex(entries[`${archive_root}/${name}`] ?? '')).toBe(file_hashes[name]);
		}
		const core = manifest.protocols.find(({ protocol_id }) => protocol_id === '../core');
		expect(core?.files).toContain('files/图 1.svg');
		expect(entries[`${core?.archive_root ?? ''}/protocol.toml`]).toEqual(toml);
		expect(entries[`${core?.archive_root ?? ''}/protocol.aimd`]).toEqual(
			new TextEncoder().encode('# Coring'),
		);
		expect(manifest.blobs).toMatchObject([{ sha256: hash, size: picture.length }]);
		expect(entries[manifest.blobs[0]?.archive_path ?? '']).toEqual(picture);
		expect(manifest.created_at).toBe('2023-11-14T22:13:21.000Z');
	});

	test('[X47] a file whose content is not at hand is named in the report and has no blob', () => {
		const { bytes, lost } = writeArchive(small());
		expect(lost.map(({ rule, data }) => [rule, data['name']])).toEqual([
			['file_not_here', '../core/files/gone.csv'],
			['file_not_here', 'lost.png'],
		]);
		expect(opened(bytes).manifest.files).toMatchObject([
			{ file_id: 'f1', blob_id: `sha256:${hash}`, filename: 'gel.svg' },
			{ file_id: 'f2', blob_id: null, filename: 'lost.png' },
		]);
	});

	test('[X48] names of entries are safe on every disk, whatever an id holds, and two ids never share one', () => {
		const hostile = [
			'',
			'.',
			'..',
			'../../x',
			'/etc',
			'a\\b',
			'C:x',
			'CON',
			'nul.txt',
			'样品 1',
			'x'.repeat(300),
		];
		const id = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.string());
		fc.assert(
			fc.property(fc.uniqueArray(id, { maxLength: 30 }), (ids) => {
				const names = ids.map(safeName);
				for (const name of names) {
					expect(nameFault(name)).toBeNull();
					expect(name).not.toContain('/');
					expect(new TextEncoder().encode(name).length).toBeLessThan(255);
				}
				expect(new Set(names.map(foldedName)).size).toBe(new Set(ids).size);
			}),
			{ numRuns: 300 },
		);
		expect(['a', 'A', 'Å', 'A\u030a', 'core'].map(safeName)).toContain('core');
		const { entries } = opened(writeArchive(small()).bytes);
		expect(Object.keys(entries).filter((name) => nameFault(name) !== null)).toEqual([]);
	});

	test('[X47] the same path gives the same bytes, wherever it lies; any path can be written', () => {
		fc.assert(
			fc.property(randomMoves, (moves) => {
				const { snapshot, records, doc } = playPath(moves);
				const file = () => undefined;
				const { bytes } = writeArchive({ snapshot, records, file });
				const copy = new Y.Doc();
				Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
				expect(writeArchive({ snapshot: readPath(copy, snapshot.id), records, file }).bytes).toEqual(bytes);
				const { manifest, entries } = opened(bytes);
				expect(manifest.records.every(({ path }) => path in entries)).toBe(true);
			}),
			{ numRuns: 15 },
		);
	}, 30_000);

	describe.skipIf(!existsSync(SAMPLES))('the published schemas', () => {
		const schema = (name: string) =>
			new Validator(JSON.parse(readFileSync(`${SAMPLES}/${name}`, 'utf8')) as Schema, '2020-12');

		test('[X49] the manifest and every record fit their published schemas', () => {
			const { entries, manifest } = opened(writeArchive(small()).bytes);
			expect(schema('manifest.v1.schema.json').validate(manifest).errors).toEqual([]);
			const record = schema('record.v1.schema.json');
			for (const { path } of manifest.records)
				expect(record.validate(json(entries[path])).errors).toEqual([]);
		});
	});
});
