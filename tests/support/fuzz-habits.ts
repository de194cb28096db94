// What people do in the fuzz, by how often they do it. Weighted so that runs get far, and so that people meet in the same words and places.

import { allowedActions } from '#lib/core/flow/actions.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { StageId } from '#lib/core/path/names.ts';
import * as path from './fuzz-path-edits.ts';
import { offer, type, typeOwn, typeProposal } from './fuzz-text-edits.ts';
import type { Turn } from './fuzz-turn.ts';
import * as values from './fuzz-value-edits.ts';
import { PATH_ID } from './random-moves.ts';

type Edit = (turn: Turn) => string | undefined;

export const EDITS: readonly (readonly [number, Edit])[] = [
	[12, typeOwn], [10, typeProposal], [5, (turn) => offer(turn)], [9, advance],
	[4, branch], [2, path.choose], [1, path.name], [3, path.remove], [3, path.restore],
	[4, (turn) => path.finish(turn)], [2, (turn) => path.skip(turn)], [1, path.reopen], [3, path.show], [5, (turn) => path.accept(turn)],
	[4, (turn) => values.setField(turn)], [2, values.clearField], [2, values.judge], [5, values.editRow],
	[4, values.draft], [3, values.draftRow], [4, (turn) => values.submit(turn)], [2, values.changeReference],
	[2, (turn) => path.note(turn)], [1, (turn) => path.reopenPath(turn)], [1, (turn) => path.revise(turn)],
	[1, path.upgrade], [1, path.entitle], [1, path.keepForeign],
	[9, (turn) => turnBack(turn, 'undo')],
	[4, (turn) => turnBack(turn, 'redo')],
]; // prettier-ignore

/** Undoes or redoes, often several acts: a second one must not jump over a colleague's. */
function turnBack(turn: Turn, way: 'undo' | 'redo'): string {
	let times = 0;
	for (let left = turn.random.pick([1, 1, 2, 3, 6]); left > 0 && turn.turn(way); left -= 1) times += 1;
	return `${way}es ${times} times`;
}

/** Goes on from anywhere; in the beginning mostly where the flow says so, so that preparations are gone through. */
function branch(turn: Turn): string | undefined {
	const early = turn.replica.path.stages.size < 3 && turn.random.chance(0.9);
	return early ? advance(turn) : path.goFurther(turn);
}

/** Does one of the things the flow offers where the path stands, so that runs get far. */
function advance(turn: Turn): string | undefined {
	const { replica, random } = turn;
	const tree = growTree(replica.path);
	const rare = random.chance(0.2) ? [] : ['complete', 'skip'];
	const offered = allowedActions(replica.path, tree).actions.filter(({ kind }) => kind !== 'pause');
	const action = random.any(offered.filter(({ kind }) => !rare.includes(kind)));
	switch (action?.kind) {
		case 'write': {
			if (action.cell.endsWith('/record'))
				return values.submit(turn, StageId.parse(action.cell.split('/')[0]));
			const id = random.any(replica.path.proposalsOf.get(action.cell) ?? []);
			if (id === undefined && random.chance(0.3)) return offer(turn, action.cell);
			if (id !== undefined && random.chance(0.6)) return path.accept(turn, [action.cell, id]);
			if (action.cell.endsWith('/values') || random.chance(0.6)) return path.finish(turn, action.cell);
			const shown = replica.path.shown.get(action.cell);
			// What a cell shows may come before the proposal it shows.
			const here = shown !== undefined && shown !== 'own' && replica.path.proposal(shown) !== undefined;
			return type(turn, action.cell, here ? shown : 'own');
		}
		case 'skip':
			return path.skip(turn, action.cell);
		case 'go-on':
		case 'end':
			return path.goFurther(turn, action.after, action.kind === 'end');
		case 'finish':
		case 'complete':
			return path.note(turn, action.kind, action.stage);
		case 'reopen':
			return path.reopenPath(turn, action.stage, action.undoes);
		case 'resume':
			return path.note(turn, 'resume', PATH_ID, action.undoes);
		case 'revise-strategy':
			return path.revise(turn, StageId.parse(action.cell.split('/')[0]));
		default:
			return undefined;
	}
}
