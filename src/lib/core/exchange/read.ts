// From all there is about one path to a plan. Our own part of a canonical file is believed while it says the same steps as the file does;
// where another tool has changed the steps they are the interchange and win, and our part is kept whole beside them. Refused: merging the
// two (whose word counts for what?), and believing a vendor part that somebody's steps contradict.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { CanonicalSteps } from './aira/read.ts';
import { readVendor, VENDOR_KEY } from './airalogy/vendor.ts';
import { saidAlready } from './archive/known.ts';
import { keepAround, keepOddities, type Oddity, type VendorRecord } from './around.ts';
import { build, listOf, readRecords, same, type Form } from './built.ts';
import type { Bundle } from './bundle.ts';
import { canonicalWords, indexIn, withNodeIds, type CanonicalWords } from './canonical-words.ts';
import { readDefinitionParts } from './definition.ts';
import type { Fill } from './fill.ts';
import { partsOfProtocolId } from './protocols.ts';
import { dialectOf, type Dialect } from './detect.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { isStatus, writePassed } from './passed.ts';
import { PlanBuilder, type ImportPlan, type Importer } from './plan.ts';
import { RecordTaker, type KnownRecord } from './records.ts';
import { refusal, Reporter, within, type Refusal, type Spot } from './report.ts';
import { restore } from './restore.ts';
import { RoundReader } from './rounds.ts';
import { settle } from './settle.ts';

export interface ReadOptions extends Importer {
	readonly from?: Dialect;
	/** Gives protocols what the file lacks. */
	readonly fill?: Fill;
}

export interface ReadPath {
	readonly plan: ImportPlan;
	/** What the plan says, where it was built to know. */
	readonly snapshot?: PathSnapshot | undefined;
	readonly dialect: Dialect;
	/** The record files that a step refers to. */
	readonly used: ReadonlySet<KnownRecord>;
	readonly found: FoundSteps;
}

/** The steps of one path in canonical form, with the place of their list in the file: for those who check what the steps say. */
export interface FoundSteps {
	readonly spot: Spot;
	readonly steps: readonly Json[];
	/** Records that stood inside steps, by the step's position. */
	readonly inline: CanonicalSteps['inline'];
	/** Records that came as files of their own. */
	readonly records: readonly KnownRecord[];
}

/** The plan of one path; refused where the dialect is unknown or not read yet, or where its workflow is none. */
export function readBundle(
	one: Bundle,
	oddities: readonly Oddity[],
	options: ReadOptions,
	reporter: Reporter,
): Result<ReadPath, Refusal[]> {
	const spoken = dialectOf({
		workflow: one.workflow?.value,
		protocols: one.protocols?.value,
		path: one.path?.value,
	});
	const vendor = one.path?.value[VENDOR_KEY];
	const dialect = options.from ?? spoken ?? (vendor === undefined ? dialectAround(one) : formOf(one, vendor));
	if (dialect === null) return err([refusal(one.path?.spot ?? one.whole, 'dialect_unknown')]);
	const form = dialect === 'aira' ? 'aira' : 'airalogy';
	const restored = vendor === undefined ? null : restore(one, vendor, form, oddities, options, reporter);
	if (restored?.plan) {
		const used = saidAlready(one.records, restored.plan);
		const { plan, snapshot } = restored;
		return ok({ plan, snapshot, dialect, used, found: asWritten(one, dialect) });
	}
	const read = new StepsImport(one, dialect, options, reporter).read(oddities, restored?.records ?? []);
	return read.ok ? ok({ ...read.value, dialect }) : read;
}

/** Nothing is reported here: the lines of a path that comes back are those of its part. */
function asWritten(one: Bundle, dialect: Dialect): FoundSteps {
	const { spot, steps, inline } = canonicalWords(one, dialect, new Reporter());
	return { spot, steps, inline, records: one.records };
}

/** The form of a file that bears our part and nothing else that tells: the one in which the part says the same steps. */
function formOf({ path, workflowId }: Bundle, vendor: Json): Form {
	const steps = listOf(path?.value['steps']);
	const plan = readVendor(vendor)?.plan;
	if (!plan)
		return steps.some((step) => isObject(step) && step['step'] === 'add_record') ? 'aira' : 'airalogy';
	const aira = build(plan, readRecords(plan.records), 'aira').steps;
	const equal = aira.length > 0 && aira.every(({ json }, at) => same(json, steps[at]));
	// Both say steps that nobody knows alike; only the canonical file stands in a record, under its workflow's id.
	return equal && workflowId === '' ? 'aira' : 'airalogy';
}

/** Where a path itself tells nothing: records and blocks are canonical, a request is AIRA's; null for a bare path. */
function dialectAround({ path, given, workflowId, around }: Bundle): Dialect | null {
	if (!path || given || workflowId !== '') return 'airalogy';
	return around ? 'aira' : null;
}

/** Reads a path from its steps. */
class StepsImport {
	readonly #one: Bundle;
	readonly #dialect: Dialect;
	readonly #importer: ReadOptions;
	readonly #reporter: Reporter;
	readonly #path: JsonObject;

	constructor(one: Bundle, dialect: Dialect, importer: ReadOptions, reporter: Reporter) {
		this.#one = one;
		this.#dialect = dialect;
		this.#importer = importer;
		this.#reporter = reporter;
		this.#path = one.path?.value ?? {};
	}

