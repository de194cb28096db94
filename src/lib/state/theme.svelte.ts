// Light, dark, or as the device says. Kept on this device only; the page's own script sets it before the first paint would show.

import { createContext } from 'svelte';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'pathbook-theme';

function stored(): Theme {
	try {
		const value = localStorage.getItem(KEY);
		return value === 'light' || value === 'dark' ? value : 'system';
	} catch {
		// No storage in this window: the device's own theme is the honest answer.
		return 'system';
	}
}

export class ThemeChoice {
	#current: Theme = $state(stored());

	get current(): Theme {
		return this.#current;
	}

	/** Changes the theme here and, where the browser keeps anything, for the next visit. */
	choose(theme: Theme): void {
		this.#current = theme;
		try {
			if (theme === 'system') localStorage.removeItem(KEY);
			else localStorage.setItem(KEY, theme);
		} catch {
			// The choice still holds for this page; there is nowhere to keep it longer.
			return;
		}
	}
}

export const [useTheme, provideTheme] = createContext<ThemeChoice>();
