import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldOfMark } from '#lib/core/protocol/field.ts';
import { findFences } from '#lib/core/protocol/fences.ts';
import { readMarks } from '#lib/core/protocol/marks.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';

function fields(text: string): Field[] {
	const { vars, faults } = readMarks(text);
	expect(faults).toEqual([]);
	return vars.map((mark) => fieldOfMark(mark, mark));
}

function field(inner: string): Field {
	const [first, ...rest] = fields(`{{var|${inner}}}`);
	if (!first || rest.length > 0) throw new Error('not one field');
	return first;
}

function faults(text: string): string[] {
	return readMarks(text).faults.map(({ code, at }) => `${code} ${at?.line}:${at?.column}`);
}

const ids = (text: string) => readMarks(text).vars.map(({ id }) => id);

describe('where marks are', () => {
	test.each([
		['a fenced block', '```\n{{var|a}}\n```\n{{var|b}}'],
		['a tilde block with backticks in it', '~~~~md\n```\n{{var|a}}\n~~~~\n{{var|b}}'],
		['a longer fence', '````\n```\n{{var|a}}\n```\n````\n{{var|b}}'],
		['a code span', 'see `{{var|a}}` and {{var|b}}'],
		['a span of two ticks', 'see ``{{var|a}} ` {{var|a}}`` and {{var|b}}'],
		['a comment', '<!-- {{var|a}}\n{{var|a}} --> {{var|b}}'],
		['escaped braces', '\\{{var|a}} {{var|b}}'],
	])('[P1] in %s they are text', (_, text) => {
		expect(ids(text)).toEqual(['b']);
		expect(faults(text)).toEqual([]);
	});

	test.each([
		['an open tick', 'a ` tick {{var|b}}'],
		['an escaped tick', '\\`{{var|b}}` '],
		['ticks in two paragraphs', 'one ` tick\n\n{{var|b}} two ` tick'],
		['an indented list', '    - {{var|b}}'],
		['a table', '| x | {{var|b}} mL |'],
		['white space', '{{ var | b }}'],
		['several lines', '{{var|b:\n  float\n  = 1.5,\n  title = "B"\n}}'],
	])('[P1] %s hides none', (_, text) => {
		expect(ids(text)).toEqual(['b']);
	});

	test('[P1] an open fence hides the rest', () => {
		expect(ids('{{var|a}}\n```\n{{var|b}}')).toEqual(['a']);
		expect(findFences('```\nx').map(({ closed, content }) => [closed, content])).toEqual([[false, 'x']]);
	});

	test('[P2] offsets cut the mark out of the text', () => {
		const text = 'A 😀 {{var|a: str = "}}"}} b\r\n{{step|s}} go';
		const { vars, steps } = readMarks(text);
		expect([...vars, ...steps].map(({ start, end }) => text.slice(start, end))).toEqual([
			'{{var|a: str = "}}"}}',
			'{{step|s}}',
		]);
	});
});

