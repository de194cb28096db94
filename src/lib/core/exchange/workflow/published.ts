// workflow_info as it is published on its own: the same graph as inside a canonical file, counted from 1. What a v1 block says beyond it
// (conditions, labels, node ids, assigners) has no place there and is named. Refused: keys of our own for it, which no reader would know.

import type { JsonObject } from '#lib/core/json/json.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { writeWorkflowInfo } from '#lib/core/exchange/airalogy/definition.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { unsaid } from './unsaid.ts';

export interface WrittenInfo {
	readonly value: JsonObject;
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** The published form (indexes from 1) as JSON; `printJson` makes the text. Pointers in `lost` are those of the workflow's own source. */
export function writePublishedInfo(workflow: Workflow): WrittenInfo {
	const value = writeWorkflowInfo(workflow, 1);
	const changed: ReportLine = { file: '', pointer: '/protocols', rule: 'indexes_from_one', data: {} };
	return { value, changed: [changed], lost: workflow.form === 'info' ? [] : unsaid(workflow) };
}
