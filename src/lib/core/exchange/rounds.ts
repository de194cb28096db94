// Steps of a file, in their order, become stages and cells. A step that has no place (unknown, malformed, of a protocol that is not there,
// after the end) is kept whole behind the cell it followed, so that the export can put it back. Rounds without an `add_next_protocol` step
// are real (every published sample has them): the stage is made, the step is not invented. Refused: repairing what steps contradict.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { cellId, type CellId, type CellKind, type StageId } from '#lib/core/path/names.ts';
import type { Dialect } from './detect.ts';
import type { PlanBuilder } from './plan.ts';
import { isThought, writeCell, type FoundStep } from './step-content.ts';
import { within, type KEPT_RULES, type Reporter, type Spot } from './report.ts';

/** A step that found a cell: what it said, in canonical form, to be written back while the cell says the same. */
export interface PlacedStep {
	readonly cell: CellId;
	readonly spot: Spot;
	readonly position: number;
	readonly raw: JsonObject;
}

/** Key of a stage whose choice the file shows only through its record: no step may be invented for it. */
const UNSTATED = 'unstated';

/** Writes what a record step points at; false where the step has to be kept instead. */
export type TakeRecord = (stage: StageId, step: FoundStep) => boolean;

type Why = Extract<
	(typeof KEPT_RULES)[number],
	| 'unknown_step'
	| 'malformed_step'
	| 'step_after_end'
	| 'step_out_of_order'
	| 'protocol_unknown'
	| 'record_of_other_round'
>;

/** Where reading begins in a path that is there already. */
export interface RoundStart {
	readonly round: Round;
	/** The cell of the last step that is there. */
	readonly last: CellId | null;
	readonly concluded: boolean;
}

export interface Round {
	readonly stage: StageId;
	readonly choice: number | 'end' | null;
	readonly pathIndex: number | undefined;
	/** Rank of the last cell that came. */
	rank: number;
}

/** The order of cells in a stage. */
export const RANK: Readonly<Record<string, number>> = {
	goal: 1,
	strategy: 2,
	values: 3,
	record: 4,
	phased: 5,
	final: 6,
};
const CELL_OF: Readonly<Record<string, CellKind>> = {
	add_research_goal: 'goal',
	add_research_strategy: 'strategy',
	add_next_protocol: 'next',
	add_initial_values_for_fields_in_next_protocol: 'values',
	record_protocol: 'record',
	add_phased_research_conclusion: 'phased',
	add_final_research_conclusion: 'final',
};

/** The cell a step is for; undefined for steps we do not know. */
export function kindOfStep(step: string): CellKind | undefined {
	return Object.hasOwn(CELL_OF, step) ? CELL_OF[step] : undefined;
}

/** Reads canonical steps into a plan. `known` are the indexes that protocols_info or the workflow has. */
export class RoundReader {
	readonly rounds: Round[];
	readonly placed: PlacedStep[] = [];
	readonly #plan: PlanBuilder;
	readonly #reporter: Reporter;
	readonly #known: ReadonlySet<number>;
	readonly #takeRecord: TakeRecord;
	readonly #dialect: Dialect;
	#last: CellId | null = null;
	#concluded = false;

	/** Steps that are kept are in the words of `dialect`. `start` is absent for a path of its own. */
	constructor(
		plan: PlanBuilder,
		reporter: Reporter,
		known: ReadonlySet<number>,
		takeRecord: TakeRecord,
		dialect: Dialect = 'airalogy',
		start?: RoundStart,
	) {
		this.#dialect = dialect;
		this.#plan = plan;
		this.#reporter = reporter;
		this.#known = known;
		this.#takeRecord = takeRecord;
		this.rounds = [start?.round ?? { stage: plan.stage([], null), choice: null, pathIndex: 0, rank: 0 }];
		this.#last = start?.last ?? null;
		this.#concluded = start?.concluded ?? false;
	}

	get round(): Round {
		const round = this.rounds.at(-1);
		if (!round) throw new Error('a path has its preparation');
		return round;
	}

	/** Reads the steps from a position on; `written` are the same as the file has them, for those that are kept. */
	read(steps: readonly Json[], spot: Spot, written: readonly Json[] = steps, from = 0): void {
		const found = steps.map((value, position) => readStep(value, position, within(spot, position)));
		for (const [position, step] of found.entries()) {
			if (position < from) continue;
			const why = step ? this.#take(step, found.slice(position + 1)) : 'malformed_step';
			if (why) this.#keep(written[position] ?? null, position, within(spot, position), why);
		}
	}

	#keep(value: Json, position: number, spot: Spot, why: Why): void {
		const step = isObject(value) ? (value['step'] ?? null) : null;
		const place: JsonObject = { place: 'steps', after: this.#last, position };
		this.#plan.keep(spot, value, this.#dialect === 'airalogy' ? place : { ...place, dialect: this.#dialect });
		this.#reporter.kept(spot, why, { step });
	}