describe('var marks', () => {
	test('[P3] braces, commas, colons and equals signs in quotes are text', () => {
		expect(
			field('a: str = "x, y = {{z}}: \\"q\\"", title = \'It\\\'s, {a}\', description="`code`"'),
		).toMatchObject({
			default: 'x, y = {{z}}: "q"',
			title: "It's, {a}",
			description: '`code`',
		});
	});

	test.each<[string, unknown]>([
		['a: float = 25.0', { '#': '25.0' }],
		['a: float = 2.5', 2.5],
		['a: float = .5', 0.5],
		['a: float = -1e-3', { '#': '-1e-3' }],
		['a: int = 1_000', 1000],
		['a: bool = True', true],
		['a: bool = false', false],
		['a: str | None = None', null],
		["a: str = 'µ\\u00b5\\n'", 'µµ\n'],
		['a: list[int] = [1, 2.0, [3]]', [1, { '#': '2.0' }, [3]]],
		['a: dict = {"k": {"l": ("x",)}}', { k: { l: ['x'] } }],
		['a: float, default = 1.0', { '#': '1.0' }],
		['a: float', undefined],
	])('[P4] the default of %s', (inner, value) => {
		expect(field(inner).default).toEqual(value);
	});

	test.each([
		['a', 'text'],
		['a = 5', 'integer'],
		['a = 5.0', 'number'],
		['a = True', 'boolean'],
		['a: str', 'text'],
		['a: int', 'integer'],
		['a: float', 'number'],
		['a: bool', 'boolean'],
		['a: date', 'date'],
		['a: datetime.time', 'time'],
		['a: datetime', 'datetime'],
		['a: timedelta', 'duration'],
		['a: CurrentTime', 'datetime'],
		['a: UserName', 'text'],
		['a: AiralogyMarkdown', 'markdown'],
		['a: PyStr', 'code'],
		['a: DNASequence', 'json'],
		['a: EntityRef["registry"] | None', 'json'],
		['a: BloodType', 'choice'],
		['a: Literal["low", "a, b | c"]', 'choice'],
		['a: FileIdCSV', 'file'],
		['a: list[str]', 'list'],
		['a: list[Literal["x", "y"]]', 'choices'],
		['a: list[Attendee]', 'json'],
		['a: Attendee', 'json'],
		['a: Optional[Annotated[float, Field(gt=0)]]', 'number'],
		['a: Union[int, float, None]', 'number'],
		['a: int | str', 'json'],
		['a: list[Attendee], subvars=[var(n: str)]', 'table'],
		['a, subvars=[n, m]', 'table'],
	])('[P5] %s is of the kind %s', (inner, kind) => {
		expect(field(inner).kind).toBe(kind);
	});

	test('[P5] choices, endings, items and nullability come with the type', () => {
		expect(field('a: Literal["low", "a, b | c", 3, None]')).toMatchObject({
			choices: ['low', 'a, b | c', 3],
			nullable: true,
			required: false,
		});
		expect(field('a: FileIdCSV | None')).toMatchObject({
			fileExtensions: ['csv'],
			nullable: true,
			type: 'FileIdCSV',
		});
		expect(field('a: list[int | None]').items).toMatchObject({ kind: 'integer', nullable: true });
		expect(field('a: str').required).toBe(true);
		expect(field('a: str = ""').required).toBe(false);
	});

	test('[P6] limits, examples and descriptions', () => {
		expect(
			field(
				'a: float, gt = 0, le=1e2, multiple_of=0.5, examples=[1.0, 2], description="d", pattern="^a{2}$"',
			),
		).toMatchObject({
			limits: { gt: 0, le: 100, multipleOf: 0.5, pattern: '^a{2}$' },
			examples: [{ '#': '1.0' }, 2],
			description: 'd',
		});
		expect(field('a: list[str], min_length=1, max_length=3').limits).toEqual({ minItems: 1, maxItems: 3 });
		expect(field('a: str, min_length=1').limits).toEqual({ minLength: 1 });
	});

	test('[P7] tables in both spellings have columns', () => {
		const [now, before] = fields(`{{var|a, title="A", subvars=[
			var(x: str, title = "X, first"),
			var(y: float | None, ge=0, title = "Y (mg/mL)")
		]}}
		{{var_table|b, subvars=[x: str, y: float,]}}`);
		expect(
			now?.columns.map(({ id, kind, title, unit, nullable, limits }) => [
				id,
				kind,
				title,
				unit,
				nullable,
				limits,
			]),
		).toEqual([
			['x', 'text', 'X, first', '', false, {}],
			['y', 'number', 'Y (mg/mL)', 'mg/mL', true, { ge: 0 }],
		]);
		expect(before?.columns.map(({ id, kind }) => [id, kind])).toEqual([
			['x', 'text'],
			['y', 'number'],
		]);
		expect([now?.kind, before?.kind]).toEqual(['table', 'table']);
	});

	test.each([
		['Solvent name: {{var|a}}', 'Solvent name'],
		['- **Bold** `code` (mL)：{{var|a: float}}', 'Bold code (mL)'],
		['| Water | {{var|a: float}} mL |', 'Water'],
		['Content:\n\n{{var|a}}', 'Content'],
		['# Heading:\n\n{{var|a}}', 'a'],
		['A whole paragraph.\n\n{{var|a}}', 'a'],
		['X: {{var|b}} and {{var|a}}', 'and'],
		['Label: {{var|a, title="Said"}}', 'Said'],
	])('[P8] the words before %j are its title where none is said', (text, title) => {
		expect(fields(text).find(({ id }) => id === 'a')?.title).toBe(title);
	});
});

describe('steps, checks, references, blocks', () => {
	test('[P9] steps have levels, ticks, durations and their words', () => {
		const { steps, checks } = readMarks(`{{step|a}} Do {{ref_var|x}} with {{var|y: float}} mL.
{{step|b, 3, check=True, duration='15s', timer="both"}}
{{step|c, 2, title="Said"}} words {{check|k}} Is it {{ref_step|a}}?
{{check|l, checked_message="All {{fine}}."}}`);
		expect(
			steps.map(({ id, level, checkable, title, duration }) => [id, level, checkable, title, duration]),
		).toEqual([
			['a', 1, false, 'Do x with y mL.', ''],
			['b', 3, true, '', '15s'],
			['c', 2, false, 'Said', ''],
		]);
		expect(checks.map(({ id, message }) => [id, message])).toEqual([
			['k', 'Is it a?'],
			['l', 'All {{fine}}.'],
		]);
	});

	test('[P9] references, also of kinds we do not know, are listed', () => {
		const { refs } = readMarks('{{ref_var|x}} {{cite|a, b2024}} {{ref_fig|f}} {{hologram|h}}');
		expect(refs.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
			'ref_var x',
			'cite a',
			'cite b2024',
			'ref_fig f',
			'hologram h',
		]);
	});

	test('[P9] quizzes give id, kind and stem and keep their text', () => {
		const source =
			'id: q1\ntype: choice # one\nstem: |\n  Which of\n  these?\noptions:\n  - key: A\n    id: no\n';
		const { quizzes, blocks } = readMarks(
			`\`\`\`quiz\n${source}\`\`\`\n\`\`\`quiz\nid: "q\\"2"\nstem: 'it''s'\n\`\`\`\n`,
		);
		expect(quizzes.map(({ id, kind, stem }) => [id, kind, stem])).toEqual([
			['q1', 'choice', 'Which of\nthese?'],
			['q"2', '', "it''s"],
		]);
		expect(quizzes[0]?.source).toBe(source);
		expect(blocks.map(({ kind }) => kind)).toEqual(['quiz', 'quiz']);
	});
});

