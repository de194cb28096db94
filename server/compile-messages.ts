// Compiles messages/ into src/lib/paraglide, so that types, lint and unit tests find the words without starting Vite, and once more as one
// module per language, which is what the command line starts with (command-line/quick-words.ts says why).
// The compiler only warns when its plugin is missing and then writes no messages at all; that is made an error here.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { QUICK_WORDS } from './command-line/quick-words.ts';
import { messageOptions } from './message-options.ts';

const began = new Date().toISOString();
await compile(messageOptions);
const written = readFileSync(`${messageOptions.outdir}/messages/_index.js`, 'utf8');
if (!written.includes('app_name')) {
	console.error(
		'No messages were compiled: the message plugin named in project.inlang/settings.json did not load.',
	);
	process.exit(1);
}
await compile({ ...messageOptions, outdir: QUICK_WORDS, outputStructure: 'locale-modules' });
writeFileSync(join(QUICK_WORDS, 'made'), began);