	read(
		oddities: readonly Oddity[],
		vendorRecords: readonly VendorRecord[],
	): Result<Omit<ReadPath, 'dialect'>, Refusal[]> {
		const { whole, path } = this.#one;
		if (!path) this.#reporter.changed(whole, 'path_begins');
		const words = canonicalWords(this.#one, this.#dialect, this.#reporter);
		const read = this.#definition(words);
		if (!read.ok) return read;
		const definition = withNodeIds(read.value.definition, words.nodes);
		const plan = new PlanBuilder(this.#importer, { definition });
		const known = new Set(definition.workflow.nodes.map(({ index }) => index));
		for (const { json } of vendorRecords) plan.adopt(json);
		const sources = {
			inline: words.inline,
			known: [...vendorRecords.flatMap(({ known: versions }) => versions), ...this.#one.records],
			definition,
		};
		const taker = new RecordTaker(plan, this.#reporter, sources);
		const reader = new RoundReader(
			plan,
			this.#reporter,
			known,
			(stage, step) => taker.take(stage, step),
			this.#dialect,
		);
		reader.read(words.steps, words.spot, listOf(this.#path['steps']));
		const status = this.#writeStatus(plan, reader);
		this.#keepRest(plan, oddities, read.value.leftovers);
		const { title, id } = definition.workflow;
		const key = this.#one.workflowId;
		if (key !== '' && key !== id) plan.keep(whole, key, { place: 'workflow-id' });
		const written = { spot: this.#at('path_status'), status };
		const settled = settle(plan, title, reader.placed, written, words.inline, this.#reporter);
		if (!settled) throw new Error('a cell that was read says no step');
		const kept = words.kept(settled, reader.placed, this.#importer);
		return ok({
			plan: kept,
			used: taker.used,
			found: { spot: words.spot, steps: words.steps, inline: words.inline, records: this.#one.records },
		});
	}

	#at(key: string): Spot {
		return within(this.#one.path?.spot ?? this.#one.whole, key);
	}

	#definition({ steps, inline, protocols }: CanonicalWords): ReturnType<typeof readDefinitionParts> {
		const named = new Map<number, string | null>();
		for (const [position, step] of steps.entries()) {
			const index = indexIn(step);
			if (index === undefined || index < 0 || !Number.isSafeInteger(index)) continue;
			named.set(index, named.get(index) ?? foreignProtocol(inline.get(position)?.value));
		}
		const { workflow, given, workflowId } = this.#one;
		const { fill } = this.#importer;
		const parts = { workflow, protocols, given, workflowId, dialect: this.#dialect, named };
		const found = fill ? { ...parts, fill } : parts;
		return readDefinitionParts(found, this.#reporter, this.#one.whole);
	}

	/** Writes the facts the status implies; returns it where it is one of ours. */
	#writeStatus(plan: PlanBuilder, reader: RoundReader): string | null {
		const written = this.#path['path_status'];
		const status = isStatus(written) ? written : null;
		const count = writePassed(plan, reader, status);
		const spot = this.#at('path_status');
		if (count > 0) this.#reporter.changed(spot, 'status_became_skips', { status, count });
		if (status === null && written !== undefined && written !== null) {
			this.#reporter.changed(spot, 'status_unknown', { status: written });
			plan.keep(spot, written, { place: 'status' });
		}
		return status;
	}

	#keepRest(
		plan: PlanBuilder,
		oddities: readonly Oddity[],
		leftovers: readonly { spot: Spot; value: Json }[],
	): void {
		const keep = (
			spot: Spot,
			value: Json,
			place: JsonObject,
			rule: 'unknown_key' | 'malformed_part',
			key: string,
		): void => {
			plan.keep(spot, value, place);
			this.#reporter.kept(spot, rule, { key });
		};
		for (const [key, value] of Object.entries(this.#path)) {
			if (key === 'path_status' || (key === 'steps' && Array.isArray(value))) continue;
			if (key === VENDOR_KEY) plan.keep(this.#at(key), value, { place: 'vendor-part' });
			else
				keep(this.#at(key), value, { place: key === 'steps' ? 'odd' : 'path_data', key }, 'unknown_key', key);
		}
		for (const { key, spot, value } of this.#one.beside) {
			const odd = ['workflow_info', 'protocols_info', 'path_data'].includes(key);
			keep(
				spot,
				value,
				{ place: odd ? 'odd' : 'workflow_data', key },
				odd ? 'malformed_part' : 'unknown_key',
				key,
			);
		}
		const list = this.#one.protocols;
		const raw = new Map(list?.value.map((value, at) => [within(list.spot, at).pointer, value]));
		for (const { spot, value } of leftovers)
			keep(spot, raw.get(spot.pointer) ?? value, { place: 'odd' }, 'malformed_part', 'protocols_info');
		keepAround(this.#one, plan, this.#reporter);
		keepOddities(oddities, plan);
	}
}

function foreignProtocol(record: Json | undefined): string | null {
	const metadata = isObject(record) ? record['metadata'] : undefined;
	const id = isObject(metadata) ? metadata['airalogy_protocol_id'] : undefined;
	return typeof id === 'string' && partsOfProtocolId(id) ? id : null;
}
