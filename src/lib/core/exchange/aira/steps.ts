// Steps as AIRA has them, from the canonical ones: indexes from 1, no thought without a text, a record inside the step that refers to it. What a
// file of this dialect said in its own way goes back as it came while the step says the same, unknown steps as they stand. AIRA knows no
// strategy that nobody judged: one with words counts as researchable, which the report says, one without is nobody's and is left out.
// Refused: an invented judgement without a line.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { referenceOf } from '#lib/core/flow/cells.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { partsOf, type DefinitionHash, type StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { VersionView } from '#lib/core/record/record.ts';
import { dataIn, type WrittenStep } from '#lib/core/exchange/airalogy/steps.ts';
import type { Records } from '#lib/core/exchange/airalogy/write.ts';
import { envelopeOf, writeRecord, type RecordProtocol } from '#lib/core/exchange/record-file.ts';
import { kindOfStep } from '#lib/core/exchange/rounds.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { airalogyIds } from './definition.ts';

/** Where a plan keeps a step of this dialect that would not be written like that by itself. */
export const AIRA_STEP = 'aira-step';

export interface AiraSteps {
	readonly steps: readonly WrittenStep[];
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** AIRA's form of canonical steps, in their order. Pointers are those in the written path_data's file. */
export function writeAiraSteps(
	snapshot: PathSnapshot,
	canonical: readonly WrittenStep[],
	records: Records,
): AiraSteps {
	const writer = new StepWriter(snapshot, records);
	for (const step of canonical) writer.write(step);
	return writer.written();
}

class StepWriter {
	readonly #snapshot: PathSnapshot;
	readonly #records: Records;
	readonly #came: ReadonlyMap<string, { readonly was: Json; readonly value: JsonObject }>;
	readonly #definitions = new Map<DefinitionHash, ReadonlyMap<number, RecordProtocol>>();
	readonly #steps: WrittenStep[] = [];
	readonly #changed: ReportLine[] = [];
	readonly #lost: ReportLine[] = [];
	#ids = 0;

	constructor(snapshot: PathSnapshot, records: Records) {
		this.#snapshot = snapshot;
		this.#records = records;
		this.#came = cameSteps(snapshot);
	}

