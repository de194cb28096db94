// A wrong variable stops the start; a right one is taken as it is. Folders are real ones, made for the test and removed after it.

import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { test } from '../support/folder.ts';

test('[H7] without variables it is this machine alone, port 4321, the folder data', ({ folder }) => {
	const settings = readSettings({}, folder);
	expect(settings).toMatchObject({
		ok: true,
		value: { host: '127.0.0.1', port: 4321, data: join(folder, 'data'), warnings: [] },
	});
	expect(statSync(join(folder, 'data')).isDirectory()).toBe(true);
});

test.for<[string, string, object]>([
	['PORT', '8080', { port: 8080 }],
	['PORT', '0', { port: 0 }],
	['HOST', '0.0.0.0', { host: '0.0.0.0' }],
	['HOST', '::1', { host: '::1' }],
	['HOST', 'notebook.example', { host: 'notebook.example' }],
	['HOST', '127.0.0.2', { relay: { admission: { kind: 'open' } } }],
	['HOST', '::1', { relay: { admission: { kind: 'open' } } }],
	['HOST', 'localhost', { relay: { admission: { kind: 'open' } } }],
	['HOST', '0.0.0.0', { relay: { admission: { kind: 'claim' } } }],
	['HOST', 'localhost.example', { relay: { admission: { kind: 'claim' } } }],
	['PATHBOOK_ADMISSION', 'claim', { relay: { admission: { kind: 'claim' } } }],
	['PATHBOOK_ORIGINS', '', { relay: { origins: new Set() } }],
	[
		'PATHBOOK_ORIGINS',
		'https://a.example, http://b.example:8080',
		{ relay: { origins: new Set(['https://a.example', 'http://b.example:8080']) } },
	],
	['PATHBOOK_METRICS_TOKEN', 'sixteen-letters!', { relay: { metricsToken: 'sixteen-letters!' } }],
	['PATHBOOK_LOG', 'silent', { relay: { log: 'silent' } }],
	['PATHBOOK_MAX_FRAME', '200kB', { relay: { limits: { frame: 204_800 } } }],
	['PATHBOOK_MAX_FRAME', '2000', { relay: { limits: { frame: 2_000 } } }],
	['PATHBOOK_MAX_ROOM', '1.5 MB', { relay: { limits: { room: 1_572_864 } } }],
	['PATHBOOK_MAX_LAB', '2TB', { relay: { limits: { lab: 2 * 1024 ** 4 } } }],
	['PATHBOOK_MAX_BLOB', '0', { relay: { limits: { blob: 0 } } }],
	['PATHBOOK_MAX_CONNECTIONS', '20', { relay: { limits: { connections: 20 } } }],
	['PATHBOOK_MAX_PRESENCE_IDS', '3', { relay: { limits: { presence: { ids: 3, bytes: 65_536 } } } }],
	[
		'PATHBOOK_MAX_CONECTIONS',
		'20',
		{ warnings: ['PATHBOOK_MAX_CONECTIONS is set, but nothing reads a variable of that name.'] },
	],
	['PATHBOOK_FUZZ_STEPS', '20', { warnings: [] }],
])('[H7] %s=%s is taken', ([name, value, expected], { folder }) => {
	expect(readSettings({ [name]: value }, folder)).toMatchObject({ ok: true, value: expected });
});

test.for<[string, string]>([
	['PORT', ''],
	['PORT', 'http'],
	['PORT', '65536'],
	['PORT', '80.5'],
	['PORT', '-1'],
	['PORT', '0x50'],
	['HOST', ''],
	['HOST', 'http://127.0.0.1'],
	['HOST', '127.0.0.1:80'],
	['HOST', '127.0.0.256'],
	['HOST', '-a'],
	['PATHBOOK_ADMISSION', 'everybody'],
	['PATHBOOK_ADMISSION', ''],
	['PATHBOOK_ORIGINS', 'notes.example.org'],
	['PATHBOOK_ORIGINS', 'https://notes.example.org/'],
	['PATHBOOK_ORIGINS', 'https://a.example,*'],
	['PATHBOOK_ORIGINS', 'file://'],
	['PATHBOOK_LABS', 'L'.repeat(43)],
	['PATHBOOK_METRICS_TOKEN', 'short'],
	['PATHBOOK_METRICS_TOKEN', ''],
	['PATHBOOK_LOG', 'loud'],
	['PATHBOOK_MAX_FRAME', 'much'],
	['PATHBOOK_MAX_FRAME', ''],
	['PATHBOOK_MAX_FRAME', '-1'],
	['PATHBOOK_MAX_FRAME', '1GB'],
	['PATHBOOK_MAX_FRAME', '16 mega'],
	['PATHBOOK_MAX_ROOM', '1e9'],
	['PATHBOOK_MAX_LAB', '9999999TB'],
	['PATHBOOK_MAX_CONNECTIONS', '0'],
	['PATHBOOK_MAX_CONNECTIONS', '2.5'],
	['PATHBOOK_MAX_RATE', '1'],
	['PATHBOOK_DATA', ''],
	['PATHBOOK_DATA', 'a/b'],
	['PATHBOOK_DATA', 'file'],
])('[H7] %s="%s" is refused in one sentence that names it', ([name, value], { folder }) => {
	writeFileSync(join(folder, 'file'), '');
	const settings = readSettings({ [name]: value }, folder);
	const sentence: unknown = expect.stringMatching(new RegExp(`^${name} is [^\\n]+\\.$`));
	expect(settings).toEqual({ ok: false, error: sentence });
});

test.for<[string, Record<string, string>]>([
	['PATHBOOK_LABS', { PATHBOOK_ADMISSION: 'list' }],
	['PATHBOOK_LABS', { PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: ' , ' }],
	['PATHBOOK_LABS', { PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: 'short' }],
])('[H7] %s is wanted and right where the labs are a list: %o', ([name, env], { folder }) => {
	const sentence: unknown = expect.stringMatching(new RegExp(`^${name} [^\\n]+\\.$`));
	expect(readSettings(env, folder)).toEqual({ ok: false, error: sentence });
});

test('[H7] a list of labs is taken', ({ folder }) => {
	const [one, two] = ['L'.repeat(43), 'M'.repeat(43)];
	const env = { PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: `${one},${two}` };
	expect(readSettings(env, folder)).toMatchObject({
		ok: true,
		value: { relay: { admission: { kind: 'list', labs: new Set([one, two]) } } },
	});
});

test('[H7] a wrong variable leaves no folder behind', ({ folder }) => {
	expect(readSettings({ PATHBOOK_LOG: 'loud' }, folder).ok).toBe(false);
	expect(existsSync(join(folder, 'data'))).toBe(false);
});
