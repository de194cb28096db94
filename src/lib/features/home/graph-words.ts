// A workflow's graph as sentences, for preview and for those who do not see a drawing.

import type { Workflow } from '#lib/core/workflow/workflow.ts';

export interface Following {
	readonly from: string;
	/** Titles of what may come next; empty where nothing follows. */
	readonly to: readonly string[];
}

/** What may follow each protocol, in the workflow's order; null where no graph is known. */
export function followings({ nodes, edges }: Workflow): readonly Following[] | null {
	if (edges === null) return null;
	const titles = new Map(nodes.map(({ index, title, protocolId }) => [index, title || protocolId]));
	return nodes.map(({ index, title, protocolId }) => ({
		from: title || protocolId,
		to: [
			...new Set(edges.filter(({ from }) => from === index).map(({ to }) => titles.get(to) ?? String(to))),
		],
	}));
}
