// What is said to who uses the command line wrongly, or asks how: in both languages, with the nearest word.

import { expect, test } from 'vitest';
import { importerOf } from '../../../server/command-line/importer.ts';
import { languageOf } from '../../../server/command-line/language.ts';
import { nearest } from '../../../server/command-line/nearest.ts';
import { here } from './terminal-here.ts';

test.each([
	[[], ''],
	[['convrt'], 'convert'],
	[['convert'], 'IN'],
	[['convert', 'a.json'], '--to'],
	[['convert', 'a.json', '--too', 'aira'], '--to'],
	[['convert', 'a.json', '--to'], '--to'],
	[['convert', 'a.json', '--to', '--out'], '--to'],
	[['convert', 'a.json', '--to', 'markdwn'], 'markdown'],
	[['convert', 'a.json', '--to', 'aira', '--to', 'markdown'], '--to'],
	[['convert', 'a.json', '--to', 'aira', '--force=yes'], '--force'],
	[['convert', 'a.json', '--to', 'aira', '--from', 'latex'], '--from'],
	[['convert', 'a.json', 'b.json', '--to', 'aira'], 'b.json'],
	[['convert', '-', '--to', 'aira', '--workflow', '-'], ''],
	[['convert', 'a.json', '--to', 'eln'], 'eln'],
	[['validate'], 'IN'],
	[['validate', 'a.json', '--out', 'b'], '--out'],
	[['backup', 'a'], 'OUT'],
	[['restore', 'a', 'b', 'c'], 'c'],
	[['signals'], 'signals'],
])('[L1] %j is used wrongly, which is said with %j', async (args, word) => {
	using at = here();
	const { code, out, err } = await at.run(args);
	expect({ code, out }).toEqual({ code: 2, out: '' });
	expect(err).toContain(word);
	expect(err.trim()).not.toBe('');
});

test.each([
	[['--help'], 'convert'],
	[['help', 'convert'], '--protocols'],
	[['convert', '--help'], 'SOURCE_DATE_EPOCH'],
	[['convert', 'x', '--to', 'nothing', '-h'], 'SOURCE_DATE_EPOCH'],
	[['validate', '--help'], 'file#'],
	[['serve', '--help'], 'PORT'],
	[['backup', '--help'], 'manifest.json'],
	[['restore', '--help'], 'manifest'],
])('[L7] %j teaches in the reader’s language', async (args, word) => {
	using at = here();
	const english = await at.run(args);
	const chinese = await at.run(args, { env: { LANG: 'zh_CN.UTF-8' } });
	for (const { code, err } of [english, chinese]) expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(english.out).toContain(word);
	expect(english.out).toMatch(/Exit codes: .*npm run|Exit codes/s);
	expect(chinese.out).toContain('退出码');
	expect(english.out.split('\n').every((line) => line.length <= 110)).toBe(true);
});

test('[L7] the language is that of the first variable that says something', () => {
	expect(languageOf({})).toBe('en');
	expect(languageOf({ LANG: 'zh_TW' })).toBe('zh');
	expect(languageOf({ LC_ALL: '', LC_MESSAGES: 'zh', LANG: 'de_DE' })).toBe('zh');
	expect(languageOf({ LC_ALL: 'C', LANG: 'zh_CN.UTF-8' })).toBe('en');
});

test('[L1] the nearest word is one that a slip of the finger away, or nothing', () => {
	expect(nearest('valdiate', ['convert', 'validate'])).toBe('validate');
	expect(nearest('val', ['convert', 'validate'])).toBe('validate');
	expect(nearest('print', ['convert', 'validate'])).toBeUndefined();
});

test('[L6] ids are UUIDv7, rise in the order they are made, differ by content and not by name', () => {
	const made = (text: string, name: string): string[] => {
		const { newId } = importerOf([{ name, bytes: new TextEncoder().encode(text) }], 0);
		return Array.from({ length: 5_000 }, newId);
	};
	const ids = made('a', 'x');
	expect(
		ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
	).toBe(true);
	expect(ids.toSorted()).toEqual(ids);
	expect(new Set(ids).size).toBe(ids.length);
	expect(made('a', 'y')).toEqual(ids);
	expect(made('b', 'x')[0]?.slice(0, 13)).not.toBe(ids[0]?.slice(0, 13));
});