	written(): AiraSteps {
		const made: ReportLine[] =
			this.#ids === 0
				? []
				: [{ file: '', pointer: '/path_data/steps', rule: 'record_ids_made', data: { count: this.#ids } }];
		return { steps: this.#steps, changed: [...made, ...this.#changed], lost: this.#lost };
	}

	write(step: WrittenStep): void {
		const { derived, json } = step;
		if (derived === null || !isObject(json)) {
			if (step.dialect !== 'aira' && isIndexed(json)) this.#change('step_as_it_came', { step: nameOf(json) });
			this.#steps.push(step);
			return;
		}
		const came = this.#came.get(derived.cell);
		const unchanged = came?.was === derived.said ? came.value : undefined;
		const own = kindOfStep(derived.json['step'] as string) === 'record'; // a derived step has its name
		const written = own
			? this.#record(partsOf(derived.cell).stage, json, unchanged)
			: (unchanged ?? this.#content(json));
		if (written) this.#steps.push({ ...step, json: written });
	}

	/** A step without a record; null where AIRA cannot say it. */
	#content(json: JsonObject): JsonObject | null {
		const data = new Map(Object.entries(dataIn(json)));
		if (data.get('thought') === null) data.set('thought', '');
		if (json['step'] === 'add_next_protocol') data.set('protocol_index', fromOne(data.get('protocol_index')));
		if (json['step'] === 'add_research_strategy' && (data.get('researchable') ?? null) === null) {
			if ((data.get('strategy') ?? '') === '') {
				this.#lose('strategy_without_words');
				return null;
			}
			data.set('researchable', true);
			this.#change('researchable_assumed');
		}
		return { ...json, data: Object.fromEntries(data) };
	}

	#record(stage: StageId, json: JsonObject, came: JsonObject | undefined): JsonObject {
		const found = this.#version(stage);
		if (came) return this.#putBack(came, stage, found);
		const { record_id: record, record_version: version, airalogy_record_id: foreign, ...data } = dataIn(json);
		const own = found && envelopeOf(found.version)?.['airalogy_record_id'];
		const id = foreign ?? (typeof own === 'string' ? own : this.#madeUp(record, version));
		if (!found) this.#lose('record_not_at_hand', { record: record ?? null });
		return {
			...json,
			step: 'add_record',
			data: {
				...data,
				protocol_index: fromOne(data['protocol_index']),
				airalogy_record_id: id,
				...(found ? { record_data: this.#file(stage, found, id) } : {}),
			},
		};
	}

	/** A step of this dialect as it came: null in it stands for the record, which is written from its version. */
	#putBack(came: JsonObject, stage: StageId, found: VersionView | undefined): JsonObject {
		const data = dataIn(came);
		if (data['record_data'] !== null || !found) return came;
		const file = this.#file(stage, found, data['airalogy_record_id'] ?? null);
		return { ...came, data: { ...data, record_data: file } };
	}

	#version(stage: StageId): VersionView | undefined {
		const reference = referenceOf(this.#snapshot, stage);
		if (!reference || reference.gone !== undefined) return undefined;
		return this.#records.get(reference.record)?.versions.get(reference.uid);
	}

	#file(stage: StageId, version: VersionView, id: Json): JsonObject {
		const entry = this.#snapshot.stages.get(stage);
		const protocols = entry && this.#protocols(entry.under);
		const protocol = typeof entry?.choice === 'number' ? protocols?.get(entry.choice) : undefined;
		return writeRecord(version, protocol ?? NO_PROTOCOL, typeof id === 'string' ? id : null);
	}

	#protocols(hash: DefinitionHash): ReadonlyMap<number, RecordProtocol> {
		const known = this.#definitions.get(hash) ?? protocolsIn(this.#snapshot.definition(hash));
		this.#definitions.set(hash, known);
		return known;
	}

	#madeUp(record: Json | undefined, version: Json | undefined): string | null {
		const number = numberOf(version);
		if (typeof record !== 'string' || number === undefined) return null;
		this.#ids += 1;
		return `airalogy.id.record.${record}.v.${number}`;
	}

	#change(rule: ReportLine['rule'], data: JsonObject = {}): void {
		this.#changed.push({ ...this.#here(), rule, data });
	}

	#lose(rule: ReportLine['rule'], data: JsonObject = {}): void {
		this.#lost.push({ ...this.#here(), rule, data });
	}

	#here(): { file: string; pointer: string } {
		return { file: '', pointer: `/path_data/steps/${this.#steps.length}` };
	}
}

const NO_PROTOCOL: RecordProtocol = { airalogyProtocolId: null, protocolId: null, protocolVersion: null };

function protocolsIn(definition: Definition | undefined): ReadonlyMap<number, RecordProtocol> {
	if (!definition) return new Map();
	const ids = airalogyIds(definition);
	return new Map(
		[...definition.workflow.nodes, ...definition.protocols].map((one) => {
			const { index, protocolId, protocolVersion } = one;
			return [index, { airalogyProtocolId: ids.get(index)?.id ?? null, protocolId, protocolVersion }];
		}),
	);
}

function cameSteps({ kept }: PathSnapshot): ReadonlyMap<string, { was: Json; value: JsonObject }> {
	const steps = new Map<string, { was: Json; value: JsonObject }>();
	for (const [, { place, cell, was, value }] of [...kept].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (place !== AIRA_STEP || typeof cell !== 'string' || typeof was !== 'string' || !isObject(value))
			continue;
		steps.set(cell, { was, value });
	}
	return steps;
}

function fromOne(index: Json | undefined): Json {
	const number = numberOf(index);
	return number === undefined ? (index ?? null) : number + 1;
}

function isIndexed(step: Json): boolean {
	return isObject(step) && numberOf(dataIn(step)['protocol_index']) !== undefined;
}

function nameOf(step: Json): Json {
	return isObject(step) ? (step['step'] ?? null) : null;
}
