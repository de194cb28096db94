// What the three public forms of a workflow have in common, in one shape: protocols by 0-based index and directed edges between them.
// Keys we do not interpret (assigners, run, inputs, assign …) stay in `source`, whole, so that exporting the same form loses nothing and
// richer workflows can be read later without asking for the file again. Refused: one type per form with converters between each pair.

import * as z from 'zod/mini';
import type { Json } from '#lib/core/json/json.ts';

const JsonValue: z.ZodMiniType<Json> = z.json();

export const WorkflowNode = z.object({
	/** 0-based position in the workflow; gaps are legal in foreign files. */
	index: z.int().check(z.gte(0)),
	/** The protocol's own id, such as `oven_drying`. */
	protocolId: z.string().check(z.minLength(1)),
	protocolVersion: z.nullable(z.string()),
	/** `airalogy.id.lab.….protocol.….v.x.y.z` where the form gives one. */
	airalogyProtocolId: z.nullable(z.string()),
	title: z.string(),
	/** Node id of an `airalogy.workflow.v1` block. */
	nodeId: z.nullable(z.string()),
});
export type WorkflowNode = z.infer<typeof WorkflowNode>;

export const WorkflowEdge = z.object({
	from: z.int().check(z.gte(0)),
	to: z.int().check(z.gte(0)),
	/** Transition id, condition and label of a v1 block, verbatim; null elsewhere. */
	id: z.nullable(z.string()),
	when: z.nullable(z.string()),
	label: z.nullable(z.string()),
	maxIterations: z.nullable(z.int()),
});
export type WorkflowEdge = z.infer<typeof WorkflowEdge>;

export const WorkflowForm = z.enum(['block', 'v1', 'info']);
export type WorkflowForm = z.infer<typeof WorkflowForm>;

export const Workflow = z.object({
	id: z.string().check(z.minLength(1)),
	title: z.string(),
	nodes: z.array(WorkflowNode),
	/** `a <-> b` is two edges. Null where no graph is known: then every protocol counts as reachable. */
	edges: z.nullable(z.array(WorkflowEdge)),
	/** Free text; a list of strings is joined by line breaks (the list stays in `source`). */
	logic: z.string(),
	initial: z.nullable(z.int().check(z.gte(0))),
	defaultGoal: z.string(),
	defaultStrategy: z.string(),
	form: WorkflowForm,
	/** The definition as it was written: parsed JSON for `info`, the text of the block (without its fence) for `block` and `v1`. */
	source: JsonValue,
});
export type Workflow = z.infer<typeof Workflow>;
