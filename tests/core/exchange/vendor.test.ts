// Our own part of a canonical file: believed while it says what the file says, kept whole where another tool has been at it.

import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyPlan } from '#lib/core/exchange/apply.ts';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { contentHash } from '#lib/core/json/hash.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { printJson } from '#lib/core/json/print.ts';
import { editText, setCell } from '#lib/core/path/cell-edits.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import { cellId, StageId } from '#lib/core/path/names.ts';
import { offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { PATH_ID, proposed } from '../../support/random-moves.ts';
import { come, importer, lines, shownOf, written } from './sample.ts';
import { wholePath } from './whole-path.ts';

/** The text with one value changed by another tool. */
function edited(
	text: string,
	change: (
		data: { [key: string]: Json } & { path_data: { steps: JsonObject[]; pathbook: { [key: string]: Json } } },
	) => void,
): string {
	const parsed = parseJson(text);
	if (!parsed.ok) throw new Error(parsed.error.code);
	const data = parsed.value.value as unknown as { data: { workflow: Record<string, never> } };
	const [inner] = Object.values(data.data.workflow);
	change(inner as never); // a test may do what it likes to a file
	return printJson(parsed.value.value);
}

const comeBack = (text: string): ReturnType<typeof come> => come([{ name: 'path.json', text }]);

describe('the vendor part', () => {
	test('[X1] fork, edited proposal, record versions and draft come back', () => {
		const { text, record, root } = wholePath();
		const back = comeBack(text);
		expect(lines(back.report)).toEqual([]);
		expect(back.text).toBe(text);
		expect(growTree(back.snapshot).forks).toEqual([root]);
		expect([...(back.records.get(record)?.versions.values() ?? [])].map(({ number }) => number)).toEqual([
			1, 2,
		]);
		expect(back.records.get(record)?.raw('draft').size).toBe(1);
	});

	test.each([
		['words that somebody deleted', 'Dry it.', 1],
		['words that never were', '', 0],
	])('[X1] an emptied text of a proposal with %s comes back', (_, said, texts) => {
		const { doc, root } = wholePath();
		const { who } = importer();
		const cell = cellId(root, 'strategy');
		const offered = offerProposal(doc, proposed(cell, said, null, 1), who);
		if (!offered.ok) throw new Error(offered.error);
		editText(doc, cell, offered.value, 0, 0, 'No. ', who);
		editText(doc, cell, offered.value, 0, said.length + 4, '', who);
		const text = printJson(exportPath(readPath(doc, PATH_ID), new Map()), { indent: '\t' });
		const back = comeBack(text);
		expect(back.text).toBe(text);
		expect(back.snapshot.textNames().filter((name) => name.endsWith(offered.value))).toHaveLength(texts);
	});

	test('[X2] neither the document’s id, nor its clients, nor where it came from is exported', () => {
		const { doc, text } = wholePath();
		const [plan] = comeBack(text).plans;
		if (!plan) throw new Error('no plan');
		const other = new Y.Doc();
		applyPlan(other, () => new Y.Doc(), plan, {
			id: 'quite-another',
			who: importer().who,
			importedFrom: { file: 'abc', id: PATH_ID },
		});
		const one = printJson(exportPath(readPath(other, 'quite-another'), new Map()));
		expect(one).toBe(printJson(exportPath(readPath(doc, PATH_ID), new Map())));
		expect(readPath(other, 'quite-another').meta?.importedFrom).toEqual({ file: 'abc', id: PATH_ID });
		expect(one).not.toContain('importedFrom');
		expect(one).not.toContain('"clients"');
	});

	test('[X2] what the log says of the path itself is said of the new one', () => {
		const { doc } = wholePath();
		mapsOf(doc).log.set('l1', { kind: 'pause', target: PATH_ID, data: {}, by: 'ada', at: 1 });
		const text = printJson(exportPath(readPath(doc, PATH_ID), new Map()));
		expect(text).not.toContain(PATH_ID);
		expect(comeBack(text).snapshot.log.get('l1')?.target).toBe('imported');
	});

	test('[X18] a step that another tool changed is said by its cell from now on, and all else comes back', () => {
		const text = edited(wholePath().text, ({ path_data: { steps } }) => {
			(steps[0] as { data: { goal: string } }).data.goal = 'Burn the peat.';
		});
		const back = comeBack(text);
		expect(lines(back.report)).toEqual(['changed /data/workflow/peat/path_data/steps/0 step_changed']);
		expect(back.steps[0]).toMatchObject({
			mode: 'user',
			data: { goal: 'Burn the peat.', thought: 'because Dry the peat.' },
		});
		const [root] = growTree(back.snapshot).line;
		const goal = cellId(root ?? StageId.parse('none'), 'goal');
		expect(back.snapshot.text(goal, 'own')).toBe('Burn the peat.');
		// The words it replaces stay beside it, with the branch and the record.
		const [proposal] = back.snapshot.proposalsOf.get(goal) ?? [];
		expect(back.snapshot.text(goal, proposal ?? 'own')).toBe('Slowly dry the peat.');
		expect(growTree(back.snapshot).forks).toHaveLength(1);
		expect(back.records.size).toBe(1);
		expect(comeBack(back.text).text).toBe(back.text);
	});

	test('[X18] own words that another tool replaced are kept', () => {
		const { doc, root } = wholePath();
		const { who } = importer();
		editText(doc, cellId(root, 'strategy'), 'own', 0, 0, 'In steps.', who);
		setCell(doc, cellId(root, 'strategy'), 'done', who);
		const text = edited(
			printJson(exportPath(readPath(doc, PATH_ID), new Map())),
			({ path_data: { steps } }) => {
				(steps[1] as { data: JsonObject }).data = { thought: null, researchable: true, strategy: 'At once.' };
			},
		);
		const back = comeBack(text);
		expect(back.steps[1]).toMatchObject({ data: { researchable: true, strategy: 'At once.' } });
		expect(
			[...back.snapshot.kept.values()].filter(({ place }) => place === 'replaced').map(({ value }) => value),
		).toEqual(['In steps.']);
	});

	test('[X18] where another tool removed steps, the steps win and our part is kept whole', () => {
		const text = edited(wholePath().text, ({ path_data: { steps } }) => {
			steps.splice(1, 1);
		});
		const back = comeBack(text);
		expect(back.steps).toHaveLength(2);
		expect(back.report.kept.map(({ rule, data }) => [rule, data['at']])).toContainEqual([
			'vendor_part_differs',
			'/steps/1',
		]);
		const kept = [...back.snapshot.kept.values()].find(({ place }) => place === 'vendor-part');
		expect(printJson(kept?.value ?? null)).toContain('The other way.');
		// Records in our part are still what the steps refer to.
		expect(back.records.size).toBe(1);
		expect(back.steps[1]).toMatchObject({ step: 'record_protocol', data: { record_version: 2 } });
		// And all of it is in the next export again, which comes back.
		expect(comeBack(back.text).text).toBe(back.text);
	});

	test('[X38] where another tool went on behind our steps, the path goes on and keeps everything', () => {
		const { text, record, root } = wholePath();
		const more = (step: string, path_index: number, data: JsonObject, mode = 'user'): JsonObject => ({
			step,
			path_index,
			mode,
			data,
		});
		const added = [
			more('add_phased_research_conclusion', 1, { conclusion: 'Half dry.' }),
			more('add_next_protocol', 2, { thought: 'Again.', end_path: false, protocol_index: 1 }, 'ai'),
			more('record_protocol', 2, {
				protocol_index: 1,
				record_id: record,
				record_version: 1,
				airalogy_record_id: null,
			}),
		];
		const back = comeBack(
			edited(text, ({ path_data: { steps, pathbook: _, ...path } }) => {
				steps.push(...added);
				expect(Object.keys(path)).toEqual(['path_status']);
			}),
		);
		expect(lines(back.report)).toEqual(['changed /data/workflow/peat/path_data/steps steps_added']);
		expect(back.steps.slice(3)).toEqual(added);
		expect(growTree(back.snapshot).forks).toEqual([root]);
		expect(back.records.get(record)?.versions.size).toBe(2);
		expect(back.records.get(record)?.raw('draft').size).toBe(1);
		expect(comeBack(back.text).text).toBe(back.text);
	});

	test('[X38] what a cell says that an added step replaces is kept', () => {
		const { doc } = wholePath();
		const { who } = importer();
		const stage = growTree(readPath(doc, PATH_ID)).line.at(-1);
		if (stage === undefined) throw new Error('no stage');
		editText(doc, cellId(stage, 'phased'), 'own', 0, 0, 'Not done yet.', who);
		const text = printJson(exportPath(readPath(doc, PATH_ID), new Map()), { indent: '\t' });
		const back = comeBack(
			edited(text, ({ path_data: { steps } }) => {
				steps.push({
					step: 'add_phased_research_conclusion',
					path_index: 1,
					mode: 'user',
					data: { conclusion: 'Half dry.' },
				});
			}),
		);
		expect(back.steps.at(-1)).toMatchObject({ data: { conclusion: 'Half dry.' } });
		const replaced = [...back.snapshot.kept.values()].filter(({ place }) => place === 'replaced');
		expect(replaced.map(({ value }) => value)).toEqual(['Not done yet.']);
	});

	test('[X18] a vendor part that would not come back whole is not believed', () => {
		const text = edited(wholePath().text, ({ path_data: { pathbook } }) => {
			pathbook['texts'] = { ...(pathbook['texts'] as JsonObject), 'not/a/text': 'x' };
		});
		expect(lines(comeBack(text).report)).toContain(
			'kept /data/workflow/peat/path_data/pathbook vendor_part_unreadable',
		);
		const newer = edited(wholePath().text, ({ path_data: { pathbook } }) => {
			pathbook['version'] = '2.0';
		});
		expect(lines(comeBack(newer).report)).toContain(
			'kept /data/workflow/peat/path_data/pathbook vendor_part_unreadable',
		);
	});

	test('[X18] what a newer version adds to our part is kept and written back there', () => {
		const text = edited(wholePath().text, ({ path_data: { pathbook } }) => {
			pathbook['version'] = '1.0';
			pathbook['acts'] = { abc: 'jws' };
			pathbook['weather'] = ['rain'];
		});
		const back = comeBack(text);
		expect(lines(back.report)).toEqual([
			'kept /data/workflow/peat/path_data/pathbook/acts unknown_key',
			'kept /data/workflow/peat/path_data/pathbook/weather unknown_key',
		]);
		expect(back.text).toContain('"jws"');
		expect(back.text).toContain('"rain"');
		expect(comeBack(back.text).text).toBe(back.text);
	});

	test('[X18] changes beside the steps are kept and named, and do not cost us our part', () => {
		const text = edited(wholePath().text, (data) => {
			(data['workflow_info'] as { title: string }).title = 'Another title';
			data['wind'] = 1;
			(data.path_data as unknown as { [key: string]: Json })['path_status'] = 'completed';
		});
		const back = comeBack(text);
		expect(lines(back.report)).toEqual([
			'kept /data/workflow/peat/workflow_info outside_differs',
			'kept /data/workflow/peat/wind unknown_key',
			'changed /data/workflow/peat/path_data/path_status status_contradicts',
		]);
		expect(growTree(back.snapshot).forks).toHaveLength(1);
	});

	test('[X22] what is damaged stays as it is, and is named', () => {
		const { doc, root } = wholePath();
		const odd = { cell: `${root}/goal`, content: { goal: 'forged' } };
		mapsOf(doc).proposals.set('e'.repeat(64), odd);
		mapsOf(doc).stages.set('odd', { after: 5 });
		const text = printJson(exportPath(readPath(doc, PATH_ID), new Map()), { indent: '\t' });
		const back = comeBack(text);
		expect(back.report.kept.map(({ rule, data }) => [rule, data['map'], data['key']])).toEqual(
			expect.arrayContaining([
				['damaged', 'proposals', 'e'.repeat(64)],
				['damaged', 'stages', 'odd'],
			]),
		);
		expect(mapsOf(back.doc).proposals.get('e'.repeat(64))).toEqual(odd);
		expect(back.text).toBe(text);
	});
});

describe('writing a plan', () => {
	test('[X21] a path arrives in one transaction, and nobody has typed its words', () => {
		const [plan] = comeBack(wholePath().text).plans;
		if (!plan) throw new Error('no plan');
		const doc = new Y.Doc();
		let transactions = 0;
		doc.on('afterTransaction', () => (transactions += 1));
		applyPlan(doc, () => new Y.Doc(), plan, { id: 'p', who: importer().who });
		expect(transactions).toBe(1);
		expect(doc.store.clients.has(doc.clientID)).toBe(false);
		expect(mapsOf(doc).clients.size).toBe(0);
		expect(() => applyPlan(doc, () => new Y.Doc(), plan, { id: 'p', who: importer().who })).toThrow();
	});

	test('[X21] a record that is here already keeps its drafts and gets what it lacks', () => {
		const { text, record } = wholePath();
		const [plan] = comeBack(text).plans;
		if (!plan) throw new Error('no plan');
		const here = new Y.Doc();
		const [draftKey] = Object.keys(plan.records[0]?.draft ?? {});
		here.getMap('draft').set(draftKey ?? '', { value: 'mine', by: 'iva', at: 2 });
		applyPlan(new Y.Doc(), () => here, plan, { id: 'p', who: importer().who });
		expect(here.getMap('draft').get(draftKey ?? '')).toEqual({ value: 'mine', by: 'iva', at: 2 });
		expect(readRecord(here, record).versions.size).toBe(2);
	});

	test('[X24] words that began as a proposal go on from it: the next edit doubles nothing', () => {
		const back = comeBack(wholePath().text);
		const [root] = growTree(back.snapshot).line;
		const goal = cellId(root ?? StageId.parse('none'), 'goal');
		const variant = back.snapshot.shown.get(goal) ?? 'own';
		expect(back.snapshot.text(goal, variant)).toBe('Slowly dry the peat.');
		editText(back.doc, goal, variant, 0, 0, 'Very s', importer().who);
		expect(readPath(back.doc, 'imported').text(goal, variant)).toBe('Very sSlowly dry the peat.');
	});

	test('[X2] a cell ticked off changes the file, ticked back it is the same again', () => {
		const { doc, root, text } = wholePath();
		const { who } = importer();
		const before = shownOf(doc, PATH_ID, new Map());
		setCell(doc, cellId(root, 'strategy'), 'done', who);
		expect(shownOf(doc, PATH_ID, new Map()).text).not.toBe(before.text);
		expect(contentHash(text)).toBe(contentHash(wholePath().text));
	});

	test('[X6] a plan that cannot be stored is refused before anything is written', () => {
		const [plan] = comeBack(wholePath().text).plans;
		if (!plan) throw new Error('no plan');
		const broken = { ...plan, maps: { ...plan.maps, log: { l: Number.NaN } } };
		const doc = new Y.Doc();
		expect(() => applyPlan(doc, () => doc, broken, { id: 'p', who: importer().who })).toThrow();
		expect(doc.store.clients.size).toBe(0);
		expect(() => written(plan)).not.toThrow();
		expect(parseJson(written(plan).text).ok).toBe(true);
	});
});
