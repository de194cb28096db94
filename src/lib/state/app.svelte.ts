// The app as components find it. The layout composes it once and hands it down; nothing lives in this module.

import { createContext } from 'svelte';
import type { App } from '#lib/app/app.ts';

export const [useApp, provideApp] = createContext<App>();
