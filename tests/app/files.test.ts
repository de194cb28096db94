// Files stay while something refers to them, and no longer.

import { afterEach, expect, test } from 'vitest';
import { sha256Hex } from '#lib/core/json/hash.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { Device, DRYING, must } from './device.ts';

const devices: Device[] = [];
afterEach(async () => {
	for (const device of devices.splice(0)) await device.close();
});

const bytes = new TextEncoder().encode('<svg/>');
const sha256 = sha256Hex(bytes);
const WITH_FILE: Definition = {
	...DRYING,
	protocols: DRYING.protocols.map((protocol) => ({
		...protocol,
		files: [{ path: 'files/tray.svg', sha256, size: bytes.length }],
	})),
};

async function setUp() {
	const device = new Device();
	devices.push(device);
	const app = device.app();
	must(await app.files.put(sha256, bytes));
	const isHere = async () => must(await app.files.has(sha256));
	return { app, isHere };
}

test('[N14] erasing a path takes the files that only it refers to', async () => {
	const { app, isHere } = await setUp();
	const one = must(await app.library.create({ title: 'One', definition: WITH_FILE }));
	const two = must(await app.library.create({ title: 'Two', definition: WITH_FILE }));
	must(await app.library.erasePath(one));
	expect(await isHere()).toBe(true);
	must(await app.library.removePath(two));
	expect(await isHere()).toBe(true);
	must(await app.library.erasePath(two));
	expect(await isHere()).toBe(false);
});

test('[N22] a definition that is removed takes its files, and brings them back', async () => {
	const { app, isHere } = await setUp();
	const hash = must(await app.library.addDefinition(WITH_FILE));
	const removed = must(await app.library.removeDefinition(hash));
	expect(await isHere()).toBe(false);
	if (removed === null) throw new Error('it was there');
	must(await app.library.restoreDefinition(removed));
	expect(must(await app.files.get(sha256))).toEqual(bytes);
	expect(must(await app.catalogue.definitions()).map((stored) => stored.hash)).toEqual([hash]);
});

test('[N22] a file that a path refers to stays when the definition goes', async () => {
	const { app, isHere } = await setUp();
	must(await app.library.create({ title: 'One', definition: WITH_FILE }));
	const hash = must(await app.library.addDefinition(WITH_FILE));
	must(await app.library.removeDefinition(hash));
	expect(await isHere()).toBe(true);
});

test('[N14] a file stays while the library refers to it', async () => {
	const { app, isHere } = await setUp();
	const id = must(await app.library.create({ title: 'One', definition: WITH_FILE }));
	must(await app.library.addDefinition(WITH_FILE));
	must(await app.library.erasePath(id));
	expect(await isHere()).toBe(true);
});
