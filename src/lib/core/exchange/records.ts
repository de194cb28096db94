// What a record step points at. A record inside an AIRA step becomes a record of its own, with one version and the foreign envelope beside
// it; a reference is followed where the record came with the files, and otherwise stays an open reference: its uid is the hash of what the
// file said, so it names nothing until the record comes. Refused: an empty record in place of one that is not here.

import { contentHash } from '#lib/core/json/hash.ts';
import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { StageId, VersionUid } from '#lib/core/path/names.ts';
import { RecordData } from '#lib/core/record/record.ts';
import { without } from './keys.ts';
import type { PlanBuilder } from './plan.ts';
import { within, type Reporter, type Spot } from './report.ts';
import type { FoundStep } from './step-content.ts';

const AIRALOGY_RECORD =
	/^airalogy\.id\.record\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.v\.([1-9]\d{0,8})$/i;

/** A record that came with the files, or with our own vendor key (then it is written already). */
export interface KnownRecord {
	readonly record: string;
	readonly number: number | null;
	readonly airalogyId: string | null;
	readonly from: { readonly spot: Spot; readonly envelope: JsonObject } | { readonly uid: VersionUid };
}

/** A Record v1 file as something to refer to; null where it has no id. */
export function knownRecord(envelope: JsonObject, spot: Spot): KnownRecord | null {
	const airalogyId = textOf(envelope['airalogy_record_id']);
	const parts = airalogyId === null ? null : AIRALOGY_RECORD.exec(airalogyId);
	const record = textOf(envelope['record_id']) ?? parts?.[1] ?? null;
	if (record === null || record === '' || record.length > 200) return null;
	const number =
		numberOf(envelope['record_version'] ?? envelope['version']) ?? Number(parts?.[2] ?? Number.NaN);
	return {
		record,
		number: Number.isSafeInteger(number) ? number : null,
		airalogyId,
		from: { spot, envelope },
	};
}

export interface RecordSources {
	readonly inline: ReadonlyMap<number, { readonly spot: Spot; readonly value: Json }>;
	readonly known: readonly KnownRecord[];
	readonly definition: Definition;
}

/** Writes the references of record steps, and the records that came along. */
export class RecordTaker {
	/** The record files that were referred to. */
	readonly used = new Set<KnownRecord>();
	readonly #plan: PlanBuilder;
	readonly #reporter: Reporter;
	readonly #sources: RecordSources;
	readonly #taken = new Map<string, { readonly uid: VersionUid; readonly said: string }>();

	constructor(plan: PlanBuilder, reporter: Reporter, sources: RecordSources) {
		this.#plan = plan;
		this.#reporter = reporter;
		this.#sources = sources;
	}

	/** Writes what `step` refers to; false where its record cannot be read as one. */
	take(stage: StageId, step: FoundStep): boolean {
		const inline = this.#sources.inline.get(step.position);
		const airalogyId = textOf(step.data['airalogy_record_id']);
		const parts = airalogyId === null ? null : AIRALOGY_RECORD.exec(airalogyId);
		if (airalogyId !== null && !parts)
			this.#reporter.kept(within(step.spot, 'data', 'airalogy_record_id'), 'record_id_malformed', {
				id: airalogyId,
			});
		if (inline) return this.#takeInline(stage, step, inline, parts?.[1] ?? stage);
		const known = this.#find(step, airalogyId);
		if (known) return this.#takeKnown(stage, step, known);
		this.#leaveOpen(stage, step);
		return true;
	}

	/** Versions of a record by its id in the file, in the order of their numbers: each is based on the one before it in the file. */
	#takeInline(
		stage: StageId,
		step: FoundStep,
		{ spot, value }: { spot: Spot; value: Json },
		record: string,
	): boolean {
		const data = RecordData.safeParse(isObject(value) ? value['data'] : undefined);
		if (!isObject(value) || !data.success) {
			this.#plan.keep(spot, value, { place: 'record', stage });
			this.#reporter.kept(spot, 'malformed_record');
			this.#leaveOpen(stage, step);
			return true;
		}
		this.#compareProtocol(value, step, within(spot, 'metadata'));
		const said = contentHash(value);
		const before = this.#taken.get(record);
		const same = before?.said === said;
		const uid = same
			? before.uid
			: this.#plan.version(record, before?.uid ?? null, data.data, without(value, ['data']));
		this.#taken.set(record, { uid, said });
		this.#refer(stage, record, uid);
		this.#reporter.changed(spot, 'record_separated', { record });
		return true;
	}

	#takeKnown(stage: StageId, step: FoundStep, known: KnownRecord): boolean {
		const { record, from } = known;
		if ('uid' in from) {
			this.#refer(stage, record, from.uid);
			return true;
		}
		const data = RecordData.safeParse(from.envelope['data']);
		if (!data.success) return false;
		this.used.add(known);
		this.#compareProtocol(from.envelope, step, within(from.spot, 'metadata'));
		this.#refer(stage, record, this.#plan.version(record, null, data.data, without(from.envelope, ['data'])));
		return true;
	}

	#refer(stage: StageId, record: string, uid: VersionUid): void {
		this.#plan.put('record', stage, record === stage ? uid : { record, uid });
	}

	#leaveOpen(stage: StageId, step: FoundStep): void {
		const { protocol_index: _, ...foreign } = step.data;
		const record = textOf(step.data['record_id']);
		const id = record !== null && record !== '' && record.length <= 200 ? record : stage;
		this.#plan.put('record', stage, { record: id, uid: contentHash({ foreign }), foreign });
		this.#reporter.kept(within(step.spot, 'data'), 'record_not_here', {
			record: foreign['record_id'] ?? null,
		});
	}

	#find(step: FoundStep, airalogyId: string | null): KnownRecord | undefined {
		const id = textOf(step.data['record_id']);
		const number = numberOf(step.data['record_version']);
		return this.#sources.known.find((known) => {
			if (id !== null)
				return (
					known.record === id && (number === undefined || known.number === null || known.number === number)
				);
			return airalogyId !== null && known.airalogyId === airalogyId;
		});
	}

	#compareProtocol(envelope: JsonObject, step: FoundStep, spot: Spot): void {
		const metadata = isObject(envelope['metadata']) ? envelope['metadata'] : {};
		const index = numberOf(step.data['protocol_index']);
		const node = this.#sources.definition.workflow.nodes.find((known) => known.index === index);
		if (!node) return;
		const { airalogy_protocol_id: foreign, protocol_id: id } = metadata;
		const says = textOf(foreign) ?? textOf(id);
		const expected = textOf(foreign) === null ? node.protocolId : node.airalogyProtocolId;
		if (says === null || expected === null || says === expected) return;
		this.#reporter.kept(spot, 'record_names_other_protocol', { says, expected });
	}
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}
