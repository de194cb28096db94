// How the words of the interface are compiled, in one place for Vite and for the command that runs before types and tests.
// The language is a choice of this device and must change without the network, so it lives in localStorage and both languages
// are in the bundle. Refused: the URL or cookie strategies (both want a server's answer for a change of language).

import type { CompilerOptions } from '@inlang/paraglide-js';

export const messageOptions: CompilerOptions = {
	project: './project.inlang',
	outdir: './src/lib/paraglide',
	strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
	localStorageKey: 'pathbook-language',
	emitReadme: false,
};
