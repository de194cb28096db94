// A notebook in Markdown is read by people in programs we do not know: its outline must be ours whatever stands in its cells, and what is quoted
// must be letter by letter what was written.

import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { exportAs } from '#lib/core/exchange/export.ts';
import { EXPORT_FORMS } from '#lib/core/exchange/forms.ts';
import { cellText, code, quoted, table } from '#lib/core/exchange/markdown/text.ts';
import { writeMarkdown } from '#lib/core/exchange/markdown/write.ts';
import { editText, setCell, skipCell } from '#lib/core/path/cell-edits.ts';
import { createPath } from '#lib/core/path/create.ts';
import { mapsOf, type Who } from '#lib/core/path/document.ts';
import type { Definition, Proposal } from '#lib/core/path/entries.ts';
import { setField, setResearchable } from '#lib/core/path/field-edits.ts';
import { cellId, PersonId, RecordId, StageId } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { referRecord } from '#lib/core/path/reference-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { deleteStage, goOn, nameBranch } from '#lib/core/path/stage-edits.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { submit } from '#lib/core/record/edits.ts';
import { markdownWords } from '#lib/words/markdown-words.ts';
import { RANDOM_DEFINITION, randomMoves } from '../../support/random-moves.ts';
import { playPath } from '../../support/random-path.ts';

const words = markdownWords();
/** The most that a reader may make of a text; what GitHub's would make a link without brackets is looked for apart. */
const reader = new MarkdownIt({ html: true });
const BARE_LINK = /(?:https?|ftp):\/\/|(?:mailto|xmpp):|www\.|[\w.+-]@[\w-]/i;

const LINES = [
	'# Big',
	'## Mid ##',
	'   ### in',
	'#',
	'Under',
	'===',
	'---',
	'- item',
	'1. one',
	'   - nested',
	'> quote',
	'> # in a quote',
	'- # in a list',
	'```',
	'```js',
	'~~~~',
	'    ```',
	'- ```',
	'  ```',
	'    code',
	'| a | b |',
	'| --- | --- |',
	'<div>',
	'<!-- open',
	'<script>alert(1)</script>',
	'</details>',
	'a <b>bold</b> `<i>` <https://example.org>',
	'',
	'',
	'plain text',
	'  # x',
	'```` ```',
	'> ```',
];
const cell = fc.array(fc.constantFrom(...LINES), { maxLength: 12 }).map((lines) => lines.join('\n'));

/** Headings outside quotations and lists: level and text. */
function outline(text: string): string[] {
	const tokens = reader.parse(text, {});
	return tokens.flatMap((token, at) =>
		token.type === 'heading_open' && token.level === 0
			? [`${token.tag} ${tokens[at + 1]?.content ?? ''}`]
			: [],
	);
}

const person = { member: 'ada-key', name: 'Ada <b>', colour: '#336699' };
const who: Who = { by: PersonId.parse('ada'), at: Date.UTC(2026, 10, 20, 9, 30), person };

const definition: Definition = {
	...RANDOM_DEFINITION,
	protocols: RANDOM_DEFINITION.protocols.map((protocol) => ({
		...protocol,
		schema: null,
		markdown: [
			'# Drying',
			'Heat (°C): {{var|heat: float}}',
			'{{var|mass: float, title="Mass (g)"}}',
			'{{var|remark: str}}',
			'{{step|dry, 1}} Put it in.',
			'{{check|tray}} Tray clean.',
		].join('\n\n'),
	})),
};

function proposal(cell: string, content: Proposal['content']): Proposal {
	const rest = { numbers: [], manifest: null, model: 'm', prompt: null, context: null, origin: 'model' };
	return { cell: cell as Proposal['cell'], generationId: cell, content, thought: 'why', ...rest };
}

