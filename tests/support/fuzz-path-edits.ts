// Random edits of stages, cells, fields and the log, each with what it must have written.

import { goingOn } from '#lib/app/going-on.ts';
import { nextChoices } from '#lib/core/flow/next.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { reopenCell, setCell, showVariant, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellContent, cellHash, variantShown, wordsOf } from '#lib/core/path/content.ts';
import * as log from '#lib/core/path/log-edits.ts';
import { keep, setTitle, upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import { cellId, StageId, type CellId, type ProposalId } from '#lib/core/path/names.ts';
import { acceptProposal } from '#lib/core/path/proposal-edits.ts';
import {
	chooseLine,
	deleteStage,
	goOn,
	nameBranch,
	restoreStage,
	type GoingOn,
} from '#lib/core/path/stage-edits.ts';
import * as at from './fuzz-known-places.ts';
import { anyCell, anyStage, proposedCells, ROOT } from './fuzz-text-edits.ts';
import type { Turn } from './fuzz-turn.ts';
import { PATH_ID, RANDOM_DEFINITION } from './random-moves.ts';

export function goFurther(
	turn: Turn,
	parent = furtherFrom(turn),
	end = turn.random.chance(0.15),
): string | undefined {
	const { replica, random } = turn;
	const { path, doc } = replica;
	// A new template whose update is still missing something: going on is refused until it is here.
	if (!path.raw('meta').has('template')) return undefined;
	const stage = StageId.parse(turn.id('st'));
	const tree = growTree(path);
	const { choices } = nextChoices(path, tree, parent);
	const from = random.chance(0.6)
		? random.any(path.proposalsOf.get(cellId(parent, 'next')) ?? [])
		: undefined;
	// A choice with a proposal behind it mostly says the same.
	const proposed = from !== undefined && random.chance(0.7) ? path.proposal(from)?.content : undefined;
	// And some do what a sibling does: empty twins are folded.
	const twin = random.chance(0.3)
		? path.stages.get(random.any(tree.children(parent)) ?? parent)?.choice
		: null;
	const wanted = proposed?.['protocol_index'] ?? twin;
	const next = choices.find(({ index }) => index === wanted) ?? random.any(choices);
	if (next === undefined) return undefined;
	const ends = end || proposed?.['end_path'] === true;
	const choice = ends ? 'end' : next.index;
	const logged: { logId?: string; reason?: string } =
		!ends && next.reach === 'unreachable' ? { logId: turn.id('lg'), reason: turn.mark } : {};
	const choose = random.chance(0.8);
	const before = path.line.get(parent);
	const going: GoingOn = {
		parent,
		stage,
		choice,
		choose,
		...(from === undefined ? {} : { from }),
		...logged,
	};
	turn.edit(() => goOn(doc, going, turn.who), choose ? [[at.lineAfter(parent), { value: stage }]] : []);
	turn.added('stages', stage);
	if (logged.logId !== undefined) turn.added('log', logged.logId);
	replica.made(goingOn(doc, { parent, stage, before, look: () => undefined }, () => turn.who));
	for (const place of [at.gone(stage), at.lineAfter(parent)]) turn.books.places.touch(place, replica.session);
	return `goes on from ${parent} to ${stage} (${choice})`;
}

function furtherFrom(turn: Turn): StageId {
	const { line } = growTree(turn.replica.path);
	const last = turn.random.chance(0.5) ? line.at(-1) : undefined;
	return last ?? (turn.random.chance(0.3) ? ROOT : anyStage(turn));
}

export function choose(turn: Turn): string | undefined {
	const { path, doc } = turn.replica;
	const children = [...path.stages].filter(([, { after }]) => after.length > 0);
	const first = children.filter(([, { after }]) => after.includes(ROOT));
	const [child, entry] = turn.random.any(turn.random.chance(0.5) ? first : children) ?? [];
	const parent = entry?.after[0];
	if (child === undefined || parent === undefined || !path.stages.has(parent)) return undefined;
	turn.edit(() => chooseLine(doc, parent, child, turn.who), [[at.lineAfter(parent), { value: child }]]);
	return `chooses ${child} after ${parent}`;
}

export function name(turn: Turn): string {
	const stage = anyStage(turn);
	const archived = turn.random.chance(0.3);
	const value = { name: turn.mark, archived };
	turn.edit(
		() => nameBranch(turn.replica.doc, stage, turn.mark, archived, turn.who),
		[[at.nameOf(stage), { value }]],
	);
	return `names ${stage}`;
}

export function remove(turn: Turn): string {
	const stage = anyStage(turn);
	turn.edit(() => deleteStage(turn.replica.doc, stage, turn.who), [[at.gone(stage)]]);
	return `deletes ${stage}`;
}

export function restore(turn: Turn): string | undefined {
	const { gone, stages } = turn.replica.path;
	const stage = turn.random.any([...gone.keys()].filter((id) => stages.has(id)));
	if (stage === undefined) return undefined;
	turn.edit(() => restoreStage(turn.replica.doc, stage, turn.who), [[at.gone(stage), { value: undefined }]]);
	return `restores ${stage}`;
}

export function finish(turn: Turn, cell: CellId = anyCell(turn)): string {
	const state = turn.random.chance(0.8) ? 'done' : 'open';
	turn.edit(() => setCell(turn.replica.doc, cell, state, turn.who), [[at.state(cell), stateOf(turn, state)]]);
	return `sets ${cell} ${state}`;
}

function stateOf(turn: Turn, state: string) {
	return { value: { state, ...turn.stamp } };
}

export function skip(turn: Turn, cell: CellId = anyCell(turn)): string {
	const why = { logId: turn.id('lg'), reason: turn.mark };
	turn.edit(
		() => skipCell(turn.replica.doc, cell, why, turn.who),
		[[at.state(cell), stateOf(turn, 'skipped')]],
	);
	turn.added('log', why.logId);
	return `skips ${cell}`;
}

export function reopen(turn: Turn): string {
	const cell = anyCell(turn);
	const why = { logId: turn.id('lg'), reason: turn.mark };
	turn.edit(
		() => reopenCell(turn.replica.doc, cell, why, turn.who),
		[[at.state(cell), stateOf(turn, 'open')]],
	);
	turn.added('log', why.logId);
	return `reopens ${cell}`;
}

/** A cell with a proposal that can be shown in it. */
function proposedCell(turn: Turn): readonly [CellId, ProposalId] | undefined {
	const { random } = turn;
	const cells = proposedCells(turn).filter(([cell]) => !cell.endsWith('/next'));
	const [cell, ids] = random.any(random.chance(0.5) ? cells.slice(-4) : cells) ?? [];
	const id = random.any(ids ?? []);
	return cell === undefined || id === undefined ? undefined : [cell, id];
}

export function show(turn: Turn): string | undefined {
	const [cell, id] = proposedCell(turn) ?? [];
	if (cell === undefined || id === undefined) return undefined;
	const variant = turn.random.chance(0.4) ? 'own' : id;
	turn.edit(
		() => showVariant(turn.replica.doc, cell, variant, turn.who),
		[[at.shown(cell), { value: variant }]],
	);
	return `shows ${variant.slice(0, 8)} in ${cell}`;
}

/** Accepts a proposal for what the person sees now, or saw some time ago; what they saw is remembered. */
export function accept(turn: Turn, of = proposedCell(turn)): string | undefined {
	const { replica, random, books } = turn;
	const [cell, id] = of ?? [];
	if (cell === undefined || id === undefined) return undefined;
	const now = {
		hash: cellHash(replica.path, cell),
		content: JSON.stringify(cellContent(replica.path, cell)),
	};
	const key = `${replica.session} ${cell}`;
	const seen = random.chance(0.4) ? (books.seen.get(key) ?? now) : now;
	books.seen.set(key, now);
	if (random.chance(0.2)) return `looks at ${cell}`;
	const words = wordsOf(replica.path, cell, id);
	const result = turn.attempt(
		() => acceptProposal(replica.doc, cell, id, { seen: seen.hash }, turn.who),
		[
			[at.shown(cell), { value: id }],
			[at.state(cell), stateOf(turn, 'done')],
		],
	);
	const said = `accepts ${id.slice(0, 8)} in ${cell}`;
	const wanted = seen.content === now.content ? 'accepted' : 'changed-meanwhile';
	if ((result.ok ? 'accepted' : result.error) !== wanted) books.report('E5', `${said} is not ${wanted}`);
	if (result.ok && wordsOf(replica.path, cell, variantShown(replica.path, cell)) !== words)
		books.report('E5', `${said} shows other words`);
	return result.ok ? said : `${said}: ${result.error}`;
}

export function entitle(turn: Turn): string {
	turn.edit(() => setTitle(turn.replica.doc, turn.mark, turn.who), [[at.title(), { value: turn.mark }]]);
	return `names the path`;
}

export function upgrade(turn: Turn): string {
	const protocolVersion = `1.0.${turn.random.below(3)}`;
	const protocols = RANDOM_DEFINITION.protocols.map((one) => ({ ...one, protocolVersion }));
	const logId = turn.id('lg');
	const hash = turn.edit(
		() => upgradeDefinition(turn.replica.doc, { ...RANDOM_DEFINITION, protocols }, { logId }, turn.who),
		[[at.template()]],
	);
	if (hash !== undefined) turn.added('frozen', hash);
	turn.added('log', logId);
	return `upgrades to ${protocolVersion}`;
}

export function keepForeign(turn: Turn): string {
	const id = turn.id('kp');
	const entry = { pointer: '/path_data/x', place: 'path_data', key: `x_${turn.step}`, value: turn.mark };
	turn.edit(() => keep(turn.replica.doc, id, entry, turn.who), []);
	turn.added('kept', id);
	return 'keeps something foreign';
}

const ACTS = ['pause', 'resume', 'resume', 'finish', 'complete', 'override', 'decision', 'seen-elsewhere'];

export function note(
	turn: Turn,
	kind = turn.random.pick(ACTS),
	on?: string,
	undoes?: readonly string[],
): string {
	const { path, doc } = turn.replica;
	const logId = turn.id('lg');
	const strategy = cellId(anyStage(turn), 'strategy');
	const target =
		on ?? (kind === 'pause' || kind === 'resume' ? PATH_ID : kind === 'override' ? strategy : anyStage(turn));
	const ended =
		undoes ??
		(kind === 'resume' ? [...path.log].filter(([, entry]) => entry.kind === 'pause').map(([id]) => id) : []);
	const data = {
		undoes: ended,
		reason: turn.mark,
		...(kind === 'override' ? { contentHash: cellHash(path, strategy) } : {}),
	};
	turn.edit(() => log.addLog(doc, logId, { kind, target, data }, turn.who), []);
	turn.added('log', logId);
	return `logs ${kind} on ${target}`;
}

/** Opens a completed path again: the words that leave the text must be in the log. */
export function reopenPath(turn: Turn, stage: StageId = anyStage(turn), undoes?: readonly string[]): string {
	const { doc } = turn.replica;
	const cell = cellId(stage, 'final');
	const own = wordsOf(turn.replica.path, cell, 'own');
	const shows = turn.replica.path.shown.has(cell);
	const shown = wordsOf(turn.replica.path, cell, variantShown(turn.replica.path, cell));
	const logId = turn.id('lg');
	const ended = undoes ?? [...turn.replica.path.log.keys()].slice(-3);
	turn.edit(
		() => log.reopenPath(doc, { stage, logId, reason: turn.mark, undoes: ended }, turn.who),
		[
			[at.state(cell), stateOf(turn, 'open')],
			...(shows ? [[at.shown(cell), { value: 'own' }] as const] : []),
		],
		undefined,
		'reopen',
	);
	turn.added('log', logId);
	const data = turn.replica.path.log.get(logId)?.data ?? {};
	const kept = [data['text'], data['own']];
	if (!kept.includes(own) && own !== '') turn.books.report('C2', `reopening ${cell} lost "${own}"`);
	if (data['text'] !== shown)
		turn.books.report('C2', `reopening ${cell} logged another text than "${shown}"`);
	if (wordsOf(turn.replica.path, cell, 'own') !== '') turn.books.report('C3', `reopening ${cell} left words`);
	return `reopens the path at ${stage}`;
}

export function revise(turn: Turn, stage: StageId = anyStage(turn)): string {
	const logId = turn.id('lg');
	const cell = cellId(stage, 'strategy');
	turn.edit(
		() => log.reviseStrategy(turn.replica.doc, { stage, logId }, turn.who),
		[[at.state(cell), stateOf(turn, 'open')]],
	);
	turn.added('log', logId);
	return `revises ${cell}`;
}
