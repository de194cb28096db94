// Workflows from the AIRA service count their protocols from 1, and their texts say "Protocol 2"; the other forms count from 0. Readers see the
// number that the workflow's own words use.

import type { Workflow, WorkflowNode } from '#lib/core/workflow/workflow.ts';

/** The number of a protocol as its workflow's author counts. */
export function numberShown(
	{ form }: Pick<Workflow, 'form'>,
	{ index }: Pick<WorkflowNode, 'index'>,
): number {
	return form === 'info' ? index + 1 : index;
}
