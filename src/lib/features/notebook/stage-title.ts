// What a stage is called: its protocol's title, or our words for the preparation and the end.

import { m } from '#lib/paraglide/messages.js';
import type { StageId } from '#lib/core/path/names.ts';
import type { Outline } from '#lib/state/views.ts';

/** The title of a stage in the reader's language; its branch name follows where somebody gave one. */
export function stageTitle(outline: Outline, stage: StageId): string {
	const entry = outline.snapshot.stages.get(stage);
	const name = outline.snapshot.names.get(stage)?.name;
	const title = outline.titles.get(stage) ?? '';
	const plain =
		entry?.choice === null
			? m.notebook_preparation()
			: entry?.choice === 'end'
				? m.notebook_end_stage()
				: title || m.notebook_stage_missing_protocol({ index: String(entry?.choice ?? '?') });
	return name ? `${plain} (${name})` : plain;
}
