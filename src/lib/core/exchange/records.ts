// What a record step points at. A record inside an AIRA step becomes a record of its own, with one version and the foreign envelope beside
// it; a reference is followed where the record came with the files, and otherwise stays an open reference: its uid is the hash of what the
// file said, so it names nothing until the record comes. Refused: an empty record in place of one that is not here.

import { contentHash } from '#lib/core/json/hash.ts';
import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { StageId, VersionUid } from '#lib/core/path/names.ts';
import { RecordData } from '#lib/core/record/record.ts';
import { without } from './keys.ts';
import { takeSha1 } from './around.ts';
import { asJson, type PlanBuilder } from './plan.ts';
import { within, type Reporter, type Spot } from './report.ts';
import type { FoundStep } from './step-content.ts';

/** An Airalogy record id, with its UUID and version number. */
export const AIRALOGY_RECORD =
	/^airalogy\.id\.record\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.v\.([1-9]\d{0,8})$/i;

/** A record that came with the files, or with our own vendor key (then it is written already). */
export interface KnownRecord {
	readonly record: string;
	readonly number: number | null;
	readonly airalogyId: string | null;
	readonly from:
		| { readonly spot: Spot; readonly envelope: JsonObject }
		| { readonly uid: VersionUid; readonly data: Json };
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

/** The id a version of ours goes out under where an Airalogy id is required. */
function airalogyIdOf({ record, number, from }: KnownRecord): string | null {
	return 'uid' in from && number !== null ? `airalogy.id.record.${record}.v.${number}` : null;
}

/** A version in the plan; `said` is the hash of the file's record. */
interface Taken {
	readonly uid: VersionUid;
	readonly said: string;
}

/** Writes the references of record steps, and the records that came along. */
export class RecordTaker {
	/** The record files that were referred to. */
	readonly used = new Set<KnownRecord>();
	readonly #plan: PlanBuilder;
	readonly #reporter: Reporter;
	readonly #sources: RecordSources;
	/** Versions by record, in the order they came; each is based on the one before. */
	readonly #taken = new Map<string, readonly Taken[]>();
	/** Versions of records that came as files of their own. */
	readonly #files = new Map<string, ReadonlyMap<KnownRecord, Taken>>();

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
		if (inline) return this.#takeInline(stage, step, inline, parts);
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
		parts: RegExpExecArray | null,
	): boolean {
		const record = parts?.[1] ?? stage;
		const data = RecordData.safeParse(isObject(value) ? value['data'] : undefined);
		if (!isObject(value) || !data.success) {
			this.#plan.keep(spot, value, { place: 'record', stage });
			this.#reporter.kept(spot, 'malformed_record');
			this.#leaveOpen(stage, step);
			return true;
		}
		this.#compareProtocol(value, step, within(spot, 'metadata'));
		const taken = this.#version(
			record,
			{ spot, envelope: value },
			data.data,
			Number(parts?.[2] ?? Number.NaN),
		);
		this.#refer(stage, record, taken.uid);
		this.#reporter.changed(spot, 'record_separated', { record });
		return true;
	}

	#takeKnown(stage: StageId, step: FoundStep, known: KnownRecord): boolean {
		const { record, from } = known;
		if ('uid' in from) {
			this.#refer(stage, record, from.uid);
			return true;
		}
		const versions = this.#files.get(record) ?? this.#chain(record);
		this.#files.set(record, versions);
		const taken = versions.get(known);
		if (!taken) return false;
		this.#compareProtocol(from.envelope, step, within(from.spot, 'metadata'));
		this.#refer(stage, record, taken.uid);
		return true;
	}

	/** All versions of a record that came as files: each is based on the one before it by its number. */
	#chain(record: string): ReadonlyMap<KnownRecord, Taken> {
		const files = this.#sources.known.filter((known) => known.record === record);
		files.sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
		return new Map(
			files.flatMap((known): [KnownRecord, Taken][] => {
				const { from, number } = known;
				const data = 'spot' in from ? RecordData.safeParse(from.envelope['data']) : undefined;
				if (!('spot' in from) || !data?.success) return [];
				this.used.add(known);
				return [[known, this.#version(record, from, data.data, number ?? Number.NaN)]];
			}),
		);
	}

	/** A version of a record; one that says the same came before. `number` is what the file counts it as. */
	#version(
		record: string,
		{ spot, envelope }: { spot: Spot; envelope: JsonObject },
		data: RecordData,
		number: number,
	): Taken {
		const said = contentHash(envelope);
		const versions = this.#taken.get(record) ?? [];
		const known = versions.find((taken) => taken.said === said);
		if (known) return known;
		const ours = this.#ours(record, data, number);
		if (ours.same) return { uid: ours.same, said };
		const around = takeSha1(without(envelope, ['data']), envelope['data'] ?? null, spot, this.#reporter);
		const before = versions.at(-1)?.uid ?? ours.before;
		const taken = { uid: this.#plan.version(record, before, data, around), said };
		this.#taken.set(record, [...versions, taken]);
		const here = versions.length + 1;
		if (Number.isSafeInteger(number) && number !== here && ours.before === null)
			this.#reporter.changed(spot, 'versions_renumbered', { record, from: number, to: here });
		return taken;
	}

	/** The version of ours that a record in the file is, by its number and its data, and the one before it. */
	#ours(
		record: string,
		data: RecordData,
		number: number,
	): { readonly same: VersionUid | null; readonly before: VersionUid | null } {
		let before: { uid: VersionUid; number: number } | null = null;
		for (const known of this.#sources.known) {
			const at = known.number ?? 0;
			if (known.record !== record || !('uid' in known.from)) continue;
			const { uid, data: own } = known.from;
			if (at === number && sameJson(own, asJson(data))) return { same: uid, before: null };
			if (!(at >= number) && at >= (before?.number ?? 0)) before = { uid, number: at };
		}
		return { same: null, before: before?.uid ?? null };
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
			if (airalogyId === null) return false;
			return known.airalogyId === airalogyId || airalogyIdOf(known) === airalogyId;
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
