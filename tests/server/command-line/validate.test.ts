// The lines of `validate`: three columns, whatever the file says.

import { expect, test } from 'vitest';
import { printJson } from '#lib/core/json/print.ts';
import { baseLocale, locales, overwriteGetLocale } from '#lib/paraglide/runtime.js';
import { VALIDATION_RULES } from '#lib/core/exchange/validate/validate.ts';
import { wrongWords } from '#lib/words/validation-rule-words.ts';
import { canonical, goal } from '../../core/exchange/sample.ts';
import { here } from './terminal-here.ts';

const rows = (out: string): string[][] =>
	out
		.trimEnd()
		.split('\n')
		.map((line) => line.split('\t'));

test('[L8] nothing wrong is exit code 0 and no line', async () => {
	using at = here();
	at.put('p.json', printJson(canonical([goal('Dry it.', null)], 'waiting_for_research_strategy')));
	expect(await at.run(['validate', 'p.json'])).toMatchObject({ code: 0, out: '' });
});

test('[L8] a line is place, rule and message, the place with line and column in the file as it was named', async () => {
	using at = here();
	const path = canonical([goal('Dry it.', null)], 'waiting_for_record');
	at.put('in/p.json', printJson(path, { indent: '\t' }));
	const { code, out } = await at.run(['validate', 'in/p.json']);
	expect(code).toBe(1);
	const [place, rule, message] = rows(out)[0] ?? [];
	expect(place).toMatch(/^in\/p\.json:\d+:\d+$/);
	expect(at.text('in/p.json').split('\n')[Number(place?.split(':')[1]) - 1]).toContain('path_status');
	expect(rule).toBe('status_contradicts');
	expect(message).not.toBe('');
});

test('[L8] tabs, line ends and terminal codes of a file stay inside their column', async () => {
	using at = here();
	at.put('p.json', printJson(canonical([goal('x', null)], 'a\tb\nc\u001b[31m')));
	const { out } = await at.run(['validate', 'p.json']);
	expect(rows(out).map(({ length }) => length)).toEqual([3]);
	expect(out).toContain('a\\tb\\nc\\u001b[31m');
});

test('[L8] what cannot be read is a line too: absent, no JSON, no workflow', async () => {
	using at = here();
	at.put('torn.json', '{\n "path_data": {');
	at.put(
		'w.md',
		'```workflow\nid: w\ntitle: W\nprotocols:\n  - {protocol_index: 0, protocol_id: a, protocol_name: A}\nedges: ["0 -> 7"]\n```\n',
	);
	expect(rows((await at.run(['validate', 'absent.json'])).out)[0]?.slice(0, 2)).toEqual([
		'absent.json#',
		'unreadable',
	]);
	expect(rows((await at.run(['validate', 'torn.json'])).out)[0]?.slice(0, 2)).toEqual([
		'torn.json:2:15',
		'not_json',
	]);
	const [place, rule] = rows((await at.run(['validate', 'w.md'])).out)[0] ?? [];
	expect(place).toMatch(/^w\.md:\d+:\d+$/);
	expect(rule).toBe('workflow_refused');
});

test('[L10] what is larger than the cap is refused before it is parsed', async () => {
	using at = here();
	at.put('big.json', new Uint8Array(64 * 1024 * 1024 + 1));
	expect((await at.run(['validate', 'big.json'])).out).toMatch(/^big\.json#\tunreadable\t/);
});

test('[L7] every rule of a check has words in both languages', () => {
	for (const locale of locales) {
		overwriteGetLocale(() => locale);
		for (const rule of VALIDATION_RULES) expect(wrongWords({ rule, data: {} })).not.toBe(rule);
	}
	overwriteGetLocale(() => baseLocale);
});
