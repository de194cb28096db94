// Files as bytes, as disks, mail and people leave them: whole ones of every kind we read to begin with, then cut, flipped, spliced, repeated,
// padded, in another encoding, under another name, in an archive; and texts that hope for a reader's weakness. All from a seed.

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { writeArchive } from '#lib/core/exchange/archive/write.ts';
import { writeZip } from '#lib/core/exchange/intake/zip.ts';
import { utf16, utf8 } from '../core/exchange/intake/bytes.ts';
import { BLOCK, packed, zipped } from '../core/exchange/intake/intake-sample.ts';
import { ownFixtures, playedFixtures, publishedFixtures } from './file-fixtures.ts';
import type { Random } from './fuzz-random.ts';
import { printTree } from './json-tree.ts';
import { mutated } from './tree-mutations.ts';
import { playPath } from './random-path.ts';
import { YAML_SHAPES } from './hostile-yaml.ts';

/** Nothing that comes out is longer. */
const LONGEST = 400_000;

const ORIGINAL_BLOCK = [
	'```workflow',
	'id: peat',
	'title: Peat',
	'protocols:',
	'  - {protocol_index: 0, protocol_id: core, protocol_name: Coring}',
	'  - {protocol_index: 1, protocol_id: dry, protocol_name: Drying}',
	'edges: [0 -> 1, 1 <-> 1]',
	'logic: &l Core first.',
	'default_research_strategy: *l',
	'```',
].join('\n');

/** What a run of the fuzz begins with. */
export interface Stock {
	readonly sets: readonly (readonly NamedBytes[])[];
	readonly trees: ReturnType<typeof ownFixtures>;
}

