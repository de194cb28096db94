// The language of the interface as something components read. Compiled messages ask for the locale at every call; giving them
// this reactive one makes each `{m.some_key()}` on screen follow a change by itself, without a reload and so without the network.
// Refused: paraglide's own reload on change (fails offline, closes editors) and a {#key} around the app (loses focus and scroll).

import { createContext } from 'svelte';
import { getLocale, locales, overwriteGetLocale, setLocale, type Locale } from '#lib/paraglide/runtime.js';

export class Language {
	#current: Locale = $state(getLocale());

	/** The languages there are, as paraglide names them. */
	readonly all: readonly Locale[] = locales;

	constructor() {
		overwriteGetLocale(() => this.#current);
	}

	get current(): Locale {
		return this.#current;
	}

	/** The BCP 47 tag for `lang` attributes; the script is named, else Chinese may be drawn with Japanese glyphs. */
	get tag(): 'en' | 'zh-Hans' {
		return this.#current === 'zh' ? 'zh-Hans' : 'en';
	}

	/** Changes the language here and for the next visit of this device. */
	choose(locale: Locale): void {
		this.#current = locale;
		void setLocale(locale, { reload: false });
	}
}

export const [useLanguage, provideLanguage] = createContext<Language>();
