// What every DocumentStore must do, whatever it is made of. A device outlives its pages; a page is one DocumentStore.

import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { DocumentStore, StorageFault, StoredDocument } from '#lib/ports.ts';

export interface Device {
	/** A page (tab) on this device. */
	page(): DocumentStore;
	/** How many rows stand under a name; 0 where there is no document. */
	rows(name: string): Promise<number>;
	/** From now on writing fails so, until it is called with undefined. */
	fail(fault: StorageFault | undefined): void;
}

export function documentsContract(name: string, make: () => Device): void {
	test(`${name} [A1] what was edited is there after the page has gone`, async () => {
		const device = make();
		const first = device.page().open('lab/path/a');
		expect(await first.loaded).toEqual({ ok: true, value: { empty: true } });
		type(first, 'Soil');
		type(first, ' samples');
		expect((await first.flush()).ok).toBe(true);

		const second = device.page().open('lab/path/a');
		expect(await second.loaded).toEqual({ ok: true, value: { empty: false } });
		expect(words(second)).toBe('Soil samples');
	});

	test(`${name} [A2] saved is said only after the edit is kept, and loading before anything is known`, async () => {
		const device = make();
		const stored = device.page().open('lab/path/a');
		const seen: string[] = [stored.state.at];
		stored.watch(() => seen.push(stored.state.at));
		await stored.loaded;
		type(stored, 'x');
		expect(stored.state.at).toBe('saving');
		await stored.flush();
		expect(seen).toEqual(['loading', 'saved', 'saving', 'saved']);
		expect(await device.rows('lab/path/a')).toBe(1);
	});

	test(`${name} [A3] opening writes nothing`, async () => {
		const device = make();
		const made = device.page().open('lab/path/a');
		await made.loaded;
		type(made, 'x');
		await made.close();
		const before = await device.rows('lab/path/a');
		for (let n = 0; n < 20; n++) {
			const again = device.page().open('lab/path/a');
			await again.loaded;
			await again.close();
		}
		expect(await device.rows('lab/path/a')).toBe(before);
		const absent = device.page().open('lab/path/none');
		await absent.loaded;
		await absent.close();
		expect(await device.page().exists('lab/path/none')).toEqual({ ok: true, value: false });
	});

	test(`${name} [A34] a place is made once before anybody types, and the first word stands in it`, async () => {
		const device = make();
		const stored = device.page().open('lab/record/a');
		expect(await stored.prepare()).toEqual({ ok: true, value: undefined });
		const place = await device.rows('lab/record/a');
		const said: string[] = [];
		stored.watch(() => said.push(stored.state.at));
		await stored.prepare();
		expect(await device.rows('lab/record/a')).toBe(place);
		expect(said, 'asking again is no work').toEqual([]);
		type(stored, 'first');
		await stored.flush();
		await stored.close();
		const again = device.page().open('lab/record/a');
		await again.loaded;
		await again.prepare();
		expect(words(again)).toBe('first');
		expect(await device.rows('lab/record/a')).toBe(place + 1);
	});

	test(`${name} [A4] what cannot be written stays, is said, and is written once it can be`, async () => {
		const device = make();
		const stored = device.page().open('lab/path/a');
		await stored.loaded;
		device.fail({ why: 'quota', detail: 'full' });
		type(stored, 'kept in memory');
		expect(await stored.flush()).toMatchObject({ ok: false, error: { why: 'quota' } });
		expect(stored.state).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
		device.fail(undefined);
		expect((await stored.retry()).ok).toBe(true);
		expect(stored.state.at).toBe('saved');
		const again = device.page().open('lab/path/a');
		await again.loaded;
		expect(words(again)).toBe('kept in memory');
	});

	test(`${name} [A5] a document whose last words are not kept outlives its screen`, async () => {
		const device = make();
		const page = device.page();
		const stored = page.open('lab/path/a');
		await stored.loaded;
		device.fail({ why: 'quota', detail: 'full' });
		type(stored, 'last words');
		await stored.close();
		const again = page.open('lab/path/a');
		expect(words(again)).toBe('last words');
		device.fail(undefined);
		expect((await again.retry()).ok).toBe(true);
		await again.close();
		const later = device.page().open('lab/path/a');
		await later.loaded;
		expect(words(later)).toBe('last words');
	});

	test(`${name} [A6] the same name opened twice is one document, until the last one lets go`, async () => {
		const device = make();
		const page = device.page();
		const one = page.open('lab/path/a');
		const two = page.open('lab/path/a');
		expect(two.doc).toBe(one.doc);
		await one.loaded;
		await one.close();
		await one.close();
		type(two, 'still here');
		expect((await two.flush()).ok).toBe(true);
		await two.close();
		const three = page.open('lab/path/a');
		await three.loaded;
		expect(three.doc).not.toBe(one.doc);
		expect(three.doc.clientID).not.toBe(one.doc.clientID);
		expect(words(three)).toBe('still here');
	});

	test(`${name} [A7] a removed document is gone, and what was open of it is not written any more`, async () => {
		const device = make();
		const page = device.page();
		const stored = page.open('lab/path/a');
		await stored.loaded;
		type(stored, 'x');
		await stored.flush();
		expect(await page.exists('lab/path/a')).toEqual({ ok: true, value: true });
		expect((await page.remove('lab/path/a')).ok).toBe(true);
		expect(stored.state).toMatchObject({ at: 'failed', fault: { why: 'closed' } });
		type(stored, 'y');
		expect((await stored.retry()).ok).toBe(false);
		await stored.close();
		expect(await page.exists('lab/path/a')).toEqual({ ok: true, value: false });
	});

	test(`${name} [A8] many rows become one, and nothing in them is lost`, async () => {
		const device = make();
		const one = device.page().open('lab/path/a');
		const two = device.page().open('lab/path/a');
		await one.loaded;
		await two.loaded;
		for (let n = 0; n < 30; n++) {
			type(one, 'a');
			await one.flush();
			type(two, 'b');
			await two.flush();
		}
		await expect.poll(() => device.rows('lab/path/a'), { interval: 5, timeout: 2000 }).toBeLessThan(25);
		const later = device.page().open('lab/path/a');
		await later.loaded;
		expect(words(later).replaceAll('b', '')).toBe('a'.repeat(30));
		expect(words(later).replaceAll('a', '')).toBe('b'.repeat(30));
	});

	test(`${name} [A36] a finished document is kept without being opened, and added where there is one`, async () => {
		const device = make();
		const page = device.page();
		expect(await page.put('lab/path/a', finished('Soil'))).toEqual({ ok: true, value: { made: true } });
		const stored = page.open('lab/path/a');
		await stored.loaded;
		expect(words(stored)).toBe('Soil');
		const added = await page.put('lab/path/a', finished(' and sand'));
		expect(added).toEqual({ ok: true, value: { made: false } });
		expect(words(stored)).toHaveLength('Soil and sand'.length);
		await stored.close();
		await page.put('lab/path/a', finished('!'));
		const later = device.page().open('lab/path/a');
		await later.loaded;
		expect(words(later)).toHaveLength('Soil and sand!'.length);
	});

	test(`${name} [A36] a finished document that cannot be kept leaves nothing`, async () => {
		const device = make();
		device.fail({ why: 'quota', detail: 'full' });
		expect(await device.page().put('lab/path/a', finished('x'))).toMatchObject({ ok: false });
		device.fail(undefined);
		expect(await device.page().exists('lab/path/a')).toEqual({ ok: true, value: false });
	});

	test(`${name} [A37] a document is read as its updates, an open one as it is in memory`, async () => {
		const device = make();
		const page = device.page();
		expect(await page.updates('lab/path/a')).toEqual({ ok: true, value: undefined });
		expect(await page.exists('lab/path/a')).toEqual({ ok: true, value: false });
		const stored = page.open('lab/path/a');
		await stored.loaded;
		expect(await page.updates('lab/path/a')).toEqual({ ok: true, value: undefined });
		type(stored, 'kept');
		await stored.flush();
		expect(textOf(await device.page().updates('lab/path/a'))).toBe('kept');
		device.fail({ why: 'quota', detail: 'full' });
		type(stored, ' not yet');
		expect(textOf(await page.updates('lab/path/a'))).toBe('kept not yet');
	});
}

function finished(text: string): Uint8Array {
	const doc = new Y.Doc();
	doc.getText('words').insert(0, text);
	return Y.encodeStateAsUpdate(doc);
}

function textOf(updates: Awaited<ReturnType<DocumentStore['updates']>>): string {
	const doc = new Y.Doc();
	for (const update of (updates.ok && updates.value) || []) Y.applyUpdate(doc, update);
	return doc.getText('words').toString();
}

function type(stored: StoredDocument, text: string): void {
	const words = stored.doc.getText('words');
	words.insert(words.length, text);
}

function words(stored: StoredDocument): string {
	return stored.doc.getText('words').toString();
}
