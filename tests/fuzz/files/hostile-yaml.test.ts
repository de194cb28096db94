// The parser of YAML costs time by the token and stack by the depth: what it is given is bounded before it begins.

import { describe, expect, test } from 'vitest';
import { readYaml } from '#lib/core/workflow/yaml-text.ts';
import { excessOf, TOKEN_LIMIT } from '#lib/core/workflow/yaml-size.ts';
import { YAML_SHAPES, type Shape } from '../../support/hostile-yaml.ts';

/** The lesser of two runs, in milliseconds: what the text costs, and not what else the machine does. */
function cost(text: string): number {
	return Math.min(
		...[1, 2].map(() => {
			const started = performance.now();
			readYaml(text);
			return performance.now() - started;
		}),
	);
}

/** The longest text of this shape that the parser is given, up to `longest` characters. */
function longestRead(shape: Shape, longest: number): number {
	let length = longest;
	while (length > 100 && excessOf(shape(length))) length = Math.floor(length / 2);
	return length;
}

describe('[X63] hostile YAML is read or refused in time that grows with its length', () => {
	test.each(Object.entries(YAML_SHAPES))('%s', (_, shape) => {
		const longest = longestRead(shape, 190_000);
		const [short, long] = [cost(shape(longest / 8)), cost(shape(longest))];
		// Eight times the text: 8 where the work is linear, 64 where it is quadratic. The rest is for garbage and first runs.
		expect(long).toBeLessThan(24 * short + 500);
		// No fault is the parser's own stack.
		const details = readYaml(shape(199_000).slice(0, 200_000)).faults.map(({ detail }) => detail);
		expect(details.join()).not.toMatch(/call stack/);
	});

	test('a key in a key in a key is not quoted again and again', () => {
		for (const text of [`${'? '.repeat(60)}a`, `${'{'.repeat(30)}a${'}: x'.repeat(30)}`])
			expect(readYaml(text).faults.map(({ code }) => code)).toEqual(['too_deep']);
		expect(readYaml('? [a, b]\n: 1').value).toEqual({ '["a","b"]': 1 });
	});

	test('what has too many tokens or opens too deep is refused by its name and place before it is parsed', () => {
		const refused = (text: string) =>
			readYaml(text).faults.map(({ code, offset, data }) => [code, offset, data]);
		const full = `a: [${'1,'.repeat(TOKEN_LIMIT)}]`;
		expect(refused(full)).toEqual([['too_large', expect.any(Number), { limit: TOKEN_LIMIT }]]);
		expect(refused(`a: ${'['.repeat(10_000)}`)).toEqual([['too_deep', 67, { limit: 64 }]]);
		expect(refused('- '.repeat(10_000))).toEqual([['too_deep', 128, { limit: 64 }]]);
		expect(refused(`- ${'-- '.repeat(10_000)}`)).toEqual([]);
		expect(readYaml(`a: |\n${' [\n'.repeat(1000)}`).faults).toEqual([]);
	});
});
