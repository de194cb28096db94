// A workflow names its protocols; their texts come apart from it. This puts them together into what a path is run under. A protocol without
// a text stays in the workflow: its records are free notes until somebody brings one. Refused: reading fields here (they are
// derived from the text whenever they are needed).

import type { Definition } from '#lib/core/path/entries.ts';
import { headingOf } from '#lib/core/protocol/read.ts';
import type { Workflow } from './workflow.ts';

/** The definition of a workflow with AIMD texts by protocol id. Titles are first headings, else the workflow's names. */
export function withProtocols(workflow: Workflow, texts: ReadonlyMap<string, string>): Definition {
	return {
		workflow,
		protocols: workflow.nodes.map(({ index, protocolId, protocolVersion, airalogyProtocolId, title }) => {
			const markdown = texts.get(protocolId) ?? null;
			return {
				index,
				protocolId,
				protocolVersion,
				airalogyProtocolId,
				title: headingOf(markdown ?? '') || title || protocolId,
				markdown,
				model: null,
				assigner: null,
				schema: null,
				kept: {},
			};
		}),
	};
}
