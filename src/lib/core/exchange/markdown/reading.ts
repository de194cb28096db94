// What the parts of a Markdown export read of a path: names, times, who a step is from, the protocol of a round.

import type { CellId, KnownCellKind, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { variantShown, wordsOf } from '#lib/core/path/content.ts';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import type { Protocol, ProtocolFields } from '#lib/core/protocol/protocol.ts';
import { cellOf } from '#lib/core/flow/cells.ts';
import { cellMode, type Mode } from '#lib/core/flow/mode.ts';
import { growTree, type StageTree } from '#lib/core/flow/tree.ts';
import type { Records } from '#lib/core/exchange/airalogy/write.ts';
import { code, quoted } from './text.ts';
import type { Hand, MarkdownWords } from './words.ts';

export class Reading {
	readonly snapshot: PathSnapshot;
	readonly records: Records;
	readonly words: MarkdownWords;
	readonly tree: StageTree;
	readonly #fields = new Map<Protocol, ProtocolFields>();
	readonly #skips = new Map<string, string>();
	readonly #names: ReadonlyMap<string, string>;

	constructor(snapshot: PathSnapshot, records: Records, words: MarkdownWords) {
		this.snapshot = snapshot;
		this.records = records;
		this.words = words;
		this.tree = growTree(snapshot);
		this.#names = new Map([...snapshot.people.values()].map(({ member, name }) => [member, name]));
		for (const [, { kind, target, data }] of [...snapshot.log].sort(([a], [b]) => (a < b ? -1 : 1)))
			if (kind === 'skip' || kind === 'unreachable') this.#skips.set(`${kind} ${target}`, data.reason ?? '');
	}

	/** A person's name by the short id of the path, quoted. */
	person(id: string): string {
		const name = [...this.snapshot.people].find(([known]) => known === id)?.[1].name ?? '';
		return name.trim() === '' ? this.words.unknownPerson : quoted(name);
	}

	/** The author of a record's version, by the thumbprint of the key; quoted. */
	author(member: string): string {
		const name = this.#names.get(member) ?? '';
		if (name.trim() !== '') return quoted(name);
		return member === '' ? this.words.unknownPerson : code(member);
	}

	/** Why a cell was skipped; '' where nobody said. */
	skipReason(cell: CellId): string {
		return quoted(this.#skips.get(`skip ${cell}`) ?? '');
	}

	/** Why a protocol was chosen though no edge leads there; undefined where one does. */
	unreachable(stage: StageId): string | undefined {
		const reason = this.#skips.get(`unreachable ${stage}`);
		return reason === undefined ? undefined : quoted(reason);
	}

	/** The words a cell shows. */
	text(stage: StageId, kind: string): string {
		const cell = cellOf(stage, kind as KnownCellKind); // a kind we do not know was checked with its text's name
		return wordsOf(this.snapshot, cell, variantShown(this.snapshot, cell));
	}

	hand(stage: StageId, kind: KnownCellKind): Hand {
		return handOf(cellMode(this.snapshot, cellOf(stage, kind)));
	}

	/** The protocol a stage carries out, as it was when the stage was made. */
	protocol(stage: StageId): Protocol | undefined {
		const entry = this.snapshot.stages.get(stage);
		return (
			entry && this.snapshot.definition(entry.under)?.protocols.find(({ index }) => index === entry.choice)
		);
	}

	fields(stage: StageId): ProtocolFields | undefined {
		const protocol = this.protocol(stage);
		if (protocol === undefined) return undefined;
		const known = this.#fields.get(protocol) ?? fieldsOf(protocol);
		this.#fields.set(protocol, known);
		return known;
	}

	/** "Round 2: Drying, version 0.0.2", quoted. */
	roundTitle(stage: StageId): string {
		const entry = this.snapshot.stages.get(stage);
		const { words, tree } = this;
		if (entry?.choice === 'end') return words.end;
		if (typeof entry?.choice !== 'number') return words.part('goal');
		const node = this.snapshot
			.definition(entry.under)
			?.workflow.nodes.find(({ index }) => index === entry.choice);
		const protocol = this.protocol(stage);
		const title = node?.title || protocol?.title || node?.protocolId || '';
		const version = protocol?.protocolVersion ?? node?.protocolVersion ?? '';
		const name = title === '' ? words.unknownProtocol(entry.choice) : quoted(title);
		return words.round(tree.depth(stage), name, quoted(version));
	}
}

/** Who a step is from. */
export function handOf({ mode, proposal }: Mode): Hand {
	if (mode === 'ai') return 'model';
	return proposal === null ? 'person' : 'model-edited';
}

const LAST = 253_402_300_799_999;

/** A device's clock in UTC, such as 2026-11-21 15:02 UTC; '' where it is no time of ours. */
export function utc(at: number): string {
	if (!Number.isFinite(at) || at < 0 || at > LAST) return '';
	return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Device time as it was stored with its zone, and the same in UTC where that is another; quoted. */
export function zoned(at: string, zone: string): string {
	const [, day, time, offset] =
		/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(at) ?? [];
	if (day === undefined || time === undefined || offset === undefined) return quoted(`${at} ${zone}`);
	const universal = utc(Date.parse(at));
	if (offset === 'Z' || offset === '+00:00') return `${day} ${time} UTC`;
	const place = zone === '' ? '' : ` ${quoted(zone)}`;
	return `${day} ${time} ${offset}${place}${universal === '' ? '' : ` = ${universal}`}`;
}
