// Compiles messages/ into src/lib/paraglide, so that types, lint and unit tests find the words without starting Vite.
// The compiler only warns when its plugin is missing and then writes no messages at all; that is made an error here.

import { readFileSync } from 'node:fs';
import { compile } from '@inlang/paraglide-js';
import { messageOptions } from './message-options.ts';

await compile(messageOptions);
const written = readFileSync(`${messageOptions.outdir}/messages/_index.js`, 'utf8');
if (!written.includes('app_name')) {
	console.error(
		'No messages were compiled: the message plugin named in project.inlang/settings.json did not load.',
	);
	process.exit(1);
}
