// The real process: what only it can show.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printJson } from '#lib/core/json/print.ts';
import { canonical, goal } from '../../core/exchange/sample.ts';
import { here } from './terminal-here.ts';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'server/command-line/main.ts');

function start(
	args: readonly string[],
	options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
) {
	const env = { PATH: process.env['PATH'], ...options.env };
	return spawnSync(process.execPath, [main, ...args], { ...options, env, encoding: 'utf8' });
}

test('[L9] help and the version come without a reader, and a wrong word ends with 2', () => {
	const help = start(['--help']);
	expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' });
	expect(help.stdout).toContain('validate');
	expect(start(['--version']).stdout).toBe('0.1.0\n');
	expect(start(['convrt'])).toMatchObject({ status: 2, stdout: '' });
});

test('[L2] names count from where npm was called, and a reader that goes away is no crash', () => {
	using at = here();
	at.put('p.json', printJson(canonical([goal('Dry it.', null)], 'waiting_for_record')));
	const npm = { npm_lifecycle_event: 'pathbook', INIT_CWD: at.folder };
	expect(
		start(['convert', 'p.json', '--to', 'airalogy', '--out', 'o.json'], { cwd: root, env: npm }),
	).toMatchObject({ status: 0, stdout: '' });
	expect(at.names()).toEqual(['o.json', 'p.json']);
	const piped = spawnSync(
		'sh',
		['-c', `"${process.execPath}" "${main}" convert p.json --to airalogy | true`],
		{ cwd: at.folder, encoding: 'utf8' },
	);
	expect(piped.stderr).not.toMatch(/EPIPE|Error/);
	expect(start(['validate', 'p.json'], { cwd: at.folder })).toMatchObject({ status: 1 });
	expect(start(['validate', '-'], { cwd: at.folder, input: at.text('o.json') })).toMatchObject({
		status: 0,
		stdout: '',
	});
});
