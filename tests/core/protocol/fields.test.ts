import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { derivedSchema } from '#lib/core/protocol/derived.ts';
import { computedFields, fieldsOf } from '#lib/core/protocol/fields.ts';
import { Protocol, type Field } from '#lib/core/protocol/protocol.ts';
import { headingOf, readProtocol, type ProtocolInput } from '#lib/core/protocol/read.ts';
import { fieldsOfSchema } from '#lib/core/protocol/schema-field.ts';

function protocol(input: ProtocolInput): Protocol {
	const result = readProtocol(input);
	if (!result.ok) throw new Error(result.error);
	return Protocol.parse(result.value);
}

const vars = (input: ProtocolInput) => fieldsOf(protocol(input)).vars;
const parameters = (input: ProtocolInput) =>
	vars(input)
		.filter(({ parameter }) => parameter)
		.map(({ id }) => id);

describe('schemas', () => {
	const schema: Json = {
		properties: {
			name: { title: 'Name', type: 'string', minLength: 1, maxLength: 9, pattern: '^a' },
			mass: {
				type: 'number',
				minimum: 0,
				exclusiveMaximum: { '#': '5.0' },
				default: { '#': '1.0' },
				title: 'Mass (mg)',
			},
			count: { type: 'integer', multipleOf: 2, unit: 'wells' },
			on: { type: 'boolean', description: 'd', examples: [true] },
			day: { type: 'string', format: 'date' },
			at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], default: null },
			clock: { type: ['string', 'null'], format: 'time' },
			wait: { type: 'string', format: 'duration' },
			level: { $ref: '#/$defs/Level', default: 'low' },
			either: { anyOf: [{ const: 'x' }, { enum: ['y', 1] }, { type: 'null' }] },
			levels: { type: 'array', items: { $ref: '#/$defs/Level' }, maxItems: 2 },
			tags: { type: 'array', items: { type: 'string' } },
			times: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
			rows: { type: 'array', items: { $ref: '#/$defs/Row' } },
			notes: { type: 'string', airalogy_type: 'AiralogyMarkdown' },
			script: { type: 'string', airalogy_type: 'PyStr' },
			file: { type: 'string', airalogy_type: 'FileIdCSV', file_extension: 'csv' },
			exact: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+$' }] },
			sequence: { allOf: [{ $ref: '#/$defs/Tree' }], airalogy_type: 'DNASequence' },
			tree: { $ref: '#/$defs/Tree' },
			lost: { $ref: '#/$defs/Gone' },
			anything: true,
			two: { anyOf: [{ type: 'string' }, { type: 'array' }] },
		},
		required: ['name', 'clock', 'count'],
		$defs: {
			Level: { enum: ['low', 'high'], type: 'string', title: 'Level' },
			Row: {
				type: 'object',
				properties: { tag: { type: 'string' }, v: { type: 'number' } },
				required: ['tag'],
			},
			Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } },
		},
	};
	const fields = new Map((fieldsOfSchema(schema) ?? []).map((field) => [field.id, field]));

	test('[P17] every Pydantic form has its kind, in the order of the schema', () => {
		expect([...fields.values()].map(({ id, kind }) => `${id} ${kind}`)).toEqual([
			'name text',
			'mass number',
			'count integer',
			'on boolean',
			'day date',
			'at datetime',
			'clock time',
			'wait duration',
			'level choice',
			'either choice',
			'levels choices',
			'tags list',
			'times list',
			'rows table',
			'notes markdown',
			'script code',
			'file file',
			'exact number',
			'sequence json',
			'tree json',
			'lost json',
			'anything json',
			'two json',
		]);
	});

	test('[P17] limits, choices, units, nullability, columns', () => {
		expect(fields.get('name')).toMatchObject({
			limits: { minLength: 1, maxLength: 9, pattern: '^a' },
			required: true,
		});
		expect(fields.get('mass')).toMatchObject({
			limits: { ge: 0, lt: 5 },
			default: { '#': '1.0' },
			unit: 'mg',
			required: false,
		});
		expect(fields.get('count')).toMatchObject({ limits: { multipleOf: 2 }, unit: 'wells' });
		expect(fields.get('at')).toMatchObject({ nullable: true, default: null });
		expect(fields.get('clock')).toMatchObject({ nullable: true, required: false });
		expect(fields.get('level')).toMatchObject({ choices: ['low', 'high'], default: 'low' });
		expect(fields.get('either')).toMatchObject({ choices: ['x', 'y', 1], nullable: true });
		expect(fields.get('levels')).toMatchObject({ choices: ['low', 'high'], limits: { maxItems: 2 } });
		expect(fields.get('times')?.items).toMatchObject({ kind: 'number', nullable: true });
		expect(fields.get('rows')?.columns.map(({ id, kind, required }) => [id, kind, required])).toEqual([
			['tag', 'text', true],
			['v', 'number', false],
		]);
		expect(fields.get('file')?.fileExtensions).toEqual(['csv']);
	});

	test('[P17] a circle of references ends', () => {
		const circle: Json = {
			properties: { a: { $ref: '#/$defs/A' }, r: { $ref: '#/$defs/R' } },
			$defs: {
				A: { $ref: '#/$defs/A' },
				R: { type: 'array', items: { type: 'object', properties: { r: { $ref: '#/$defs/R' } } } },
			},
		};
		expect(fieldsOfSchema(circle)?.map(({ kind }) => kind)).toEqual(['json', 'table']);
		expect(fieldsOfSchema({ type: 'object' })).toBeNull();
		expect(fieldsOfSchema([])).toBeNull();
	});
});

