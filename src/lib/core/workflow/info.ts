// Which form a parsed definition is in, and reading it; without YAML, because `workflow_info` comes as JSON inside larger files. Decided by
// what is written and never by the index alone: a version means v1, Airalogy ids (or anything else with no plain ids) mean info.

import { isList, isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { fault } from '#lib/core/json/fault.ts';
import { printJson } from '#lib/core/json/print.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { Findings } from './definition.ts';
import type { WorkflowFault, WorkflowWarning } from './faults.ts';
import { readBlockForm, readInfoForm } from './indexed.ts';
import { readV1Form, V1 } from './v1.ts';
import type { Workflow } from './workflow.ts';

/** Reads a parsed definition, usually `workflow_info`; places are pointers, starting at `pointer`. */
export function readWorkflowInfo(
	value: Json,
	pointer = '',
): Result<
	{ readonly workflow: Workflow; readonly warnings: readonly WorkflowWarning[] },
	readonly WorkflowFault[]
> {
	const findings = new Findings();
	if (!isObject(value)) return err([fault('not_a_workflow', { pointer })]);
	const workflow = readDefinition(value, null, pointer, findings);
	return workflow ? ok({ workflow, warnings: findings.warnings }) : err(findings.faults);
}

/**
 * Reads a definition in whichever form it is; null exactly where `findings` has faults. `text` is the YAML it was written as; where there
 * is none, the older forms keep it printed as JSON, which is YAML too, so that their `source` is a text always.
 */
export function readDefinition(
	value: JsonObject,
	text: string | null,
	pointer: string,
	findings: Findings,
): Workflow | null {
	const version = value['version'] ?? null;
	const source = () => text ?? printJson(value, { indent: 2 });
	if (version === V1) return readV1Form(value, source(), pointer, findings);
	if (version !== null) {
		findings.refuse('unknown_version', `${pointer}/version`, { found: version });
		return null;
	}
	if (!['id', 'protocols', 'edges'].some((key) => Object.hasOwn(value, key))) {
		findings.refuse('not_a_workflow', pointer);
		return null;
	}
	if (isInfo(value, text === null)) return readInfoForm(value, value, pointer, findings);
	return readBlockForm(value, source(), pointer, findings);
}

function isInfo(value: JsonObject, json: boolean): boolean {
	const protocols = value['protocols'];
	const items: readonly Json[] = isList(protocols) ? protocols : [];
	const objects = items.filter(isObject);
	if (objects.some((item) => Object.hasOwn(item, 'airalogy_protocol_id'))) return true;
	return json && !objects.some((item) => Object.hasOwn(item, 'protocol_id'));
}
