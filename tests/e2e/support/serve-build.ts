// Serves a copy of the build at a port nobody else has, so that a build made meanwhile cannot pull the files from under a test.
// Refused: Playwright's webServer option, which needs a port before anybody has opened it.

import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from '../../../server/app-build.ts';
import { ensureChromium } from '../../support/chromium.ts';

const root = join(import.meta.dirname, '../../..');

/** Playwright's global set-up: names the app's address in PATHBOOK_E2E_URL and returns how to stop it. */
export default async function serveBuild(): Promise<() => Promise<void>> {
	ensureChromium();
	if (!(await ensureBuild(root))) throw new Error('The app could not be built.');
	mkdirSync(join(root, '.cache'), { recursive: true });
	const folder = mkdtempSync(join(root, '.cache', 'e2e-')); // inside the project, so that the copy finds node_modules
	cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true });
	const server = spawn(process.execPath, [join(root, 'server/start.ts'), join(folder, 'build')], {
		env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PATHBOOK_DATA: join(folder, 'data') },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	process.env['PATHBOOK_E2E_URL'] = await addressOf(server);
	return async () => {
		const ended = new Promise((resolve) => server.once('exit', resolve));
		server.kill('SIGTERM');
		await ended;
		rmSync(folder, { recursive: true, force: true });
	};
}

function addressOf(server: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let printed = '';
		server.stdout?.on('data', (part: Buffer) => {
			printed += part.toString();
			const address = /http:\/\/\S+/.exec(printed)?.[0];
			if (address !== undefined) resolve(address);
		});
		server.once('exit', (code) =>
			reject(new Error(`The server ended with ${String(code)} before it listened.`)),
		);
	});
}
