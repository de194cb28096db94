// What Airalogy publishes, where its samples lie beside the project: packages as they are, archives built from their sources.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attempt, brought, linesOf, zipped, type Files } from './intake-sample.ts';

const SAMPLES = join(process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples', 'airalogy');

function under(folder: string, prefix = ''): Files {
	const names = readdirSync(folder).sort();
	return Object.assign(
		{},
		...names.map((name): Files => {
			const path = join(folder, name);
			if (statSync(path).isDirectory()) return under(path, `${prefix}${name}/`);
			return { [prefix + name]: Uint8Array.from(readFileSync(path)) };
		}),
	) as Files;
}

/** The members of a published archive, without the Python that its sources here lack. */
function built(manifest: string): Files {
	const sources = join(SAMPLES, 'airalogy-aira/sources');
	const text = readFileSync(join(SAMPLES, 'airalogy-aira/manifests', manifest), 'utf8');
	const parsed = JSON.parse(text) as {
		protocol?: { protocol_id: string };
		protocols?: { protocol_id: string; archive_root: string }[];
		records?: { path: string; source_path: string; source_index: number }[];
		blobs?: { archive_path: string }[];
	};
	const members: Record<string, string | Uint8Array> = { '_airalogy_archive/manifest.json': text };
	for (const { protocol_id, archive_root = '' } of [
		...(parsed.protocol ? [{ ...parsed.protocol, archive_root: '' }] : []),
		...(parsed.protocols ?? []),
	]) {
		const prefix = archive_root === '' ? '' : `${archive_root}/`;
		Object.assign(members, under(join(sources, 'protocols', protocol_id.replace('_', '-')), prefix));
	}
	for (const { path, source_path, source_index } of parsed.records ?? []) {
		const file = JSON.parse(readFileSync(join(sources, 'records', source_path), 'utf8')) as unknown;
		const record: unknown = Array.isArray(file) ? file[source_index - 1] : file;
		members[path] = `${JSON.stringify(record, null, 2)}\n`;
	}
	for (const { archive_path } of parsed.blobs ?? [])
		members[archive_path] = Uint8Array.from(readFileSync(join(sources, 'payloads/sample-note.txt')));
	return members;
}

describe.skipIf(!existsSync(SAMPLES))('what Airalogy publishes', () => {
	test('[X29] every published package is a protocol, all of its files with it', () => {
		const done = brought(under(join(SAMPLES, 'airalogy-protocols'), 'airalogy-protocols/'));
		expect(done.protocols).toHaveLength(8);
		expect(done.protocols.every(({ protocolVersion }) => protocolVersion !== null)).toBe(true);
		expect(linesOf(done.report)).toEqual(['lost airalogy-protocols/index.json file_not_read']);
		const aimd = brought(under(join(SAMPLES, 'airalogy-aimd')));
		expect(aimd.protocols.map(({ protocolId }) => protocolId)).toEqual([
			'aimd-syntax-tour',
			'clinical-information-record',
		]);
	});

	test.each(['single-protocol', 'protocols-bundle'])('[X31] the archive %s is read', (name) => {
		const done = brought({ [`${name}.aira`]: zipped(built(`${name}.aira.manifest.json`)) });
		expect(done.protocols.length).toBeGreaterThan(0);
		// Only the Python is absent from the sources; every hash of what is there is right.
		expect(new Set(linesOf(done.report).map((line) => line.split(' ').at(-1)))).toEqual(
			new Set(['member_absent']),
		);
	});

	test.each(['records-with-protocol', 'records-with-file', 'multi-protocol-records'])(
		'[X31] the archive %s has records without a path: named, and never made one',
		(name) => {
			const done = attempt({ [`${name}.aira`]: zipped(built(`${name}.aira.manifest.json`)) });
			if (!done.ok) throw new Error('refused');
			expect(done.value.plans).toEqual([]);
			const rules = new Set(linesOf(done.value.report).map((line) => line.split(' ').at(-1)));
			expect(rules).toContain('record_needs_path');
			expect(rules).not.toContain('member_hash_differs');
		},
	);
});
