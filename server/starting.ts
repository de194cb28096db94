// What starting a server comes to: settings first (a typing error should not cost a build), then a build if one is needed, then the relay, then
// the port, until told to stop. Loaded by the two files that people start, after they set up the heap.

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './app-build.ts';
import { serve, type Handler } from './main.ts';
import { createLog } from './relay/log.ts';
import { openRelay } from './relay/relay.ts';
import { readSettings } from './settings.ts';
import { stopOnSignals } from './stopping.ts';

const root = join(import.meta.dirname, '..');

/** The web app and the relay at one port. A folder is served as it is, without asking whether it is fresh; else a build is made if needed. */
export async function startAppAndRelay(folder: string | undefined): Promise<void> {
	await start('Pathbook is at', async () => {
		if (folder === undefined && !(await ensureBuild(root))) {
			stop('Pathbook could not be built; the reason is above.');
		}
		const built = pathToFileURL(
			join(folder === undefined ? join(root, 'build') : resolve(folder), 'handler.js'),
		);
		const { handler } = (await import(built.href)) as { handler: Handler }; // written by adapter-node, which documents this export
		return handler;
	});
}

/** The relay alone. */
export async function startRelay(): Promise<void> {
	await start('The relay is at', () => Promise.resolve(undefined));
}

async function start(what: string, app: () => Promise<Handler | undefined>): Promise<void> {
	const settings = readSettings(process.env, root);
	if (!settings.ok) stop(settings.error);
	for (const warning of settings.value.warnings) console.error(warning);
	const handler = await app();
	const log = createLog(settings.value.relay.log);
	const relay = await openRelay(settings.value.data, settings.value.relay, log, (line) => console.log(line));
	if (!relay.ok) stop(relay.error);
	const serving = await serve(settings.value, handler, relay.value);
	if (!serving.ok) {
		await relay.value.close();
		stop(serving.error);
	}
	console.log(`${what} ${serving.value.url}`);
	stopOnSignals(serving.value);
}

function stop(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}
