// The readers behind the door, given what other programs write: encodings and line endings of every kind, caps, hashes, and chance.

import { expect, test } from 'vitest';
import { hashOfBytes } from '#lib/core/exchange/intake/files-hash.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { printJson } from '#lib/core/json/print.ts';
import { canonical } from '../sample.ts';
import { gb18030, named, utf16, utf8 } from './bytes.ts';
import {
	archiveMembers,
	attempt,
	BLOCK,
	brought,
	frozenIn,
	linesOf,
	packed,
	protocolsIn,
	refusalsOf,
	zipped,
} from './intake-sample.ts';

const PATH = printJson({ data: { workflow: { peat: canonical([], 'waiting_for_research_goal') } } });

test('[X28] a path is read in every encoding, and the report says which', () => {
	const plain = brought({ 'p.json': PATH });
	for (const [encoding, bytes] of [
		['utf-8-bom', Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(PATH)])],
		['utf-16le', utf16(PATH, 'le')],
		['utf-16be', Uint8Array.from([0xfe, 0xff, ...utf16(PATH, 'be')])],
	] as const) {
		const done = brought({ 'p.json': bytes });
		expect(done.plans).toEqual(plain.plans);
		expect(done.report.changed[0]).toMatchObject({ rule: 'encoding', data: { encoding } });
	}
	const chinese = brought({ 'a.aimd': gb18030('# ', [0xba, 0xe6, 0xb8, 0xc9], '\n{{var|heat: float}}\n') });
	expect(chinese.protocols).toMatchObject([{ title: '烘干' }]);
	expect(linesOf(chinese.report)).toEqual(['changed a.aimd encoding']);
});

test.each([
	['CRLF', '\r\n'],
	['CR', '\r'],
])('[X28] line endings of other systems are read as they are: %s', (_, ending) => {
	const ended = (text: string): string => text.replaceAll('\n', ending);
	expect(brought({ 'p.json': ended(PATH.replace('{', '{\n// a remark\n')) }).plans).toHaveLength(1);
	const files = Object.entries(packed('coring/', 'coring', '0.1.0', {}));
	const done = brought({
		'peat.aimd': ended(BLOCK),
		...Object.fromEntries(files.map(([name, text]) => [name, ended(String(text))])),
	});
	expect(protocolsIn(done)).toMatchObject([
		{
			protocolId: 'coring',
			protocolVersion: '0.1.0',
			title: 'coring',
			markdown: ended(String(files[0]?.[1])),
		},
	]);
	expect(frozenIn(done.plans[0])).toMatchObject({
		workflow: { nodes: [{ nodeId: 'core' }, { nodeId: 'dry' }] },
	});
});

test('[X34] what came before is recognised by its bytes as by its text', () => {
	const both = [sha256Hex(PATH), sha256Hex('试样')].sort().join('\n');
	expect(hashOfBytes(named({ x: '试样', y: PATH }))).toBe(sha256Hex(both));
	expect(hashOfBytes(named({ a: PATH, b: '试样' }))).toBe(sha256Hex(both));
	expect(hashOfBytes(named({ a: PATH }))).toBe(sha256Hex(PATH));
	expect(hashOfBytes(named({ a: Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(PATH)]) }))).toBe(sha256Hex(PATH));
});

test('[X34] what is larger than the caps is refused by name and size', () => {
	const large = new Uint8Array(64 * 1024 * 1024 + 1);
	expect(refusalsOf({ 'large.json': large })).toEqual([
		'large.json too_large {"found":67108865,"limit":67108864}',
	]);
	const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`f${at}.txt`, 'x']));
	expect(refusalsOf(many)).toEqual(['f0.txt too_many_files {"found":5001,"limit":5000}']);
	expect(refusalsOf({ 'many.zip': zipped(many) })).toEqual([
		'many.zip archive_refused {"code":"too_many_entries","found":5001,"limit":5000}',
	]);
	const shared = large.subarray(1);
	const five = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`f${at}.bin`, shared]));
	expect(refusalsOf(five)).toEqual(['f0.bin too_large_together {"found":335544320,"limit":268435456}']);
});

test('[X34] archives and folders changed by chance are read or refused, never an exception', () => {
	let seed = 3_141_592;
	const chance = (below: number): number => {
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((seed / 2 ** 32) * below);
	};
	const members = Object.entries(archiveMembers()).map(
		([name, content]) => [name, typeof content === 'string' ? utf8(content) : content] as const,
	);
	const seen = { read: 0, refused: 0 };
	for (let round = 0; round < 300; round += 1) {
		const changed = members.map(([name, content]) => {
			const bytes = content.slice();
			if (chance(4) === 0) bytes[chance(bytes.length)] = chance(256);
			return [name, bytes] as const;
		});
		const files = Object.fromEntries(chance(5) === 0 ? changed.slice(chance(changed.length)) : changed);
		const done = attempt(round % 2 === 0 ? { 'a.aira': zipped(files) } : files);
		seen[done.ok ? 'read' : 'refused'] += 1;
	}
	expect(seen.read).toBeGreaterThan(50);
	expect(seen.refused).toBeGreaterThan(20);
});
