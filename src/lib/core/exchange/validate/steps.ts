// The steps of one path as they stand in the file, asked for what an import does not ask: it lays a path out, it does not judge it.

import type { FoundSteps } from '#lib/core/exchange/read.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import { AIRALOGY_RECORD } from '#lib/core/exchange/records.ts';
import { within, type Spot } from '#lib/core/exchange/report.ts';
import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { splitPointer } from '#lib/core/json/pointer.ts';
import { Definition } from '#lib/core/path/entries.ts';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';
import { checkValues, type SchemaCheck } from '#lib/core/protocol/validate.ts';
import { findRecord } from './record.ts';
import type { ValidationRule, Wrong } from './validate.ts';

type Add = (spot: Spot, rule: ValidationRule | 'record_id_malformed', data: JsonObject) => void;

interface Path {
	readonly plan: ImportPlan;
	readonly found: FoundSteps;
	readonly definition: Definition | undefined;
	readonly fields: (index: number) => readonly Field[] | null;
	readonly bySchema: SchemaCheck;
	readonly add: Add;
}

interface Round {
	/** Index of the protocol that was chosen or recorded last; null before the first. */
	protocol: number | null;
	pathIndex: number;
}

/** What is wrong in the steps of a plan. */
export function checkSteps(plan: ImportPlan, found: FoundSteps, bySchema: SchemaCheck): readonly Wrong[] {
	const wrong: Wrong[] = [];
	const add: Add = ({ file, pointer }, rule, data) => void wrong.push({ file, pointer, rule, data });
	const definition = definitionOf(plan);
	const path: Path = { plan, found, definition, fields: fieldsBy(definition), bySchema, add };
	const round: Round = { protocol: null, pathIndex: 0 };
	for (const [position, step] of found.steps.entries()) {
		if (!isObject(step) || !isObject(step['data'])) continue;
		const spot = within(found.spot, position);
		checkIndex(step, spot, round, add);
		if (step['step'] === 'add_next_protocol') checkNext(path, step, step['data'], spot, round);
		if (step['step'] === 'record_protocol') checkRecord(path, position, step['data'], spot, round);
		if (step['step'] === 'add_initial_values_for_fields_in_next_protocol')
			checkInitial(path, step['data'], spot, round);
	}
	return wrong;
}

function definitionOf({ meta, maps }: ImportPlan): Definition | undefined {
	const { template } = meta;
	return Definition.safeParse(typeof template === 'string' ? maps.frozen[template] : undefined).data;
}

/** Fields by a protocol's index; null where nothing is known of its content. Each is read once. */
function fieldsBy(definition: Definition | undefined): Path['fields'] {
	const known = new Map<number, readonly Field[] | null>();
	return (index) => {
		const before = known.get(index);
		if (before !== undefined) return before;
		const protocol = definition?.protocols.find((one) => one.index === index);
		const empty = !protocol || (protocol.markdown === null && protocol.schema === null);
		const fields = empty ? null : fieldsOf(protocol).vars;
		known.set(index, fields);
		return fields;
	};
}

/** Indexes may leave numbers out, but a new round begins behind the last one, and nothing goes back. */
function checkIndex(step: JsonObject, spot: Spot, round: Round, add: Add): void {
	const index = numberOf(step['path_index']);
	if (index === undefined) return;
	const least = round.pathIndex + (step['step'] === 'add_next_protocol' ? 1 : 0);
	if (index < least) add(within(spot, 'path_index'), 'path_index_falls', { found: index, least });
	round.pathIndex = Math.max(round.pathIndex, index);
}

function checkNext(
	{ definition, add }: Path,
	step: JsonObject,
	data: JsonObject,
	spot: Spot,
	round: Round,
): void {
	const { end_path: end, protocol_index: written = null } = data;
	const at = within(spot, 'data', 'protocol_index');
	if (typeof end === 'boolean' && end !== (written === null))
		add(at, 'end_and_protocol', { end_path: end, protocol_index: written });
	const index = numberOf(written);
	if (index === undefined) return;
	const { workflow } = definition ?? {};
	const reached = workflow?.edges?.some(({ from, to }) => from === round.protocol && to === index) ?? true;
	const known = workflow?.nodes.some((node) => node.index === index) ?? false;
	// A person may leave the graph, with a reason; a model may not.
	if (step['mode'] === 'ai' && end !== true && known && round.protocol !== null && !reached)
		add(at, 'choice_unreachable', { from: round.protocol, to: index });
	round.protocol = index;
}

function checkInitial(
	{ fields, bySchema, add }: Path,
	{ values }: JsonObject,
	spot: Spot,
	round: Round,
): void {
	const known = round.protocol === null ? null : fields(round.protocol);
	if (!known || !isObject(values)) return;
	const at = within(spot, 'data', 'values');
	for (const name of Object.keys(values))
		if (!known.some(({ id }) => id === name)) add(within(at, name), 'field_unknown', { field: name });
	addFaults(checkValues(known, values, bySchema, { partial: true }), at, add);
}

function checkRecord(
	{ plan, found, fields, bySchema, add }: Path,
	position: number,
	data: JsonObject,
	spot: Spot,
	round: Round,
): void {
	const index = numberOf(data['protocol_index']);
	if (index === undefined) return;
	round.protocol = index;
	const id = data['airalogy_record_id'];
	if (typeof id === 'string' && !AIRALOGY_RECORD.test(id))
		add(within(spot, 'data', 'airalogy_record_id'), 'record_id_malformed', { id });
	const record = findRecord(plan, found, position, data);
	if (record === 'other-versions')
		add(within(spot, 'data', 'record_version'), 'record_version_unknown', {
			record: data['record_id'] ?? null,
			version: data['record_version'] ?? null,
		});
	if (record === null || record === 'other-versions') return;
	const known = fields(index);
	if (known) addFaults(checkValues(known, record.values, bySchema), record.spot, add);
}

function addFaults(faults: ReturnType<typeof checkValues>, at: Spot, add: Add): void {
	for (const { code, pointer, data, detail } of faults) {
		const tokens = splitPointer(pointer ?? '') ?? [];
		const field: Json = tokens[0] ?? '';
		if (code === 'required') add(at, 'value_missing', { field });
		else add(within(at, ...tokens), 'value_wrong', { field, code, fault: data, detail });
	}
}