export function stock(): Stock {
	const trees = [...ownFixtures(), ...playedFixtures(6, 20_261_130), ...publishedFixtures()];
	const json = trees.map(({ files }) =>
		files.map(({ name, tree }) => ({ name, bytes: utf8(printTree(tree)) })),
	);
	const { snapshot, records } = playPath([]);
	const archive = writeArchive({ snapshot, records, file: () => undefined }).bytes;
	const one = (name: string, content: string | Uint8Array): NamedBytes[] => [
		{ name, bytes: typeof content === 'string' ? utf8(content) : content },
	];
	const folder = Object.entries(
		packed('core/', 'core', '0.1.0', { 'model.py': 'class VarModel: ...', 'files/a.txt': 'x' }),
	);
	return {
		trees,
		sets: [
			...json,
			one('w.aimd', BLOCK),
			one('w.md', ORIGINAL_BLOCK),
			one('w.yaml', BLOCK.replaceAll(/```(workflow)?\n/g, '')),
			folder.map(([name, content]) => ({
				name,
				bytes: typeof content === 'string' ? utf8(content) : content,
			})),
			one('core.zip', zipped(packed('', 'core', '0.1.0'))),
			one('all.zip', writeZip(json[0] ?? [])),
			one('path.aira', archive),
			[...one('path.aira', archive), ...one('w.aimd', BLOCK)],
		],
	};
}

/** Texts and bytes that hope for a weakness, of about a length. */
export const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
	'brackets that open': (length) => '['.repeat(length),
	'objects that open': (length) => '{"a":'.repeat(length / 5),
	'brackets nested and closed': (length) => `${'['.repeat(120)}${'1,'.repeat(length / 2)}1${']'.repeat(120)}`,
	'keys of many names': (length) => `{${Array.from({ length: length / 10 }, (_, n) => `"k${n}":1`).join()}}`,
	'keys of one name': (length) => `{${'"a":1,'.repeat(length / 6)}"a":1}`,
	'unquoted keys': (length) => `{${'a:1,'.repeat(length / 4)}}`,
	comments: (length) => `[${'/*c*/1,'.repeat(length / 7)}]`,
	'lines without a comma': (length) => `[${'1\n'.repeat(length / 2)}]`,
	'a comment that never ends': (length) => `/*${'*'.repeat(length)}`,
	'a long number': (length) => `[${'9'.repeat(length)}]`,
	'a long exponent': (length) => `[1e${'9'.repeat(length)}]`,
	'halves of surrogates': (length) => `["${'\\ud800'.repeat(length / 6)}"]`,
	escapes: (length) => `["${'\\u0000'.repeat(length / 6)}"]`,
	'a text that never ends': (length) => `["${'a'.repeat(length)}`,
	backslashes: (length) => `["${'\\'.repeat(length)}`,
	'the key of prototypes': (length) =>
		`{"path_data":{"steps":[]},${'"__proto__":{"a":1},'.repeat(length / 20)}"b":1}`,
	'many steps': (length) =>
		`{"protocols_info":[],"path_data":{"steps":[${'{"step":"x","path_index":0,"mode":"ai","data":{}},'.repeat(length / 50)}1]}}`,
	'many rounds': (length) =>
		`{"protocols_info":[{"protocol_index":0,"protocol_id":"a"}],"path_data":{"steps":[${Array.from(
			{ length: length / 130 },
			(_, n) =>
				`{"step":"add_next_protocol","path_index":${n + 1},"mode":"user","data":{"thought":null,"end_path":false,"protocol_index":0}}`,
		).join()}]}}`,
	'many records in their steps': (length) =>
		`{"workflow_info":{"id":"w","protocols":[{"protocol_index":1,"airalogy_protocol_id":"a"}],"edges":[]},"path_data":{"steps":[${Array.from(
			{ length: length / 140 },
			(_, n) =>
				`{"step":"add_record","path_index":${n + 1},"mode":"user","data":{"protocol_index":1,"airalogy_record_id":"r","record_data":{"data":{"var":{"n":${n}}}}}}`,
		).join()}]}}`,
	'many protocols': (length) =>
		`{"protocols_info":[${Array.from({ length: length / 40 }, (_, n) => `{"protocol_index":${n},"protocol_id":"p"}`).join()}],"path_data":{"steps":[]}}`,
	'many unknown keys': (length) =>
		`{"protocols_info":[],"path_data":{"steps":[],${Array.from({ length: length / 10 }, (_, n) => `"k${n}":1`).join()}}}`,
	'many edges': (length) =>
		`{"id":"w","protocols":[{"protocol_index":1,"airalogy_protocol_id":"a"}],"edges":[${'"1 -> 1",'.repeat(length / 9)}"1 -> 1"]}`,
	'many nodes': (length) =>
		`{"id":"w","protocols":[${Array.from({ length: length / 50 }, (_, n) => `{"protocol_index":${n + 1},"airalogy_protocol_id":"a${n}"}`).join()}],"edges":[]}`,
	'many marks of fields': (length) =>
		`# a\n${Array.from({ length: length / 20 }, (_, n) => `{{var|v${n}: str}} `).join('')}`,
	'marks that never end': (length) => `# a\n${'{{var|a'.repeat(length / 7)}`,
	'fences that open': (length) => '```workflow\n'.repeat(length / 12),
	'fences of many ticks': (length) => `${'`'.repeat(length)}workflow\nid: a`,
	'a long line of dashes': (length) => `id: ${'-'.repeat(length)}`,
	'blank before JSON': (length) => `${' '.repeat(length)}[`,
	'many blank lines': (length) => `${'\n'.repeat(length)}protocols: 1`,
	'a package of many keys': (length) =>
		`[airalogy_protocol]\n${Array.from({ length: length / 10 }, (_, n) => `k${n} = 1\n`).join('')}`,
	'a package of brackets': (length) => `a = ${'['.repeat(length)}`,
	'a package of dots': (length) => `${'a.'.repeat(length / 2)}a = 1`,
	...Object.fromEntries(
		Object.entries(YAML_SHAPES).map(([name, make]) => [`YAML: ${name}`, (length: number) => make(length)]),
	),
};

const NAMES = [
	'path.json',
	'a.yaml',
	'a.yml',
	'a.md',
	'protocol.aimd',
	'protocol.toml',
	'a.zip',
	'a.aira',
	'a.eln',
	'a.pathbook',
	'a.txt',
	'a',
	'',
	'../a.json',
	'/etc/a.json',
	'a/b/../c.json',
	'C:\\a.json',
	'\u0000.json',
	'a'.repeat(5000),
	'_airalogy_archive/manifest.json',
	'manifest.json',
	'ro-crate-metadata.json',
	'core/protocol.aimd',
	'__MACOSX/a.json',
	'.DS_Store',
	'e\u0301.json',
	'\ud800.json',
];

type Change = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const CHANGES: readonly (readonly [number, Change])[] = [
	[3, (bytes, random) => bytes.slice(0, random.below(bytes.length + 1))],
	[2, (bytes, random) => bytes.slice(random.below(bytes.length + 1))],
	[
		5,
		(bytes, random) => {
			const copy = bytes.slice();
			for (let turn = random.below(20); turn >= 0 && copy.length > 0; turn -= 1) {
				const at = random.below(copy.length);
				copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
			}
			return copy;
		},
	],
	[
		3,
		(bytes, random, other) =>
			joined(bytes.slice(0, random.below(bytes.length + 1)), other.slice(random.below(other.length + 1))),
	],
	[
		2,
		(bytes, random) => {
			const [from, to] = range(bytes, random);
			const part = bytes.slice(from, Math.min(to, from + 2000));
			const times = Math.min(2 + random.below(200), Math.floor(LONGEST / 2 / (part.length + 1)));
			return joined(bytes.slice(0, from), ...Array.from({ length: times }, () => part), bytes.slice(to));
		},
	],
	[
		2,
		(bytes, random) => {
			const [from, to] = range(bytes, random);
			return joined(bytes.slice(0, from), bytes.slice(to));
		},
	],
	[
		4,
		(bytes, random) => {
			const at = random.below(bytes.length + 1);
			const shape = random.pick(Object.values(HOSTILE));
			return joined(bytes.slice(0, at), utf8(shape(random.pick([20, 400, 8000]))), bytes.slice(at));
		},
	],
	[2, (_, random) => utf8(random.pick(Object.values(HOSTILE))(random.pick([200, 4000, 60_000])))],
	[1, (_, random) => Uint8Array.from({ length: random.below(3000) }, () => random.below(256))],
	[1, (bytes) => joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes)],
	[1, (bytes) => joined(Uint8Array.of(0xff, 0xfe), bytes)],
	[
		1,
		(bytes, random) =>
			joined(Uint8Array.of(0xff, 0xfe), utf16(textOf(bytes), random.chance(0.8) ? 'le' : 'be')),
	],
	[1, (bytes) => joined(Uint8Array.of(0xfe, 0xff), utf16(textOf(bytes), 'be'))],
	[1, (bytes, random) => joined(bytes, new Uint8Array(random.below(5000)))],
	[1, (bytes) => utf8(textOf(bytes).replaceAll('\n', '\r\n'))],
	[1, (bytes) => bytes.map((byte) => (byte === 0x20 ? 0xa0 : byte))],
	[2, (bytes, random) => writeZip(tenOf(bytes, random))],
];

function tenOf(bytes: Uint8Array, random: Random): NamedBytes[] {
	const names = new Set(
		Array.from(
			{ length: 1 + random.below(4) },
			(_, n) => `${n}/${random.pick(['path.json', 'protocol.aimd', 'w.yaml'])}`,
		),
	);
	return [...names].map((name) => ({ name, bytes }));
}

function textOf(bytes: Uint8Array): string {
	return new TextDecoder('latin1').decode(bytes.slice(0, LONGEST / 4));
}

function range(bytes: Uint8Array, random: Random): readonly [number, number] {
	const from = random.below(bytes.length + 1);
	return [from, Math.min(bytes.length, from + random.pick([1, 10, 300, 20_000]))];
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

/** A set of files for one import. */
export function filesOf(random: Random, { sets, trees }: Stock): NamedBytes[] {
	const base = random.chance(0.25)
		? random.pick(trees).files.map(({ name, tree }) => ({
				name,
				bytes: utf8(printTree(mutated(tree, 1 + random.below(4), random, []).tree)),
			}))
		: [...random.pick(sets), ...(random.chance(0.15) ? random.pick(sets) : [])];
	const other = random.any(random.pick(sets))?.bytes ?? new Uint8Array();
	const which = random.below(base.length);
	const gently = random.chance(0.35);
	return base.map((file, at) => {
		if (gently || (at !== which && !random.chance(0.2))) return file;
		let { bytes } = file;
		for (let turn = random.below(3); turn >= 0; turn -= 1)
			bytes = random.weighted(CHANGES)(bytes, random, other).slice(0, LONGEST);
		return { name: random.chance(0.15) ? random.pick(NAMES) : file.name, bytes };
	});
}
