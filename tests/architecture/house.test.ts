// House rules that no linter knows: names, opening comments, one copy of yjs, both languages complete, and a core that compiles
// without a browser and without Node. Each check is also shown to fail on something wrong.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const FRAMEWORK = /^(\+.*|hooks\.server|service-worker|app\.d)$/;
const REFUSED = /^(utils?|helpers?|types|common|managers?|services?|misc|shared)$/;

function filesUnder(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.filter((name) => !name.startsWith('src/lib/paraglide/'))
		.toSorted();
}

function isWellNamed(path: string): boolean {
	const [stem = '', ...kinds] = basename(path).split('.');
	if (path.split('/').some((part) => part.split(/[.-]/).some((word) => REFUSED.test(word)))) return false;
	if (FRAMEWORK.test(stem) || FRAMEWORK.test(`${stem}.${kinds[0] ?? ''}`)) return true;
	if (kinds.at(-1) === 'svelte') return /^[A-Z][A-Za-z0-9]*$/.test(stem);
	return kinds.at(-1) !== 'ts' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem);
}

test('[H2] files have whole, domain names in the house spelling', () => {
	expect(
		['src/lib/app/utils.ts', 'src/lib/openPath.ts', 'src/lib/ui/button.svelte'].filter(isWellNamed),
	).toEqual([]);
	expect(['src', 'server', 'bench'].flatMap(filesUnder).filter((path) => !isWellNamed(path))).toEqual([]);
});

test('[H3] every source file opens with a comment that says why it is so', () => {
	const silent = ['src', 'server'].flatMap(filesUnder).filter((path) => {
		return path.endsWith('.ts') && !/^(\/\/|\/\*)/.test(readFileSync(join(root, path), 'utf8'));
	});
	expect(silent).toEqual([]);
});

test('[H4] yjs, lib0 and y-protocols are installed once', () => {
	const lock = z.object({ packages: z.record(z.string(), z.unknown()) });
	const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
	for (const name of ['yjs', 'lib0', 'y-protocols']) {
		expect(Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([
			`node_modules/${name}`,
		]);
	}
});

/** A message is a line, or lines by number; the latter name their inputs and what is said for which number. */
const Lines = z.tuple([
	z.object({ declarations: z.array(z.string()), match: z.record(z.string(), z.string()) }),
]);
const Messages = z.record(z.string(), z.union([z.string(), Lines]));
type Message = z.infer<typeof Messages>[string];

function wordsOf(area: string, locale: string): Map<string, Message> {
	const file = join(root, 'messages', area, `${locale}.json`);
	const words = Object.entries(Messages.parse(JSON.parse(readFileSync(file, 'utf8'))));
	return new Map(words.filter(([key]) => key !== '$schema'));
}

function linesOf(message: Message): string[] {
	return typeof message === 'string' ? [message] : Object.values(message[0].match);
}

function slotsOf(message: Message): string[] {
	const written = linesOf(message).flatMap((line) =>
		[...line.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
	);
	const declared =
		typeof message === 'string' ? [] : message[0].declarations.map((it) => /^input (\w+)$/.exec(it)?.[1]);
	return [...new Set([...written, ...declared].filter((name) => name !== undefined))].toSorted();
}

/** Where no line is for a number, the reader sees the key. */
function isTotal(message: Message): boolean {
	return (
		typeof message === 'string' || Object.keys(message[0].match).some((key) => /^\w+=(other|\*)$/.test(key))
	);
}

test.each(readdirSync(join(root, 'messages')))(
	'[H5] %s is said in both languages, with the same slots',
	(area) => {
		const english = wordsOf(area, 'en');
		const chinese = wordsOf(area, 'zh');
		expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
		const uneven = [...english].filter(([key, words]) => {
			const other = chinese.get(key) ?? '';
			return String(slotsOf(words)) !== String(slotsOf(other)) || ![words, other].every(isTotal);
		});
		expect(uneven).toEqual([]);
		expect(
			[...english, ...chinese].filter(([, words]) => linesOf(words).some((line) => line.trim() === '')),
		).toEqual([]);
		expect([...english.keys()].filter((key) => !key.startsWith(`${area.replaceAll('-', '_')}_`))).toEqual([]);
	},
);

test('[H5] every area of messages is compiled', () => {
	const settings = z.object({
		'plugin.inlang.messageFormat': z.object({ pathPattern: z.array(z.string()) }),
	});
	const { pathPattern } = settings.parse(
		JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8')),
	)['plugin.inlang.messageFormat'];
	const areas = readdirSync(join(root, 'messages')).map((area) => `./messages/${area}/{locale}.json`);
	expect(pathPattern.toSorted()).toEqual(areas.toSorted());
});

function faultsInCore(source: string): string[] {
	const folder = join(root, 'src/lib/core');
	const config: unknown = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) =>
		ts.sys.readFile(path),
	).config;
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
	const name = join(folder, 'probe.ts');
	const host = ts.createCompilerHost(options);
	const getSourceFile = host.getSourceFile.bind(host);
	host.getSourceFile = (path, language) =>
		path === name ? ts.createSourceFile(name, source, language) : getSourceFile(path, language);
	const program = ts.createProgram([name], options, host);
	const faults = program.getSemanticDiagnostics(program.getSourceFile(name));
	return faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 40));
}

test('[H6] the core does not compile when it names the browser, Node, the clock or the console', () => {
	const globals = ['document', 'process', 'setTimeout', 'TextEncoder', 'crypto', 'console'];
	const packages = "import * as Y from 'yjs';\nimport { z } from 'zod';\nimport { parse } from 'yaml';\n";
	expect(faultsInCore(`${packages}export const known = [Y, z, parse, Map, Uint8Array];`)).toEqual([]);
	expect(faultsInCore(`${packages}export const unknown = [Y, z, parse, ${globals.join(', ')}];`)).toEqual(
		globals.map((name): unknown => expect.stringContaining(`Cannot find name '${name}'`)),
	);
});