	#take(step: FoundStep, later: readonly (FoundStep | null)[]): Why | null {
		const kind = kindOfStep(step.kind);
		if (kind === undefined) return 'unknown_step';
		if (this.#concluded || (this.round.choice === 'end' && kind !== 'final')) return 'step_after_end';
		if (kind === 'next') return this.#takeNext(step);
		if (kind === 'record') return this.#takeRecordStep(step);
		if (kind === 'values') this.#roundAhead(step, later);
		const rank = RANK[kind] ?? 0;
		const preparing = this.round.choice === null;
		const fits = kind === 'final' || preparing === (kind === 'goal' || kind === 'strategy');
		if (!fits || rank <= this.round.rank) return 'step_out_of_order';
		const cell = cellId(this.round.stage, kind);
		if (!writeCell(this.#plan, this.#reporter, cell, kind, step)) return 'malformed_step';
		if (kind === 'final') this.#concluded = true;
		return this.#place(cell, kind, step);
	}

	#place(cell: CellId, kind: CellKind, step: FoundStep): null {
		// A stage says its choice and a reference its record: neither is a cell that somebody ticks off.
		if (kind !== 'next' && kind !== 'record') this.#plan.state(cell, 'done');
		if (kind !== 'next') this.round.rank = RANK[kind] ?? 0;
		this.placed.push({ cell, spot: step.spot, position: step.position, raw: step.raw });
		this.#last = cell;
		return null;
	}

	#takeNext(step: FoundStep): Why | null {
		const { end_path: end, protocol_index: index, thought = null } = step.data;
		const choice =
			end === true && (index ?? null) === null ? 'end' : end === false ? indexIn(index) : undefined;
		if (choice === undefined || !isThought(thought)) return 'malformed_step';
		if (choice !== 'end' && !this.#known.has(choice)) return 'protocol_unknown';
		const parent = this.round.stage;
		const child = this.#open(choice, step.pathIndex, {});
		const cell = cellId(parent, 'next');
		const content = { end_path: choice === 'end', protocol_index: choice === 'end' ? null : choice };
		const proposal = step.ai ? this.#plan.propose(cell, content, thought) : null;
		if (proposal) this.#plan.chosenBy(child, proposal);
		// The step is that of the child: a parent may have several.
		return this.#place(cellId(child, 'next'), 'next', step);
	}

	#takeRecordStep(step: FoundStep): Why | null {
		const index = indexIn(step.data['protocol_index']);
		if (index === undefined) return 'malformed_step';
		if (!this.#known.has(index)) return 'protocol_unknown';
		const { choice, pathIndex, rank } = this.round;
		const open = choice !== null && rank < (RANK['record'] ?? 0);
		const same = pathIndex === step.pathIndex;
		if (open && same && choice !== index) return 'record_of_other_round';
		if (choice !== null && !open && same) return 'step_out_of_order';
		if (!open || (!same && choice !== index)) this.#open(index, step.pathIndex, { [UNSTATED]: true });
		const cell = cellId(this.round.stage, 'record');
		if (!this.#takeRecord(this.round.stage, step)) return 'malformed_step';
		return this.#place(cell, 'record', step);
	}

	/** Values without a choice: the record of the same round tells which protocol they are for. */
	#roundAhead(step: FoundStep, later: readonly (FoundStep | null)[]): void {
		const { choice, rank, pathIndex } = this.round;
		const begins = choice === null || (rank >= (RANK['values'] ?? 0) && pathIndex !== step.pathIndex);
		if (!begins) return;
		const next = later.findIndex((other) => other?.kind === 'add_next_protocol');
		const inside = next < 0 ? later : later.slice(0, next);
		const record = inside.find(
			(other) => other?.kind === 'record_protocol' && other.pathIndex === step.pathIndex,
		);
		const index = indexIn(record?.data['protocol_index']);
		if (index !== undefined && this.#known.has(index))
			this.#open(index, step.pathIndex, { [UNSTATED]: true });
	}

	#open(choice: number | 'end', pathIndex: number | undefined, extra: JsonObject): StageId {
		const stage = this.#plan.stage([this.round.stage], choice, extra);
		this.rounds.push({ stage, choice, pathIndex, rank: 0 });
		return stage;
	}
}

function readStep(value: Json, position: number, spot: Spot): FoundStep | null {
	if (!isObject(value)) return null;
	const { step, data, mode, path_index: pathIndex } = value;
	if (typeof step !== 'string' || !isObject(data)) return null;
	return { position, spot, raw: value, kind: step, pathIndex: numberOf(pathIndex), ai: mode === 'ai', data };
}

function indexIn(value: Json | undefined): number | undefined {
	const index = numberOf(value);
	return index !== undefined && Number.isSafeInteger(index) && index >= 0 ? index : undefined;
}
