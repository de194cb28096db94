// `npm run -s pathbook -- COMMAND …`: the entry, which holds what belongs to this process (its streams, its folder, its clock) and nothing else.
// Commands are loaded when they are called, so that help and a mistyped word cost no parser. Refused: process.exit at the end, which would
// cut off what a pipe has not taken yet.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { takeQuickWords } from './quick-words.ts';
import { processTerminal } from './terminal.ts';

const root = join(import.meta.dirname, '../..');
enableCompileCache(join(root, '.cache', 'compiled')); // half of a start is reading TypeScript; where nothing can be kept, nothing changes
takeQuickWords(root);
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2), processTerminal(process, root));
