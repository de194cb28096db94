// The words as one module per language. The app's bundler wants a module per message, to leave out what a page does not say; Node would open
// 700 files for them, a fifth of a second before the first word. So they are compiled twice, and here imports of the one are led to the other
// where it is there and no older than the messages. Refused: a second way to ask for a message in the code.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where `npm run messages` puts them, inside the project. */
export const QUICK_WORDS = join('.cache', 'words');

const ASKED = '#lib/paraglide/';

/** Leads later imports of the words to the quick ones; false where these are absent or stale, then nothing changes. */
export function takeQuickWords(root: string): boolean {
	const folder = join(root, QUICK_WORDS);
	if (!isFresh(folder, join(root, 'messages'))) return false;
	const base = pathToFileURL(join(folder, '/')).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			specifier.startsWith(ASKED)
				? { url: `${base}${specifier.slice(ASKED.length)}`, format: 'module', shortCircuit: true }
				: next(specifier, context),
	});
	return true;
}

function isFresh(folder: string, messages: string): boolean {
	const made = join(folder, 'made');
	if (!existsSync(made)) return false;
	const { mtimeMs } = statSync(made);
	return readdirSync(messages, { recursive: true, withFileTypes: true }).every(
		(entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= mtimeMs,
	);
}
