// The export desk with what a page gives it: the way to save a file, and the toast for a file that does not say everything.

import type { App } from '#lib/app/app.ts';
import { m } from '#lib/paraglide/messages.js';
import { getLocale } from '#lib/paraglide/runtime.js';
import { downloadBytes } from '#lib/ui/download.ts';
import type { Toasts } from '#lib/ui/toasts.svelte.ts';
import { ExportDesk } from './export-desk.svelte.ts';

/** A desk for one screen; whoever opens it closes it. */
export function openDesk(app: App, toasts: Toasts): ExportDesk {
	const desk = new ExportDesk({
		app,
		language: getLocale,
		onwritten: (fileName, { bytes, mediaType }) => downloadBytes(fileName, bytes, mediaType),
		onpartial: (outcome) =>
			toasts.show(m.exporting_partial(), {
				action: { label: m.exporting_partial_show(), run: () => desk.report(outcome) },
			}),
	});
	return desk;
}
