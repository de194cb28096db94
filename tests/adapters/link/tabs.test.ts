// Two or three tabs over real BroadcastChannels and one disk.

import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { BrowserTabs } from '#lib/adapters/link/tabs.ts';
import { memoryDocuments, MemoryDisk } from '#lib/adapters/storage/memory.ts';
import { OtherTab } from '#lib/adapters/storage/other-tab.ts';
import type { StoredDocument } from '#lib/ports.ts';

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

test('[A20] a tab that joins gets what others have and gives what it has, then edits pass at once', async () => {
	const { tab } = device();
	const one = await tab();
	const two = await tab({ before: (doc) => doc.getText('t').insert(0, 'two') });
	one.doc.getText('u').insert(0, 'one');
	await expect.poll(() => [text(one, 't'), text(two, 'u')]).toEqual(['two', 'one']);
	two.doc.getText('t').insert(3, '!');
	await expect.poll(() => text(one, 't')).toBe('two!');
});

test('[A20] nothing that was received is sent on', async () => {
	const { tab, name } = device();
	const one = await tab();
	await tab();
	const sent: unknown[] = [];
	const ear = channel(name, (data) => sent.push(data));
	one.doc.getText('t').insert(0, 'once');
	ear.postMessage({ v: 1, type: 'hello', from: 1, vector: new Uint8Array([0]), answer: true });
	// Both tabs answer the greeting, so whatever the edit caused has been heard by then.
	await expect.poll(() => updates(sent, 1).length).toBe(2);
	expect(updates(sent, null).length).toBe(1);
});

test('[A21] an edit makes one row, however many tabs are open', async () => {
	const { tab, disk, name } = device();
	const tabs = [await tab(), await tab(), await tab(), await tab()];
	const [one, ...others] = tabs;
	for (let n = 0; n < 50; n++) {
		one?.doc.getText('t').insert(0, 'k');
		await one?.flush();
	}
	for (const other of others) {
		await expect.poll(() => text(other, 't').length).toBe(50);
		await expect.poll(() => other.state.at).toBe('saved');
	}
	expect(disk.rows.get(name)?.length).toBe(50);
});

test('[A22] what a tab broadcast and never wrote is written by those that heard it', async () => {
	for (const end of ['dies', 'leaves', 'fails'] as const) {
		const { tab, disk, name } = device(end === 'dies' ? 20 : 60_000);
		const survivor = await tab();
		const doc = new Y.Doc();
		doc.getText('t').insert(0, end);
		const dying = channel(name, () => undefined);
		const from = doc.clientID;
		dying.postMessage({ v: 1, type: 'update', from, to: null, n: 1, update: Y.encodeStateAsUpdate(doc) });
		await expect.poll(() => text(survivor, 't')).toBe(end);
		if (end !== 'dies') expect(survivor.state.at).toBe('saving');
		if (end === 'leaves') dying.postMessage({ v: 1, type: 'bye', from });
		if (end === 'fails') dying.postMessage({ v: 1, type: 'kept', from, n: 1, kept: false });
		await expect.poll(() => disk.rows.get(name)?.length).toBe(1);
		await expect.poll(() => survivor.state.at).toBe('saved');
	}
});

test('[A23] what another version says is ignored and counted', async () => {
	const { tab, name, links } = device();
	const one = await tab();
	const stranger = channel(name, () => undefined);
	const bytes = new Uint8Array([250, 250, 250, 250]);
	stranger.postMessage('hello');
	stranger.postMessage({ v: 2, type: 'update', from: 1, to: null, n: 1, update: bytes });
	stranger.postMessage({ v: 1, type: 'update', from: 1, to: null, n: 1, update: bytes });
	stranger.postMessage({ v: 1, type: 'hello', from: 1, vector: bytes, answer: false });
	await expect.poll(() => links[0]?.ignored).toBe(4);
	one.doc.getText('t').insert(0, 'still working');
	expect((await one.flush()).ok).toBe(true);
});

test('[A20] an edit of another tab is marked as such, so that undo and storage leave it alone', async () => {
	const { tab } = device();
	const one = await tab();
	const two = await tab();
	const origins: unknown[] = [];
	two.doc.on('update', (_update: Uint8Array, origin: unknown) => origins.push(origin));
	one.doc.getText('t').insert(0, 'x');
	await expect.poll(() => origins.length).toBe(1);
	expect(origins[0]).toBeInstanceOf(OtherTab);
});

function device(confirmMs = 60_000) {
	const disk = new MemoryDisk();
	const name = `lab/path/${crypto.randomUUID()}`;
	const links: BrowserTabs[] = [];
	const tab = async (options: { before?: (doc: Y.Doc) => void } = {}): Promise<StoredDocument> => {
		const link = new BrowserTabs(confirmMs);
		links.push(link);
		const stored = memoryDocuments(disk).open(name);
		await stored.loaded;
		options.before?.(stored.doc);
		closing.push(link.join(stored));
		return stored;
	};
	return { disk, name, tab, links };
}

function channel(name: string, heard: (data: unknown) => void): BroadcastChannel {
	const open = new BroadcastChannel(`pathbook/${name}`);
	open.onmessage = (event: MessageEvent<unknown>) => heard(event.data);
	closing.push(() => open.close());
	return open;
}

function updates(sent: readonly unknown[], to: number | null): unknown[] {
	return sent.filter((m) => {
		const message = m as { type: string; to: number | null }; // sent by the code under test
		return message.type === 'update' && message.to === to;
	});
}

function text(stored: StoredDocument, name: string): string {
	return stored.doc.getText(name).toString();
}
