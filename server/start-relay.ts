// `npm run relay`: the relay alone, without the web app, with the same variables.

import { join } from 'node:path';
import { serve } from './main.ts';
import { keepHeapLean } from './lean-heap.ts';
import { readSettings } from './settings.ts';
import { createLog } from './relay/log.ts';
import { openRelay } from './relay/relay.ts';
import { stopOnSignals } from './stopping.ts';

function stop(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

keepHeapLean();
const settings = readSettings(process.env, join(import.meta.dirname, '..'));
if (!settings.ok) stop(settings.error);
for (const warning of settings.value.warnings) console.error(warning);
const log = createLog(settings.value.relay.log);
const relay = await openRelay(settings.value.data, settings.value.relay, log, (line) => console.log(line));
if (!relay.ok) stop(relay.error);
const serving = await serve(settings.value, undefined, relay.value);
if (!serving.ok) stop(serving.error);
console.log(`The relay is at ${serving.value.url}`);
stopOnSignals(serving.value);
