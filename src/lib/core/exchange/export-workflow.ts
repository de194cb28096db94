// A workflow alone as a file, where there is no path: the same writers as for a path's workflow, without the lines about what of the path is
// left out.

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { printJson } from '#lib/core/json/print.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import type { Written } from './forms.ts';
import { writeWorkflowBlock } from './workflow/block.ts';
import { writePublishedInfo } from './workflow/published.ts';

/** Writes a workflow in its published form, or as the block a text holds. */
export function writeWorkflow(form: 'workflow-info' | 'workflow-block', workflow: Workflow): Written {
	if (form === 'workflow-info') {
		const { value, changed, lost } = writePublishedInfo(workflow);
		const bytes = utf8ToBytes(printJson(value, { indent: 2 }));
		return { bytes, extension: '.json', mediaType: 'application/json', changed, lost };
	}
	const { text, changed, lost } = writeWorkflowBlock(workflow);
	return { bytes: utf8ToBytes(text), extension: '.md', mediaType: 'text/markdown', changed, lost };
}
