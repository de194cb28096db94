// Conversions as somebody at a terminal sees them: exit codes, what is written where, what is never written over.

import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { printJson } from '#lib/core/json/print.ts';
import {
	AIRA_PROTOCOLS,
	AIRA_WORKFLOW,
	addRecord,
	aira,
	canonical,
	goal,
	next,
	recordStep,
	uuid,
} from '../../core/exchange/sample.ts';
import { here } from './terminal-here.ts';

const PATH = printJson(canonical([goal('Dry it.', null)], 'waiting_for_research_strategy'));
const bare = (text = ''): string =>
	printJson({ path_status: 'waiting_for_research_strategy', steps: [goal('Dry it.', text)] });
const Report = z.object({
	source: z.nullable(z.string()),
	kept: z.array(z.unknown()),
	changed: z.array(
		z.object({ file: z.optional(z.string()), pointer: z.string(), rule: z.string(), message: z.string() }),
	),
	lost: z.array(z.unknown()),
	refused: z.optional(z.array(z.object({ pointer: z.string(), rule: z.string(), message: z.string() }))),
});

test('[L2] the result alone goes to standard output, everything for people to standard error', async () => {
	using at = here();
	at.put('p.json', PATH);
	const { code, out, err } = await at.run(['convert', 'p.json', '--to', 'airalogy']);
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({ format: 'airalogy.record' });
	expect(err).toContain('p.json');
	expect(at.names()).toEqual(['p.json']);
});

test('[L6] the same input gives the same bytes at the same time, and the same ids at any', async () => {
	using at = here();
	at.put('p.json', PATH);
	at.put('other-name.json', PATH);
	const args = ['--to', 'airalogy'];
	const one = await at.run(['convert', 'p.json', ...args], { env: { SOURCE_DATE_EPOCH: '1600000000' } });
	const again = await at.run(['convert', 'p.json', ...args], {
		env: { SOURCE_DATE_EPOCH: '1600000000' },
		now: 5,
	});
	expect(again.out).toBe(one.out);
	const later = await at.run(['convert', 'other-name.json', ...args], { now: 1_800_000_000_000 });
	const id = (text: string): unknown => z.object({ record_id: z.string() }).parse(JSON.parse(text)).record_id;
	expect(id(later.out)).toBe(id(one.out));
	expect(later.out).toContain('1800000000000');
	const wrong = await at.run(['convert', 'p.json', ...args], { env: { SOURCE_DATE_EPOCH: 'soon' } });
	expect(wrong).toMatchObject({ code: 2, out: '' });
});

test('[L5] canonical and AIRA files come back as they were, and standard input is read', async () => {
	using at = here();
	at.put('p.json', PATH);
	await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', 'a.json']);
	const back = await at.run(['convert', '-', '--to', 'airalogy'], { input: at.text('a.json') });
	expect(back.out).toBe(at.text('a.json'));
	at.put(
		'b.json',
		printJson(
			aira(
				[addRecord(1, 1, `airalogy.id.record.${uuid(1)}.v.1`, 'core')],
				'waiting_for_phased_research_conclusion',
			),
		),
	);
	expect(await at.run(['convert', 'b.json', '--to', 'aira', '--out', 'c.json'])).toMatchObject({ code: 0 });
	expect(JSON.parse(at.text('c.json'))).toMatchObject({ path_data: { steps: [{ step: 'add_record' }] } });
});

test('[L4] what a bare path lacks comes by flags, and what it does not need of them is not kept in it', async () => {
	using at = here();
	at.put('in/p.json', bare());
	at.put('w.json', printJson(AIRA_WORKFLOW));
	at.put('in/protocols.json', printJson(AIRA_PROTOCOLS));
	expect(
		await at.run([
			'convert',
			'in/p.json',
			'--to',
			'airalogy',
			'--from',
			'aira',
			'--workflow',
			'w.json',
			'--protocols',
			'in/protocols.json',
			'--out',
			'o.json',
			'--report',
			'r.json',
		]),
	).toMatchObject({ code: 0 });
	expect(at.text('o.json')).toContain('{{var|depth: float}}');
	const report = Report.parse(JSON.parse(at.text('r.json')));
	expect(report).toMatchObject({ source: 'aira', kept: [], lost: [] });
	expect(report.changed).toContainEqual(
		expect.objectContaining({ file: 'in/p.json', rule: 'indexes_from_zero' }),
	);
	const again = await at.run(['convert', 'o.json', '--to', 'airalogy', '--protocols', 'in/protocols.json']);
	expect(again.out).toBe(at.text('o.json'));
});

test('[L4] a list given beside a path fills what its own list leaves empty', async () => {
	using at = here();
	const item = (markdown: string | null) => ({
		protocol_index: 0,
		protocol_id: 'core',
		protocol_version: '1.0.0',
		airalogy_protocol_id: null,
		protocol_data: { markdown, model: null, assigner: null, field_json_schema: null },
	});
	at.put(
		'p.json',
		printJson({
			protocols_info: [item(null)],
			path_data: { path_status: 'waiting_for_record', steps: [next(1, 0)] },
		}),
	);
	at.put('list.json', printJson([item('# Coring with care')]));
	const { out } = await at.run(['convert', 'p.json', '--to', 'airalogy', '--protocols', 'list.json']);
	expect(out).toContain('Coring with care');
});