/** Two rounds: planned, measured, skipped, edited, a branch, a deleted stage. */
function notebook({ title = 'Peat | turf', goal = 'Dry it.', note = 'Smells.' } = {}) {
	const doc = new Y.Doc();
	const [root, one, two, side] = ['root', 'one', 'two', 'side'].map((id) => StageId.parse(id)) as [
		StageId,
		StageId,
		StageId,
		StageId,
	];
	createPath(doc, { title, definition, stage: root, who });
	const type = (stage: StageId, kind: 'goal' | 'phased' | 'note' | 'final', text: string): void => {
		editText(doc, cellId(stage, kind), 'own', 0, 0, text, who);
		if (kind !== 'note') setCell(doc, cellId(stage, kind), 'done', who);
	};
	const accept = (stage: StageId, kind: 'strategy' | 'values', content: Proposal['content']) => {
		const at = cellId(stage, kind);
		const offered = offerProposal(doc, proposal(at, content), who);
		if (!offered.ok) throw new Error(offered.error);
		acceptProposal(doc, at, offered.value, { seen: cellHash(readPath(doc, 'p'), at) }, who);
		return offered.value;
	};
	type(root, 'goal', goal);
	accept(root, 'strategy', { researchable: true, strategy: 'Heat slowly.' });
	setResearchable(doc, root, 'own', true, who);
	goOn(doc, { parent: root, stage: one, choice: 1, choose: true }, who);
	const id = accept(one, 'values', { values: { heat: { '#': '60.0' }, mass: 20 } });
	setField(doc, one, id, 'mass', { value: { '#': '20.50' } }, who);
	const record = new Y.Doc();
	const by = { author: 'ada-key', at: '2026-11-21T16:02:11.000+01:00', zone: 'Europe/Berlin' };
	const data = {
		var: { heat: { '#': '61.0' }, mass: { '#': '20.50' }, remark: 'two\nlines', odd: '<b>x</b> | y' },
		step: { dry: { checked: true, annotation: 'slow' } },
		check: { tray: { checked: false, annotation: '' } },
	};
	referRecord(doc, one, submit(record, one, null, data, by, who), who);
	skipCell(doc, cellId(one, 'phased'), { logId: 'l1', reason: 'no [time](x)' }, who);
	goOn(doc, { parent: one, stage: two, choice: 'end', choose: true }, who);
	type(two, 'final', 'It is dry.');
	type(two, 'note', note);
	goOn(doc, { parent: one, stage: side, choice: 2, choose: false }, who);
	nameBranch(doc, side, 'Hot *branch*', false, who);
	const trash = StageId.parse('trash');
	goOn(doc, { parent: one, stage: trash, choice: 0, choose: false }, who);
	type(trash, 'note', 'SECRET');
	deleteStage(doc, trash, who);
	return {
		doc,
		snapshot: readPath(doc, 'p'),
		records: new Map([[RecordId.parse('one'), readRecord(record, one)]]),
	};
}

const OUTLINE = [
	'h1 Peat \\| turf',
	'h2 Research goal (person)',
	'h2 Strategy (model)',
	'h2 Round 1: dry, version 1.0.0',
	'h3 Initial values (model, edited)',
	'h3 Record',
	'h2 End',
	'h3 Note',
	'h2 Final conclusion (person)',
	'h2 Proposals not shown above',
	'h2 Other branches',
	'h3 Hot \\*branch\\* (leaves after round 1)',
];