describe('faults', () => {
	test.each([
		['{{var|a: str = "x}} then {{var|b}}', ['broken_mark 1:1'], ['b']],
		['x {{var|a: list[str}} then\n{{var|b}}', ['broken_mark 1:3'], ['b']],
		['{{var|a\n\nlost {{var|b}}', ['broken_mark 1:1'], ['b']],
		['{{var|a {{var|b}}', ['broken_mark 1:1'], ['b']],
		['{{var|b}} {{var|', ['broken_mark 1:11'], ['b']],
		['{{var|}} {{var|b}}', ['missing_id 1:7'], ['b']],
		['{{var|1a: str}} {{var|b}}', ['bad_id 1:7'], ['b']],
		['{{var|a: list[}} {{var|b}}', ['broken_mark 1:1'], ['b']],
		['{{var|a: float = warm, ge=0}} {{var|b}}', ['bad_value 1:18'], ['a', 'b']],
		['{{var|a: float, title=Warm}}', ['bad_value 1:23'], ['a']],
		['{{var|a: 5x}}', ['bad_type 1:10'], ['a']],
		['{{var|a: str, "loose"}}', ['bad_part 1:15'], ['a']],
		['{{var|a}}\n{{var|a: int}}', ['double_id 2:1'], ['a']],
		['{{var|a, subvars=[x: str, x: int]}}', ['double_id 1:27'], ['a']],
		['{{var|a, subvars=none}}', ['bad_value 1:18'], ['a']],
		['```quiz\ntype: open\n```\n{{var|b}}', ['missing_id 2:1'], ['b']],
	])('[P10] %j is listed with its place and the rest is read', (text, expected, read) => {
		expect(faults(text)).toEqual(expected);
		expect(ids(text)).toEqual(read);
	});
});

describe('bounds', () => {
	test.each([
		'{{var|'.repeat(100_000),
		'{{var|"'.repeat(100_000),
		'{{var|a: list['.repeat(50_000),
		`{{var|a = ${'['.repeat(200_000)}`,
		`{{var|a = ${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
		`{{var|a: ${'list['.repeat(5_000)}str${']'.repeat(5_000)}}}`,
		'`'.repeat(200_000),
		Array.from({ length: 600 }, (_, n) => `${'`'.repeat(n + 1)} x`).join(' '),
		'{{var|a}}`'.repeat(50_000),
		'<!--'.repeat(100_000),
		`{{step|s}}${'{{'.repeat(100_000)}`,
		`${'x: '.repeat(100_000)}{{var|a}}`,
		'```quiz\nid:\n'.repeat(20_000),
	])('[P11] hostile text %# is read in bounded time', (text) => {
		const start = performance.now();
		const { vars } = readMarks(text);
		vars.map((mark) => fieldOfMark(mark, mark));
		expect(performance.now() - start).toBeLessThan(10_000);
	});

	test('[P11] mutated protocols never throw', () => {
		const text =
			'# T\n\nA (mL): {{var|a: float = 1.0, title="A, b", ge=0}} mL\n{{step|s, 2, check=True}} `x` {{check|c}}\n' +
			'{{var|t: list[Row], subvars=[var(x: Literal["a", "b"] | None), var(y: int)]}}\n```quiz\nid: q\n```\n{{ref_var|a}}\n';
		const pieces = fc.constantFrom(
			'{{',
			'}}',
			'"',
			"'",
			'[',
			']',
			'(',
			')',
			'|',
			',',
			'=',
			':',
			'\n',
			'`',
			'```',
			'\\',
			'{{var|',
		);
		const edits = fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.oneof(pieces, fc.string({ maxLength: 2 }))), {
			minLength: 1,
			maxLength: 6,
		});
		fc.assert(
			fc.property(edits, (list) => {
				const mutated = list.reduce((t, [at, cut, put]) => {
					const start = at % (t.length + 1);
					return t.slice(0, start) + put + t.slice(start + cut);
				}, text);
				const marks = readMarks(mutated);
				for (const mark of marks.vars) {
					expect(mutated.slice(mark.start, mark.end)).toMatch(/^\{\{\s*var(_table)?\s*\|[^]*\}\}$/);
					fieldOfMark(mark, mark);
				}
			}),
			{ seed: 40, numRuns: 3000 },
		);
	});
});