test('[L1] a bare path without a mark is refused, with its reason in the report and nothing else written', async () => {
	using at = here();
	at.put('p.json', printJson({ path_status: 'waiting_for_research_goal', steps: [] }));
	const { code, out, err } = await at.run([
		'convert',
		'p.json',
		'--to',
		'aira',
		'--out',
		'o.json',
		'--report',
		'r.json',
	]);
	expect({ code, out }).toEqual({ code: 1, out: '' });
	expect(err).not.toBe('');
	expect(at.names()).toEqual(['p.json', 'r.json']);
	expect(Report.parse(JSON.parse(at.text('r.json')))).toMatchObject({
		source: null,
		kept: [],
		changed: [],
		lost: [],
		refused: [{ rule: 'dialect_unknown' }],
	});
	expect(await at.run(['convert', 'p.json', '--to', 'airalogy', '--from', 'airalogy'])).toMatchObject({
		code: 0,
	});
});

test('[L3] what was read is never written over, not by another name either', async () => {
	using at = here();
	at.put('p.json', PATH);
	at.put('link-target.json', PATH);
	symlinkSync(join(at.folder, 'p.json'), join(at.folder, 'link.json'));
	for (const out of ['p.json', './p.json', 'link.json'])
		expect(await at.run(['convert', 'p.json', '--to', 'airalogy', '--force', '--out', out])).toMatchObject({
			code: 1,
		});
	expect(
		await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', 'o.json', '--report', 'p.json']),
	).toMatchObject({ code: 1 });
	expect(
		await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', 'o.json', '--report', 'o.json']),
	).toMatchObject({ code: 1 });
	expect(at.text('p.json')).toBe(PATH);
	expect(at.names()).toEqual(['link-target.json', 'link.json', 'p.json']);
});

test('[L3] a file that is there is replaced by its own kind, or where it is empty, or by force', async () => {
	using at = here();
	at.put('p.json', PATH);
	at.put('old.json', '{"old": true}');
	at.put('notes.txt', 'my notes');
	at.put('empty', '');
	at.put('scan.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]));
	const to = (out: string, ...more: string[]) =>
		at.run(['convert', 'p.json', '--to', 'airalogy', '--out', out, ...more]);
	expect(await to('old.json')).toMatchObject({ code: 0 });
	expect(await to('empty')).toMatchObject({ code: 0 });
	expect(await to('notes.txt')).toMatchObject({ code: 1 });
	expect(await at.run(['convert', 'p.json', '--to', 'markdown', '--out', 'scan.png'])).toMatchObject({
		code: 1,
	});
	expect(at.text('notes.txt')).toBe('my notes');
	expect(await to('notes.txt', '--force')).toMatchObject({ code: 0 });
	expect(at.text('notes.txt')).toBe(at.text('old.json'));
});

test('[L3] all files of a conversion are written, or none, and no pieces stay', async () => {
	using at = here();
	at.put('p.json', PATH);
	mkdirSync(join(at.folder, 'r.json'));
	expect(
		await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', 'o.json', '--report', 'r.json']),
	).toMatchObject({ code: 1 });
	expect(await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', 'absent/o.json'])).toMatchObject({
		code: 1,
	});
	expect(at.names()).toEqual(['p.json', 'r.json']);
	expect(await at.run(['convert', 'p.json', '--to', 'airalogy', '--out', '/dev/null'])).toMatchObject({
		code: 0,
	});
});

test.skipIf(process.getuid?.() === 0)('[L10] a file that may not be read is said by name', async () => {
	using at = here();
	at.put('p.json', PATH);
	chmodSync(join(at.folder, 'p.json'), 0);
	expect((await at.run(['convert', 'p.json', '--to', 'aira'])).err).toContain('p.json');
});

test('[L5] several paths go into one canonical file that reads back; other forms need a folder', async () => {
	using at = here();
	const record = recordStep(1, 0, null, null);
	at.put('runs/a.json', PATH);
	at.put('runs/b.json', printJson(canonical([next(1, 0), record], 'waiting_for_phased_research_conclusion')));
	await at.run(['convert', 'runs', '--to', 'airalogy', '--out', 'all.json']);
	expect(JSON.parse(at.text('all.json'))).toHaveLength(2);
	const back = await at.run(['convert', 'all.json', '--to', 'airalogy']);
	expect(back.out).toBe(at.text('all.json'));
	expect(await at.run(['convert', 'runs', '--to', 'markdown', '--out', 'all.md'])).toMatchObject({ code: 1 });
	expect(await at.run(['convert', 'runs', '--to', 'markdown'])).toMatchObject({ code: 1, out: '' });
	mkdirSync(join(at.folder, 'printed'));
	expect(await at.run(['convert', 'runs', '--to', 'markdown', '--out', 'printed'])).toMatchObject({
		code: 0,
	});
	expect(at.names().filter((name) => name.endsWith('.md'))).toHaveLength(2);
});

test('[L2] an archive is not written to a screen', async () => {
	using at = here();
	at.put('p.json', PATH);
	expect(await at.run(['convert', 'p.json', '--to', 'aira-archive'], { isScreen: true })).toMatchObject({
		code: 2,
		out: '',
	});
	expect((await at.run(['convert', 'p.json', '--to', 'aira-archive'])).out).toMatch(/^PK/);
});

test('[L5] a workflow that comes alone goes out alone, without a word of the path that would begin', async () => {
	using at = here();
	at.put(
		'w.aimd',
		'```workflow\nversion: airalogy.workflow.v1\nid: peat\nnodes:\n  - {id: core, protocol_id: core, title: Coring}\n```\n',
	);
	const { code, err } = await at.run([
		'convert',
		'w.aimd',
		'--to',
		'workflow-info',
		'--out',
		'w.json',
		'--report',
		'r.json',
	]);
	expect({ code, err }).toMatchObject({ code: 0 });
	const rules = Report.parse(JSON.parse(at.text('r.json'))).changed.map(({ rule }) => rule);
	expect(rules).not.toContain('path_begins');
	expect(at.text('r.json')).not.toContain('path_left_out');
	expect(JSON.parse(at.text('w.json'))).toMatchObject({ id: 'peat' });
});
