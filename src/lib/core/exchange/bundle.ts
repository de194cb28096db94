// Files that belong together come together or apart: a workflow, a list of protocols and a path may be three files, or one, or a request
// body. Here parts find each other: every path keeps what it brought and takes what it lacks from the loose parts. Refused: guessing which
// of two loose workflows a path means.

import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { isObject } from '#lib/core/json/json.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import type { Around, Part } from './detect.ts';
import { knownRecord, type KnownRecord } from './records.ts';
import { refusal, within, type Refusal, type Spot } from './report.ts';

export interface Found<T> {
	readonly spot: Spot;
	readonly value: T;
}

/** All there is about one path. */
export interface Bundle {
	/** The part that stands for the whole in messages. */
	readonly whole: Spot;
	readonly workflowId: string;
	readonly workflow: Found<Json> | undefined;
	readonly given: Workflow | undefined;
	readonly protocols: Found<readonly Json[]> | undefined;
	readonly path: Found<JsonObject> | undefined;
	/** What stood around the path's data, and beside its three parts. */
	readonly around: Around | undefined;
	readonly beside: readonly (Found<Json> & { readonly key: string })[];
	readonly records: readonly KnownRecord[];
}

const PART_KEYS = ['workflow_info', 'protocols_info', 'path_data'];

/** Puts parts together: one bundle per path; where there is no path at all, one that begins. */
export function bundle(
	parts: readonly Part[],
	given: readonly Found<Workflow>[],
): Result<Bundle[], Refusal[]> {
	const data = parts.flatMap((part) => (part.kind === 'data' ? [fromData(part)] : []));
	const paths = parts.flatMap((part) => (part.kind === 'path' ? [fromPath(part)] : []));
	const records = parts.flatMap((part) => {
		const known = part.kind === 'record' ? knownRecord(part.value, part.spot) : null;
		return known ? [known] : [];
	});
	const workflows = parts.filter((part) => part.kind === 'workflow');
	const protocols = parts.filter((part) => part.kind === 'protocols');
	const shared = data.filter(({ path }) => !path);
	const wanting = [...data.filter(({ path }) => path), ...paths];
	const sharing = wanting.length > 0 ? shared.map((one) => ({ ...one, spot: one.whole })) : [];
	const refusals = [
		...second([...workflows, ...given, ...sharing.filter(hasGraph)]).map(({ spot }) =>
			refusal(spot, 'several_workflows'),
		),
		...second(protocols).map(({ spot }) => refusal(spot, 'several_protocol_lists')),
	];
	if (refusals.length > 0) return err(refusals);
	const [workflow] = workflows;
	const loose: Partial<Bundle> = {
		...(workflow ? { workflow: { spot: workflow.spot, value: workflow.value } } : {}),
		...(protocols[0] ? { protocols: { spot: protocols[0].spot, value: protocols[0].value } } : {}),
		...(given[0] ? { given: given[0].value } : {}),
	};
	const bundles = wanting.length > 0 ? wanting.map((one) => completed(one, shared)) : shared;
	const begun = bundles.length === 0 ? beginning(loose, workflow ?? given[0] ?? protocols[0]) : bundles;
	return ok(begun.map((one) => ({ ...completed(one, [loose]), records })));
}

function second<T>(list: readonly T[]): readonly T[] {
	return list.slice(1, 2);
}

function fromData({ spot, workflowId, value, around }: Extract<Part, { kind: 'data' }>): Bundle {
	const { workflow_info: workflow, protocols_info: protocols, path_data: path } = value;
	const beside = Object.entries(value).flatMap(([key, item]) =>
		PART_KEYS.includes(key) && isPart(key, item) ? [] : [{ key, spot: within(spot, key), value: item }],
	);
	return {
		whole: spot,
		workflowId: workflowId ?? '',
		workflow: isObject(workflow) ? { spot: within(spot, 'workflow_info'), value: workflow } : undefined,
		given: undefined,
		protocols: Array.isArray(protocols)
			? { spot: within(spot, 'protocols_info'), value: protocols }
			: undefined,
		path: isObject(path) ? { spot: within(spot, 'path_data'), value: path } : undefined,
		around: around ?? undefined,
		beside,
		records: [],
	};
}

/** Null stands for "not here"; anything else of another shape is kept as it is. */
function isPart(key: string, value: Json): boolean {
	return value === null || (key === 'protocols_info' ? Array.isArray(value) : isObject(value));
}

function fromPath({ spot, value }: Extract<Part, { kind: 'path' }>): Bundle {
	return { ...nothing(spot), path: { spot, value } };
}

function beginning(loose: Partial<Bundle>, part: { readonly spot: Spot } | undefined): Bundle[] {
	return part ? [{ ...nothing(part.spot), ...loose }] : [];
}

function nothing(whole: Spot): Bundle {
	const absent = {
		workflow: undefined,
		given: undefined,
		protocols: undefined,
		path: undefined,
		around: undefined,
	};
	return { whole, workflowId: '', ...absent, beside: [], records: [] };
}

/** What a bundle lacks, taken from others: the first that has it gives it, and what stood beside it comes along. */
function completed(one: Bundle, others: readonly Partial<Bundle>[]): Bundle {
	const hasGraph = one.workflow !== undefined || one.given !== undefined;
	const graph = hasGraph
		? one
		: others.find(({ workflow, given }) => workflow !== undefined || given !== undefined);
	return {
		...one,
		workflow: graph?.workflow,
		given: graph?.given,
		protocols: one.protocols ?? others.find(({ protocols }) => protocols)?.protocols,
		around: one.around ?? others.find(({ around }) => around)?.around,
		beside: [...one.beside, ...others.flatMap(({ beside }) => beside ?? [])],
	};
}

function hasGraph({ workflow, given }: Partial<Bundle>): boolean {
	return workflow !== undefined || given !== undefined;
}
