// The door for workflow definitions: finds out which of the public forms a text is, reads it, and says every fault with its place in the
// whole text. Loads the YAML parser; the app imports this file lazily. For parsed `workflow_info` alone, info.ts does without.

import { fault, type Fault } from '#lib/core/json/fault.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { placeFinder } from '#lib/core/json/place.ts';
import { readPointer } from '#lib/core/json/pointer.ts';
import { findFences } from '#lib/core/protocol/fences.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { Findings } from './definition.ts';
import type { WorkflowFault, WorkflowWarning } from './faults.ts';
import { readDefinition } from './info.ts';
import type { Workflow } from './workflow.ts';
import { readYaml } from './yaml-text.ts';

export type WorkflowRead = Result<
	{ readonly workflow: Workflow; readonly warnings: readonly WorkflowWarning[] },
	readonly WorkflowFault[]
>;

const LENGTH_LIMIT = 8_000_000;

/** Reads a Markdown text with a ```workflow block, a bare YAML definition, or `workflow_info` JSON (alone or in its file). */
export function readWorkflow(text: string): WorkflowRead {
	if (text.length > LENGTH_LIMIT) return err([fault('too_large', { data: { limit: LENGTH_LIMIT } })]);
	if (/^[\s\ufeff]*(?:\{|\[|\/\/|\/\*)/.test(text)) return readJsonText(text);
	const blocks = findFences(text).filter(({ kind }) => kind === 'workflow');
	const [block] = blocks;
	if (!block) return readYamlText(text, text, 0, []);
	const place = placeFinder(text);
	const warnings: WorkflowWarning[] = [];
	const second = blocks[1];
	if (second)
		warnings.push(fault('several_blocks', { at: place(second.start), data: { count: blocks.length } }));
	if (!block.closed) warnings.push(fault('unclosed_block', { at: place(block.start) }));
	return readYamlText(text, block.content, block.contentStart, warnings);
}

function readYamlText(
	whole: string,
	text: string,
	shift: number,
	before: readonly WorkflowWarning[],
): WorkflowRead {
	const place = placeFinder(whole);
	const yaml = readYaml(text);
	const shifted = yaml.warnings.map(({ code, offset, detail }) =>
		fault(code, { at: place(offset + shift), detail }),
	);
	if (yaml.faults.length > 0 && !looksLikeDefinition(text))
		return err([fault('not_a_workflow', { at: place(shift) })]);
	if (yaml.faults.length > 0)
		return err(
			yaml.faults.map(({ code, offset, data, detail }) =>
				fault(code, { at: place(offset + shift), data, detail }),
			),
		);
	if (!isObject(yaml.value)) return err([fault('not_a_workflow', { at: place(shift) })]);
	const findings = new Findings();
	const workflow = readDefinition(yaml.value, text, '', findings);
	const placed = <T extends WorkflowFault | WorkflowWarning>(found: T): T => ({
		...found,
		at: place(yaml.locate(found.pointer ?? '') + shift),
	});
	const warnings = [...before, ...shifted, ...inOrder(findings.warnings.map(placed))];
	return workflow ? ok({ workflow, warnings }) : err(inOrder(findings.faults.map(placed)));
}

function inOrder<T extends Fault>(found: readonly T[]): T[] {
	return [...found].sort((a, b) => (a.at?.offset ?? 0) - (b.at?.offset ?? 0));
}

/** Prose is YAML too, with confusing complaints: a definition has one of its keys at the start of a line. */
function looksLikeDefinition(text: string): boolean {
	return /^[ \t]*["']?(?:id|version|nodes|protocols|transitions|edges)["']?[ \t]*:/m.test(text);
}

function readJsonText(text: string): WorkflowRead {
	const parsed = parseJson(text);
	if (!parsed.ok) {
		const { at, code, found } = parsed.error;
		return err([fault('json', { at, data: { code, found } })]);
	}
	const { value, duplicates, repaired } = parsed.value;
	const findings = new Findings();
	for (const { at, pointer, key, earlier } of duplicates)
		findings.warnings.push(fault('double_key', { at, pointer, data: { key, earlier } }));
	for (const { at, code } of repaired) findings.warnings.push(fault('tolerated', { at, data: { code } }));
	const pointer = innerPointer(value, findings);
	const inner = readPointer(value, pointer);
	if (!isObject(inner)) return err([fault('not_a_workflow', { pointer })]);
	const workflow = readDefinition(inner, null, pointer, findings);
	return workflow ? ok({ workflow, warnings: findings.warnings }) : err(findings.faults);
}

/** `workflow_info` may come inside `workflow_data`, and that inside a request. */
function innerPointer(value: Json, findings: Findings): string {
	for (const pointer of ['/workflow_data/workflow_info', '/workflow_info']) {
		if (isObject(value) && !isDefinition(value) && isObject(readPointer(value, pointer))) {
			const keys = Object.keys(value).filter((key) => !pointer.startsWith(`/${key}`));
			if (keys.length > 0) findings.warn('surroundings', '', { keys });
			return pointer;
		}
	}
	return '';
}

function isDefinition(value: JsonObject): boolean {
	return ['protocols', 'nodes'].some((key) => Object.hasOwn(value, key));
}
