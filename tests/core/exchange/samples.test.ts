// The published AIRA files, where they are at hand: each comes in with exactly these lines of report, and comes back from its export.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NamedText } from '#lib/core/exchange/import.ts';
import { come, lines, refusals } from './sample.ts';

const folder = join(process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples', 'airalogy/masterbrain-aira');
const read = (name: string): NamedText => ({ name, text: readFileSync(join(folder, name), 'utf8') });
const together = (name: string): NamedText[] => ['workflow_info.json', 'protocols_info.json', name].map(read);

const converted = ['changed  indexes_from_zero', 'changed /steps empty_thoughts'];
const skipped = 'changed /path_status status_became_skips';
const malformed = (step: number): string => `kept /steps/${step}/data/airalogy_record_id record_id_malformed`;
const separated = (step: number): string => `changed /steps/${step}/data/record_data record_separated`;

describe.skipIf(!existsSync(folder))('published AIRA files', () => {
	test.each([
		['waiting_for_goal', 'waiting_for_research_goal', 0, ['changed  indexes_from_zero']],
		['waiting_for_strategy_researchable', 'waiting_for_research_strategy', 1, converted],
		['waiting_for_strategy_non_researchable', 'waiting_for_research_strategy', 1, converted],
		['waiting_for_protocol', 'waiting_for_next_protocol', 1, [...converted, skipped]],
		[
			'waiting_for_values',
			'waiting_for_initial_values_for_fields_in_next_protocol',
			2,
			[...converted, skipped],
		],
		[
			'waiting_for_phased_conclusion',
			'waiting_for_phased_research_conclusion',
			3,
			[malformed(1), malformed(2), ...converted, separated(1), separated(2), skipped],
		],
		[
			'waiting_for_final_conclusion',
			'waiting_for_final_research_conclusion',
			4,
			[
				malformed(1),
				malformed(2),
				malformed(3),
				'kept /steps/3/data/record_data/metadata record_names_other_protocol',
				...converted,
				separated(1),
				separated(2),
				separated(3),
				skipped,
			],
		],
	])('[X12] path_data_%s comes in as %s with %i steps', (name, status, count, report) => {
		const done = come(together(`path_data_${name}.json`));
		expect(lines(done.report)).toEqual(report);
		expect(done.status).toBe(status);
		expect(done.steps).toHaveLength(count);
		const back = come([{ name: 'again.json', text: done.text }]);
		expect(lines(back.report)).toEqual([]);
		expect(back.text).toBe(done.text);
	});

	test('[X16] 20.0 stays 20.0 in records and in schemas', () => {
		const { text } = come(together('path_data_waiting_for_final_conclusion.json'));
		expect(text).toMatch(/"dispersion_volume": 20\.0[,\s]/);
		expect(text).toMatch(/"default": 20\.0[,\s]/);
	});

	test('[X5] all seven paths come together with one workflow', () => {
		const paths = readdirSync(folder).filter((name) => name.startsWith('path_data'));
		const { plans } = come([...['workflow_info.json', 'protocols_info.json', ...paths].map(read)]);
		expect(plans).toHaveLength(7);
	});

	test('[X3] a path without a mark is refused alone', () => {
		expect(refusals([read('path_data_waiting_for_goal.json')])).toEqual([' dialect_unknown']);
	});

	test('[X5] the published request bodies are read', () => {
		for (const name of readdirSync(join(folder, 'aira_input'))) {
			const done = come([read(join('aira_input', name))]);
			expect(done.report.source).toBe('aira');
			expect(lines(done.report)).toContain('kept /model unknown_key');
			expect(come([{ name, text: done.text }]).text).toBe(done.text);
		}
	});
});
