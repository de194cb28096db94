// What every Catalogue must do.

import { expect, test } from 'vitest';
import { DefinitionHash, PathId } from '#lib/core/path/names.ts';
import type { Catalogue, CatalogueEntry } from '#lib/ports.ts';

/** `make` gives a device; each call of what it returns is one more tab of it. */
export function catalogueContract(name: string, make: () => () => Catalogue): void {
	test(`${name} [A24] paths and definitions put here are there in every tab, until they are erased`, async () => {
		const tab = make();
		await tab().putPath(entry('a', 1));
		await tab().putPath(entry('b', 3));
		await tab().putPath(entry('c', 2));
		await tab().putPath({ ...entry('a', 1), title: 'renamed' });
		const listed = await tab().paths();
		expect(listed.ok && listed.value.map((e) => e.id)).toEqual(['b', 'c', 'a']);
		expect(listed.ok && listed.value[2]).toEqual({ ...entry('a', 1), title: 'renamed' });
		await tab().erasePath(PathId.parse('b'));
		const left = await tab().paths();
		expect(left.ok && left.value.map((e) => e.id)).toEqual(['c', 'a']);

		const hash = DefinitionHash.parse('0'.repeat(64));
		const definition = { workflow: WORKFLOW, protocols: [] };
		await tab().putDefinition({ hash, definition, example: null, addedAt: 5 });
		const definitions = await tab().definitions();
		expect(definitions.ok && definitions.value).toEqual([{ hash, definition, example: null, addedAt: 5 }]);
		await tab().eraseDefinition(hash);
		expect(await tab().definitions()).toEqual({ ok: true, value: [] });
	});

	test(`${name} [A25] a setting comes back as it was put, and is undefined before`, async () => {
		const tab = make();
		expect(await tab().setting('line/a')).toEqual({ ok: true, value: undefined });
		await tab().putSetting('line/a', { tip: 'x' });
		expect(await tab().setting('line/a')).toEqual({ ok: true, value: { tip: 'x' } });
	});

	test(`${name} [A26] who watches hears of every change, and of none after letting go`, async () => {
		const tab = make();
		let heard = 0;
		let later = 0;
		const stop = tab().watch(() => (heard += 1));
		await tab().putPath(entry('a', 1));
		await expect.poll(() => heard).toBeGreaterThan(0);
		heard = 0;
		await tab().putSetting('k', 1);
		await expect.poll(() => heard).toBeGreaterThan(0);
		stop();
		heard = 0;
		const stopLater = tab().watch(() => (later += 1));
		await tab().erasePath(PathId.parse('a'));
		await expect.poll(() => later).toBeGreaterThan(0);
		expect(heard).toBe(0);
		stopLater();
	});
}

export function entry(id: string, changedAt: number): CatalogueEntry {
	return {
		id: PathId.parse(id),
		lab: 'lab',
		title: `Path ${id}`,
		workflowTitle: 'Drying',
		status: 'waiting_for_record',
		stageTitle: 'Weighing',
		stages: 3,
		paused: false,
		createdAt: 1,
		changedAt,
		openedAt: 2,
		example: null,
		importedFrom: null,
		removedAt: null,
		records: ['r1'],
		files: ['f'.repeat(64)],
		knownAs: [],
	};
}

const WORKFLOW = {
	id: 'drying',
	title: 'Drying',
	nodes: [],
	edges: [],
	logic: '',
	initial: null,
	defaultGoal: '',
	defaultStrategy: '',
	form: 'info' as const,
	source: {},
};
