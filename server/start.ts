// `npm start`: settings first (a typing error should not cost a build), then a build if one is needed, then serve until told to stop.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './app-build.ts';
import { serve, type Handler } from './main.ts';
import { readSettings } from './settings.ts';

const PATIENCE = 5_000;
const root = join(import.meta.dirname, '..');

function stop(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

const settings = readSettings(process.env, root);
if (!settings.ok) stop(settings.error);
if (!(await ensureBuild(root))) stop('Pathbook could not be built; the reason is above.');

const built = pathToFileURL(join(root, 'build', 'handler.js')).href;
const { handler } = (await import(built)) as { handler: Handler }; // written by adapter-node, which documents this export
const serving = await serve(settings.value, handler);
if (!serving.ok) stop(serving.error);
console.log(`Pathbook is at ${serving.value.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void serving.value.close(PATIENCE).then(() => process.exit(0)));
}
