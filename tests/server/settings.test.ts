// A wrong variable stops the start; a right one is taken as it is. Folders are real ones, made for the test and removed after it.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { test } from '../support/folder.ts';

test('[H7] without variables it is this machine alone, port 4321, the folder data', ({ folder }) => {
	const settings = readSettings({}, folder);
	expect(settings).toEqual({
		ok: true,
		value: { host: '127.0.0.1', port: 4321, data: join(folder, 'data') },
	});
	expect(statSync(join(folder, 'data')).isDirectory()).toBe(true);
});

test.for<[string, string, object]>([
	['PORT', '8080', { port: 8080 }],
	['PORT', '0', { port: 0 }],
	['HOST', '0.0.0.0', { host: '0.0.0.0' }],
	['HOST', '::1', { host: '::1' }],
	['HOST', 'notebook.example', { host: 'notebook.example' }],
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
	['PATHBOOK_DATA', ''],
	['PATHBOOK_DATA', 'a/b'],
	['PATHBOOK_DATA', 'file'],
])('[H7] %s="%s" is refused in one sentence that names it', ([name, value], { folder }) => {
	writeFileSync(join(folder, 'file'), '');
	const settings = readSettings({ [name]: value }, folder);
	const sentence: unknown = expect.stringMatching(new RegExp(`^${name} is [^\\n]+\\.$`));
	expect(settings).toEqual({ ok: false, error: sentence });
});