describe('text and schema together', () => {
	const markdown =
		'# P\n\nFlow rate (mL/min): {{var|rate}}\n\nNotes: {{var|notes: AiralogyMarkdown}}\n\n{{var|loose: int}}';
	const schema: Json = {
		properties: {
			extra: { type: 'string', title: 'Extra' },
			notes: { type: 'string', title: 'Notes' },
			rate: { type: 'number', title: 'Rate', default: { '#': '2.0' } },
		},
		required: ['notes', 'extra'],
	};

	test('[P18] the schema gives the type, the text the order, the words and the unit', () => {
		const read = fieldsOf(protocol({ markdown, schema }));
		expect(read.vars.map(({ id, kind, title, unit, required }) => [id, kind, title, unit, required])).toEqual(
			[
				['rate', 'number', 'Flow rate (mL/min)', 'mL/min', false],
				['notes', 'markdown', 'Notes', '', true],
				['loose', 'integer', 'loose', '', true],
				['extra', 'text', 'Extra', '', true],
			],
		);
		expect(read.faults.map(({ code, data }) => [code, data])).toEqual([['only_in_text', { id: 'loose' }]]);
	});

	test('[P18] a title that a person wrote in the schema stays', () => {
		const own: Json = { properties: { rate: { type: 'number', title: 'Pump rate' } } };
		expect(vars({ markdown, schema: own })[0]).toMatchObject({ title: 'Pump rate', unit: 'mL/min' });
	});
});

describe('parameters', () => {
	const markdown = `# P
Operator: {{var|who: UserName}} at {{var|when: CurrentTime}}
{{step|prepare}} Set: {{var|speed: float}} rpm, {{var|photo: FileIdPNG}}, {{var|load: float}}
{{step|measure}} Write: {{var|result: float}} {{var|remark: str = "none"}} {{var|empty: str | None = None}}
{{step|clean}} Clean up.
`;

	test('[P19] where nothing is marked: a default, or a plain value before the measuring step', () => {
		expect(parameters({ markdown })).toEqual(['speed', 'load', 'remark']);
		expect(parameters({ markdown, assigner: '@assigner(assigned_fields=["load", \'remark\'])' })).toEqual([
			'speed',
		]);
		expect(parameters({ markdown: '{{var|a: float}} {{var|b: float = 1}}\n{{step|s}} end' })).toEqual(['b']);
	});

	test('[P19] where the protocol marks some, only those', () => {
		expect(
			parameters({ markdown: markdown.replace('result: float', 'result: float, field_type="parameter"') }),
		).toEqual(['result']);
		const schema: Json = {
			properties: { speed: { type: 'number' }, result: { type: 'number', field_type: 'parameter' } },
		};
		expect(parameters({ markdown, schema })).toEqual(['result']);
		const none: Json = {
			properties: { speed: { type: 'number', field_type: 'result' }, load: { type: 'number', default: 1 } },
		};
		expect(parameters({ schema: none })).toEqual([]);
	});

	test('[P20] what assigners fill is read off their text, commented lines left out', () => {
		const assigner = `# @assigner(assigned_fields=["no"])
@assigner(
    assigned_fields=[
        "a",
        'b',
    ],
    dependent_fields=["c"],
)
def f(x): return AssignerResult(assigned_fields={"d": 1})`;
		const markdown =
			'```assigner runtime=client\nassigner({ mode: "auto", assigned_fields: ["e"] }, () => {})\n```';
		expect([...computedFields({ assigner, markdown })]).toEqual(['a', 'b', 'e']);
	});
});

