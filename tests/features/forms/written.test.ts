// A protocol's text with inputs in place.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import { readProtocol } from '#lib/core/protocol/read.ts';
import { inOrder, written as readWritten } from '#lib/state/protocol-text.ts';
import { slot, withoutSlots } from '#lib/ui/markdown/slots.ts';

const written = (text: string, fields: ReturnType<typeof read>) =>
	readWritten(text, fields, { slot, withoutSlots });

const TEXT = `# Drying

Tray: {{var|tray: str}} and oven {{var|heat: float = 105.0}} °C

{{step|weigh, 1, check=True}} Weigh {{ref_var|tray}}.

| core | mass |
|---|---|
| 1 | {{var|mass_1: float}} g |

{{var|results}}

<details>
<summary>Why</summary>

\`{{var|not_one}}\`

</details>

\`\`\`assigner
{{var|neither}}
\`\`\`

\`\`\`quiz
id: q1
type: open
stem: Why dry slowly?
\`\`\`

{{check|clean}} The bench is clean.
`;

function read(markdown: string) {
	const protocol = readProtocol({ id: 'dry', markdown });
	if (!protocol.ok) throw new Error(protocol.error);
	return fieldsOf(protocol.value);
}

describe('a text with marks', () => {
	const fields = read(TEXT);
	const result = written(TEXT, fields);

	test('[V9] every mark has a place, in the order of the text', () => {
		expect(result.parts.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
			'var tray',
			'var heat',
			'step weigh',
			'name tray',
			'remark weigh',
			'var mass_1',
			'var results',
			'quiz q1',
			'check clean',
			'remark clean',
		]);
		expect(result.rest).toEqual([]);
		expect(result.slots[1]).toBe('{{var|heat: float = 105.0}}');
	});

	test('[V9] a field that no words introduce says so', () => {
		const alone = result.parts.flatMap((part) => (part.kind === 'var' && part.alone ? [part.id] : []));
		expect(alone).toEqual(['results']);
	});

	test('[V9] words stay, machinery goes, code keeps its marks', () => {
		expect(result.text).toContain('Tray: ');
		expect(result.text).toContain('**Why**');
		expect(result.text).toContain('`{{var|not_one}}`');
		expect(result.text).not.toMatch(/details|assigner|neither|stem/);
	});

	test('[V9] what the text does not mention comes last', () => {
		const [heat] = fields.vars.filter(({ id }) => id === 'heat');
		if (heat === undefined) throw new Error('heat is a field');
		const more = { ...fields, vars: [...fields.vars, { ...heat, id: 'extra' }] };
		expect(written(TEXT, more).rest.map(({ id }) => id)).toEqual(['extra']);
		expect(inOrder(TEXT, more).at(-1)).toMatchObject({ kind: 'var', id: 'extra' });
		expect(inOrder(null, more)).toHaveLength(fields.vars.length + 1 + 3);
	});
});

const SAMPLES = process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples';

describe.skipIf(!existsSync(SAMPLES))('published protocols', () => {
	const files = existsSync(SAMPLES)
		? readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.aimd'))
		: [];

	test.each(files)('[V9] %s: each field is asked for exactly once', (name) => {
		const text = readFileSync(join(SAMPLES, name), 'utf8');
		const fields = read(text);
		const asked = inOrder(text, fields).map(({ kind, id }) => `${kind} ${id}`);
		const all = [
			...fields.vars.map(({ id }) => `var ${id}`),
			...fields.steps.map(({ id }) => `step ${id}`),
			...fields.checks.map(({ id }) => `check ${id}`),
			...fields.quizzes.map(({ id }) => `quiz ${id}`),
		];
		expect(asked.toSorted()).toEqual(all.toSorted());
	});
});
