// What an import will write, whole, as plain data, before anything is written: half an import is worse than none. It mirrors the maps of
// the path document, so that one function writes it and both dialects, and our own vendor key, end in the same shape. Refused: readers
// that edit a document while they read (a fault in step 40 would leave 39), and a second model of a path.

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { contentHash } from '#lib/core/json/hash.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { MAP_NAMES, type MapName, type Who } from '#lib/core/path/document.ts';
import { PROPOSAL_LIMIT, SCHEMA, type Definition, type StageChoice } from '#lib/core/path/entries.ts';
import {
	cellId,
	fieldKey,
	partsOf,
	ProposalId,
	RESEARCHABLE,
	StageId,
	textName,
	VersionUid,
	type CellId,
	type CellKind,
	type Variant,
} from '#lib/core/path/names.ts';
import type { RecordData } from '#lib/core/record/record.ts';
import type { Spot } from './report.ts';

/** The maps an export carries: all but the path's own meta, and the clients, whose ids mean nothing outside one document. */
export const PLAN_MAPS = MAP_NAMES.filter(isPlanMap);
export type PlanMap = Exclude<MapName, 'meta' | 'clients'>;

function isPlanMap(name: MapName): name is PlanMap {
	return name !== 'meta' && name !== 'clients';
}

export interface PlannedRecord {
	readonly id: string;
	/** RecordVersion by uid, verbatim. */
	readonly versions: JsonObject;
	/** Draft entries by key, verbatim. */
	readonly draft: JsonObject;
}

export interface ImportPlan {
	/** PathMeta without `importedFrom`. */
	readonly meta: JsonObject;
	readonly maps: Readonly<Record<PlanMap, JsonObject>>;
	/** Words by the name of their root text. */
	readonly texts: Readonly<Record<string, string>>;
	readonly records: readonly PlannedRecord[];
}

/** Where log entries of a path say "this path", whatever its id will be: an export and its import are different documents. */
export const SELF = '.';

/** Who imports, and where new ids (UUIDv7) come from: the core has no clock and no chance of its own. */
export interface Importer {
	readonly who: Who;
	readonly newId: () => string;
}