describe('markdown out', () => {
	test('[X53] the line in view reads from the goal to the final conclusion, with who each part is from', () => {
		const { snapshot, records } = notebook();
		const { text } = writeMarkdown(snapshot, records, words);
		expect(outline(text)).toEqual(OUTLINE);
		expect(text).toContain('- Begun: 2026-11-20 09:30 UTC, by Ada \\<b>');
		expect(text).toContain('| Heat (°C) | **61.0 °C** | 60.0 °C | `heat` |');
		expect(text).toContain('| Mass (g) | 20.50 g | 20.50 g | `mass` |');
		expect(text).toContain('2026-11-21 16:02:11 +01:00 Europe/Berlin = 2026-11-21 15:02 UTC');
		expect(text).toContain('- [x]');
		expect(text).toContain(': slow');
		expect(text).toContain('- [ ]');
		expect(text).toContain('Phased conclusion: skipped. Reason: no \\[time\\](x)');
		expect(text).toContain('two\nlines');
		expect(text).not.toContain('SECRET');
		expect(text).not.toContain('why');
	});

	test('[X54] what stands in a cell cannot change the outline, open a comment or swallow what follows', () => {
		fc.assert(
			fc.property(cell, cell, (goal, note) => {
				const { snapshot, records } = notebook({ goal: `${goal}\nx`, note: `${note}\ny` });
				const { text } = writeMarkdown(snapshot, records, words);
				const ours = new Set(OUTLINE);
				const found = outline(text);
				expect(found.filter((line) => ours.has(line))).toEqual(OUTLINE);
				for (const line of found.filter((one) => !ours.has(one))) expect(line).toMatch(/^h[3-6] /);
				const kinds = reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
				expect(kinds.filter(({ type }) => type.startsWith('html'))).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	}, 60_000);

	test('[X54] ordinary Markdown stays what it is: fences, tables, lists, code; headings go below ours', () => {
		const kept = [
			'- a\n- b',
			'| a |\n| --- |\n| 1 |',
			'```py\n# not a heading\n<b>\n```',
			'see `<b>` and *x*',
		];
		for (const text of kept) expect(cellText(text, 3)).toBe(text);
		expect(cellText('# One\n\nTwo\n---\ntext', 3)).toBe('### One\n\n#### Two\ntext');
		expect(cellText('```\nopen', 3)).toBe('```\nopen\n```');
		expect(cellText('a <b>x</b> <https://e.org>', 3)).toBe('a \\<b>x\\</b> <https://e.org>');
	});

	test('[X55] what is quoted says letter by letter what was written, and is no link, image, HTML or table', () => {
		const nasty = fc.constantFrom(
			'[a](http://x.y)', '![i](u)', '<img src=x>', 'https://x.org', 'www.x.org', 'a@b.cd', '&lt;', '`c`', '*e* _e_ __s__',
			'~~d~~', '1. x', '- x', '# x', '> x', 'a_b_c', '$x$', '\\', '|', '[^1]', '===', '\\*', 'mailto:a@b.cd',
		); // prettier-ignore
		const text = fc.array(fc.oneof(nasty, fc.string()), { maxLength: 4 }).map((parts) => parts.join(' '));
		fc.assert(
			fc.property(text, (said) => {
				const plain = said.replaceAll(/\s+/gu, ' ').trim();
				if (plain === '' || /[\u0000-\u001f\u007f-\u009f]/.test(plain)) return;
				expect(quoted(said)).not.toMatch(BARE_LINK);
				const tokens = reader.parse(`- ${quoted(said)}`, {});
				expect(tokens.map(({ type }) => type)).toEqual([
					'bullet_list_open',
					'list_item_open',
					'paragraph_open',
					'inline',
					'paragraph_close',
					'list_item_close',
					'bullet_list_close',
				]);
				const parts = tokens[3]?.children ?? [];
				expect(parts.filter(({ type }) => !type.startsWith('text'))).toEqual([]);
				expect(parts.map(({ content }) => content).join('')).toBe(plain);
			}),
			{ numRuns: 400 },
		);
	});

	test('[X55] a table keeps its cells, whatever they hold', () => {
		const value = fc.string().filter((one) => one.trim() !== '' && !/[\u0000-\u001f\u007f-\u009f]/.test(one));
		fc.assert(
			fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 3 }), (rows) => {
				const text = table(['a', 'b'], rows.map(([a, b]) => [quoted(`${a}|`), code(b.replaceAll('\\', ''))])); // prettier-ignore
				const cells = reader.parse(text, {}).filter(({ type }) => type === 'td_open');
				expect(cells).toHaveLength(rows.length * 2);
			}),
			{ numRuns: 200 },
		);
	});

	test('[X56] what Markdown leaves out is counted, one line for each kind of thing', () => {
		const { doc, records } = notebook();
		mapsOf(doc).files.set('f', { sha256: 'a'.repeat(64), name: 'gel.png', type: 'image/png', size: 5 });
		const { lost } = writeMarkdown(readPath(doc, 'p'), records, words);
		expect(lost.map(({ rule, data }) => [rule, data['count'] ?? data['name']])).toEqual([
			['protocol_texts_left_out', 3],
			['thoughts_left_out', 2],
			['proposals_left_out', 1],
			['log_left_out', 1],
			['stages_left_out', 1],
			['branches_in_brief', 1],
			['file_bytes_left_out', 'gel.png'],
		]);
	});

	test('[X57] any path can be written in every form, with the same bytes each time', () => {
		fc.assert(
			fc.property(randomMoves, (moves) => {
				const { snapshot, records } = playPath(moves);
				for (const form of EXPORT_FORMS) {
					const source = { snapshot, records, file: () => undefined };
					const written = exportAs(form, source, words);
					expect(written.extension).toMatch(/^\.\w+$/);
					expect(exportAs(form, source, words).bytes).toEqual(written.bytes);
				}
			}),
			{ numRuns: 15 },
		);
	}, 60_000);
});