describe('derived schemas', () => {
	const text = `# P
{{var|a: str, min_length=1, title="A", description="d", examples=["x"]}} {{var|b: float | None, ge=0, lt=5}} mL
{{var|c: int = 3}} {{var|d: bool = True}} {{var|e: Literal["x", 1] | None}} {{var|f: list[Literal["x", "y"]]}}
{{var|g: list[int | None], max_length=4}} {{var|h: FileIdCSV}} {{var|i: datetime}} {{var|j: timedelta}} {{var|k: time}}
{{var|l: DNASequence}} {{var|m: AiralogyMarkdown}} {{var|n: PyStr}} {{var|o: UserName}} {{var|p: date = "2024-02-29"}}
{{var|q: list[Row], title="Q", subvars=[var(x: str, title="X (mL)"), var(y: float = 1.0, gt=0)]}}
`;
	const essence = ({ schema: _, type: _type, columns, items, ...rest }: Field): unknown => ({
		...rest,
		columns: columns.map(essence),
		items: items && items.kind,
	});

	test('[P21] reading the derived schema gives the same fields', () => {
		const fields = fieldsOf(protocol({ markdown: text }));
		expect(fields.faults).toEqual([]);
		const back = fieldsOfSchema(derivedSchema(fields)) ?? [];
		expect(back.map(essence)).toEqual(fields.vars.map(essence));
		expect(back.find(({ id }) => id === 'o')?.type).toBe('UserName');
	});

	test('[P21] it is shaped as Pydantic shapes it', () => {
		const schema = derivedSchema({
			vars: fieldsOf(protocol({ markdown: '{{var|a: float = 1.0, title="A"}} {{var|b: str | None}}' })).vars,
		});
		expect(schema).toEqual({
			title: 'VarModel',
			type: 'object',
			properties: {
				a: { type: 'number', title: 'A', default: { '#': '1.0' }, field_type: 'parameter' },
				b: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'b' },
			},
			required: ['b'],
		});
	});
});

describe('the door', () => {
	const toml = `[other]\nid = "no"\n[airalogy_protocol] # ours\nid = "p_1"\nversion = '0.2.0'\nname = "Q \\"x\\" \\u00b5"\nauthors = [\n    {name = "A"},\n]\n[more]\nname = "no"\n`;

	test('[P22] a text with its toml', () => {
		expect(protocol({ markdown: 'no heading', toml })).toMatchObject({
			protocolId: 'p_1',
			protocolVersion: '0.2.0',
			title: 'Q "x" µ',
		});
		expect(protocol({ markdown: '# The *title* {{var|x}}#\n', toml, id: 'folder' })).toMatchObject({
			protocolId: 'p_1',
			title: 'The title #',
		});
	});

	test('[P22] without a name the id is made of the title, else of the content', () => {
		expect(protocol({ markdown: '# Oven drying, 2nd!' })).toMatchObject({
			protocolId: 'oven_drying_2nd',
			protocolVersion: null,
		});
		expect(protocol({ markdown: '# 烘干' }).protocolId).toMatch(/^protocol_[0-9a-f]{8}$/);
		expect(protocol({ markdown: '# 烘干', id: 'dry' })).toMatchObject({ protocolId: 'dry', title: '烘干' });
		expect(protocol({ schema: { title: 'VarModel', properties: {} }, id: 'dry' })).toMatchObject({
			title: 'dry',
			markdown: null,
		});
	});

	test('[P22] nothing, and what is no schema, is refused', () => {
		expect(readProtocol({})).toEqual({ ok: false, error: 'nothing_given' });
		expect(readProtocol({ schema: { a: 1 } })).toEqual({ ok: false, error: 'not_a_schema' });
		expect(readProtocol({ markdown: 'x'.repeat(4_000_001) })).toEqual({ ok: false, error: 'too_large' });
	});

	test.each([
		['```\n# code\n```\n## **Real** `one` ##', 'Real one'],
		['Underlined\n==========\n', 'Underlined'],
		['a snake_case #hash\n\n# keep snake_case', 'keep snake_case'],
		['none', ''],
	])('[P22] the heading of %j', (text, heading) => {
		expect(headingOf(text)).toBe(heading);
	});

	test('[P23] any JSON as a schema gives fields or none, never an exception', () => {
		const key = fc.constantFrom(
			'properties',
			'$ref',
			'anyOf',
			'allOf',
			'items',
			'type',
			'enum',
			'const',
			'$defs',
			'a',
			'format',
			'airalogy_type',
			'required',
			'default',
		);
		const leaf = fc.constantFrom<Json>(
			'object',
			'array',
			'string',
			'null',
			'#',
			'#/$defs/a',
			'#/properties/a',
			null,
			true,
			1,
			'FileIdCSV',
			'date',
			'__proto__',
			{ '#': '1.0' },
		);
		const json = fc.letrec<{ node: Json }>((tie) => ({
			node: fc.oneof(
				{ maxDepth: 6 },
				leaf,
				fc.dictionary(key, tie('node'), { maxKeys: 5, noNullPrototype: true }),
				fc.array(tie('node'), { maxLength: 3 }),
			),
		})).node;
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom('a', 'b', 'toString'), json, { noNullPrototype: true }),
				json,
				(properties, defs) => {
					const fields = fieldsOfSchema({ properties, $defs: defs }) ?? [];
					expect(fields.length).toBe(Object.keys(properties).length);
					derivedSchema({ vars: fields });
				},
			),
			{ seed: 42, numRuns: 2000 },
		);
	});
});