/** Puts a plan together entry by entry, in the words of the path document. */
export class PlanBuilder {
	readonly #importer: Importer;
	readonly #maps = new Map<PlanMap, Map<string, Json>>(
		PLAN_MAPS.map((name) => [name, new Map<string, Json>()]),
	);
	readonly #texts = new Map<string, string>();
	readonly #records = new Map<string, { versions: Map<string, Json>; draft: Map<string, Json> }>();
	readonly #template: string;
	readonly #meta: JsonObject | null;
	/** Keys of own fields that were there when the plan went on, by stage. */
	readonly #loaded = new Map<string, string[]>();

	/** Begins a plan under a definition, or goes on with one. */
	constructor(
		importer: Importer,
		start: { readonly definition: Definition } | { readonly plan: ImportPlan },
	) {
		this.#importer = importer;
		if ('plan' in start) {
			this.#meta = start.plan.meta;
			const { template } = start.plan.meta;
			this.#template = typeof template === 'string' ? template : '';
			this.#load(start.plan);
		} else {
			this.#meta = null;
			this.#template = contentHash(asJson(start.definition));
			this.put('frozen', this.#template, asJson(start.definition));
		}
		this.put('people', importer.who.by, asJson(importer.who.person));
	}

	#load(plan: ImportPlan): void {
		for (const name of PLAN_MAPS)
			for (const [key, value] of Object.entries(plan.maps[name])) this.put(name, key, value);
		for (const key of Object.keys(plan.maps.fields)) {
			const [stage = '', variant] = key.split('/');
			if (variant !== 'own') continue;
			const keys = this.#loaded.get(stage) ?? [];
			this.#loaded.set(stage, keys);
			keys.push(key);
		}
		for (const [name, words] of Object.entries(plan.texts)) this.#texts.set(name, words);
		for (const record of plan.records) this.adopt(record);
	}

	put(map: PlanMap, key: string, value: Json): void {
		this.#maps.get(map)?.set(key, value);
	}

	/** A stage of its own, after those given. `extra` are keys of ours that only imports write. */
	stage(after: readonly StageId[], choice: StageChoice, extra: JsonObject = {}): StageId {
		const id = StageId.parse(this.#importer.newId());
		this.put('stages', id, { ...extra, after: [...after], choice, under: this.#template, ...this.#stamp() });
		return id;
	}

	/** The proposal a child stage was chosen by. */
	chosenBy(child: StageId, proposal: ProposalId): void {
		const entry = this.#maps.get('stages')?.get(child);
		if (entry !== undefined) this.put('stages', child, { ...(entry as JsonObject), from: proposal }); // stage() wrote it
	}

	state(cell: CellId, state: 'done' | 'skipped'): void {
		this.put('cells', cell, { state, ...this.#stamp() });
	}

	/** Whether a cell is done or skipped; for a record: whether it is referred to. */
	has(stage: StageId, kind: CellKind): boolean {
		if (kind === 'record') return this.#maps.get('record')?.has(stage) ?? false;
		return this.#maps.get('cells')?.has(cellId(stage, kind)) ?? false;
	}

	words(cell: CellId, text: string): void {
		if (text !== '') this.#texts.set(textName(cell, 'own'), text);
	}

	field(stage: StageId, field: string, value: Json): void {
		this.put('fields', fieldKey(stage, 'own', field), { value, ...this.#stamp() });
	}

	/** Takes a cell's own words and values out, so that others can take their place: what stood there, or nothing. */
	takeOwn(cell: CellId): readonly Json[] {
		const { stage, kind } = partsOf(cell);
		const judgement = fieldKey(stage, 'own', RESEARCHABLE);
		const keys = (this.#loaded.get(stage) ?? []).filter((key) =>
			kind === 'values' ? key !== judgement : kind === 'strategy' && key === judgement,
		);
		const fields = keys.flatMap((key) => {
			const entry = this.#maps.get('fields')?.get(key);
			return entry === undefined ? [] : [[key, entry] as const];
		});
		for (const key of keys) this.#maps.get('fields')?.delete(key);
		const words = this.#texts.get(textName(cell, 'own'));
		this.#texts.delete(textName(cell, 'own'));
		return [
			...(fields.length > 0 ? [Object.fromEntries(fields)] : []),
			...(words === undefined ? [] : [words]),
		];
	}

	/** Shows a cell's own words, where it shows a proposal. */
	showOwn(cell: CellId): void {
		if (this.#maps.get('cells')?.has(`${cell}/shown`)) this.show(cell, 'own');
	}

	show(cell: CellId, variant: Variant): void {
		this.put('cells', `${cell}/shown`, variant);
	}

	/** A step that a model wrote elsewhere; null where it is larger than a proposal may be. */
	propose(cell: CellId, content: JsonObject, thought: string | null): ProposalId | null {
		const unknown = { manifest: null, model: null, prompt: null, context: null };
		const proposal = {
			cell,
			generationId: '',
			content,
			thought,
			numbers: [],
			...unknown,
			origin: 'imported',
		};
		if (utf8ToBytes(canonicalize(proposal)).length > PROPOSAL_LIMIT) return null;
		const id = ProposalId.parse(contentHash(proposal));
		this.put('proposals', id, proposal);
		return id;
	}

	log(kind: string, target: string, data: JsonObject = {}): void {
		this.put('log', this.#importer.newId(), { kind, target, data, ...this.#stamp() });
	}

	/** Something without a place of its own. `place` tells the canonical export where it goes back to. */
	keep(spot: Spot, value: Json, place: JsonObject): void {
		this.put('kept', this.#importer.newId(), keptEntry(spot, value, place));
	}

	/** One version of a record that came with the file, under the uid every reader will compute. */
	version(record: string, basedOn: VersionUid | null, data: RecordData, envelope: JsonObject): VersionUid {
		const said = { record, basedOn, author: '', at: '', zone: '', data: asJson(data) };
		const uid = VersionUid.parse(contentHash(said));
		const known = this.#records.get(record) ?? {
			versions: new Map<string, Json>(),
			draft: new Map<string, Json>(),
		};
		known.versions.set(uid, { ...said, envelope });
		this.#records.set(record, known);
		return uid;
	}

	/** A whole record as it is, such as from our own vendor part. */
	adopt({ id, versions, draft }: PlannedRecord): void {
		this.#records.set(id, {
			versions: new Map(Object.entries(versions)),
			draft: new Map(Object.entries(draft)),
		});
	}

	/** The plan so far. The title is that of a plan of its own; one that went on keeps its. */
	finish(title: string): ImportPlan {
		const { by, at } = this.#importer.who;
		const schema = `${SCHEMA.major}.${SCHEMA.minor}`;
		return {
			meta: this.#meta ?? { title, createdBy: by, createdAt: at, schema, template: this.#template },
			maps: mapsFrom((name) => Object.fromEntries(this.#maps.get(name) ?? [])),
			texts: Object.fromEntries(this.#texts),
			records: [...this.#records].map(([id, { versions, draft }]) => ({
				id,
				versions: Object.fromEntries(versions),
				draft: Object.fromEntries(draft),
			})),
		};
	}

	#stamp(): { by: string; at: number } {
		const { by, at } = this.#importer.who;
		return { by, at };
	}
}

/** An entry for `kept`. */
function keptEntry(spot: Spot, value: Json, place: JsonObject): JsonObject {
	return { file: spot.file, pointer: spot.pointer, ...place, value };
}

/** Things that a finished plan has to keep beside its own. */
export class Additions {
	readonly #importer: Importer;
	readonly #kept: Record<string, Json> = {};

	constructor(importer: Importer) {
		this.#importer = importer;
	}

	keep(spot: Spot, value: Json, place: JsonObject): void {
		this.#kept[this.#importer.newId()] = keptEntry(spot, value, place);
	}

	/** The plan itself where there is nothing to add. */
	addedTo(plan: ImportPlan): ImportPlan {
		if (Object.keys(this.#kept).length === 0) return plan;
		return { ...plan, maps: { ...plan.maps, kept: { ...plan.maps.kept, ...this.#kept } } };
	}
}

/** One value per map of a plan. */
export function mapsFrom<T>(make: (name: PlanMap) => T): Readonly<Record<PlanMap, T>> {
	const maps = Object.fromEntries(PLAN_MAPS.map((name) => [name, make(name)]));
	return maps as Record<PlanMap, T>; // fromEntries forgets the key type; every name is there
}

/** Parsed entries are JSON by their schemas; TypeScript does not see it through optional and loose keys. */
export function asJson(value: object): JsonObject {
	return value as JsonObject;
}
