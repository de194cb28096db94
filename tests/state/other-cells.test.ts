// Cells that no stage of this version is made of: what holds words is on the screen, whoever wrote them and whenever they arrive.
// @vitest-environment happy-dom

import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { writeText } from '#lib/app/verbs/cells.ts';
import { goOn } from '#lib/app/verbs/stages.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import type { StageId } from '#lib/core/path/names.ts';
import { NotebookState } from '#lib/state/notebook.svelte.ts';
import { cell, Device, must, openNew, rootOf } from '../app/device.ts';
import { watching } from './watching.svelte.ts';

const devices: Device[] = [];
afterEach(async () => {
	for (const device of devices.splice(0)) await device.close();
});

async function open() {
	const device = new Device();
	devices.push(device);
	const notebook = await openNew(device.app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const state = new NotebookState(notebook);
	const kinds = (of: StageId): string[] => state.stage(of).current.cells.map((id) => id.split('/')[1] ?? '');
	return { notebook, stage, state, kinds };
}

test('[N19] words in a cell of an unknown kind are seen though nobody gave the cell a state', async () => {
	const { notebook, stage, kinds } = await open();
	must(writeText(notebook, cell(stage, 'weather'), 'own', { at: 0, remove: 0, insert: 'Rain.' }));
	must(writeText(notebook, cell(rootOf(notebook), 'ethics'), 'own', { at: 0, remove: 0, insert: 'None.' }));
	expect(kinds(stage)).toEqual(['values', 'record', 'phased', 'weather', 'note']);
	expect(kinds(rootOf(notebook))).toEqual(['goal', 'strategy', 'ethics', 'note']);
});

test('[N19] words in a known cell of another kind of stage are seen, in the usual order, before unknown kinds', async () => {
	const { notebook, stage, kinds } = await open();
	for (const kind of ['weather', 'final', 'goal'])
		must(writeText(notebook, cell(stage, kind), 'own', { at: 0, remove: 0, insert: kind }));
	expect(kinds(stage)).toEqual(['values', 'record', 'phased', 'goal', 'final', 'weather', 'note']);
});

test('[N19] a cell whose words are gone again, without a state, takes no room', async () => {
	const { notebook, stage, kinds } = await open();
	must(writeText(notebook, cell(stage, 'weather'), 'own', { at: 0, remove: 0, insert: 'Rain.' }));
	must(writeText(notebook, cell(stage, 'weather'), 'own', { at: 0, remove: 5, insert: '' }));
	expect(kinds(stage)).toEqual(['values', 'record', 'phased', 'note']);
});

test('[N19] words that arrive from somebody else appear at once, and only then is the frame made anew', async () => {
	const { notebook, stage, state, kinds } = await open();
	const theirs = new Y.Doc();
	Y.applyUpdate(theirs, Y.encodeStateAsUpdate(notebook.doc));
	const seen: string[][] = [];
	const outlines = new Set<unknown>();
	const stop = watching(() => {
		seen.push(kinds(stage));
		outlines.add(state.outline.current);
	});
	flushSync();
	const say = (at: number, words: string): void => {
		must(editText(theirs, cell(stage, 'weather'), 'own', at, 0, words, notebook.who()));
		Y.applyUpdate(notebook.doc, Y.encodeStateAsUpdate(theirs));
		flushSync();
	};
	say(0, 'Rain');
	expect(seen.at(-1)).toEqual(['values', 'record', 'phased', 'weather', 'note']);
	const before = outlines.size;
	say(4, ', then wind');
	expect(outlines.size).toBe(before);
	stop();
});
