// `npm start`: settings first (a typing error should not cost a build), then a build if one is needed, then serve until told to stop, the
// relay beside the app at the same port.
// A folder named as the argument is served as it is, without asking whether it is fresh: that is how the browser tests serve a copy.

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './app-build.ts';
import { serve, type Handler } from './main.ts';
import { createLog } from './relay/log.ts';
import { openRelay } from './relay/relay.ts';
import { keepHeapLean } from './lean-heap.ts';
import { readSettings } from './settings.ts';
import { stopOnSignals } from './stopping.ts';

const root = join(import.meta.dirname, '..');
const given = process.argv[2];

function stop(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

keepHeapLean();
const settings = readSettings(process.env, root);
if (!settings.ok) stop(settings.error);
for (const warning of settings.value.warnings) console.error(warning);
if (given === undefined && !(await ensureBuild(root)))
	stop('Pathbook could not be built; the reason is above.');

const built = pathToFileURL(join(given === undefined ? join(root, 'build') : resolve(given), 'handler.js'));
const { handler } = (await import(built.href)) as { handler: Handler }; // written by adapter-node, which documents this export
const log = createLog(settings.value.relay.log);
const relay = await openRelay(settings.value.data, settings.value.relay, log, (line) => console.log(line));
if (!relay.ok) stop(relay.error);
const serving = await serve(settings.value, handler, relay.value);
if (!serving.ok) stop(serving.error);
console.log(`Pathbook is at ${serving.value.url}`);
stopOnSignals(serving.value);
