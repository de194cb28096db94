// A path with something of everything that only our own part of a file holds.

import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { printJson } from '#lib/core/json/print.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import { cellId, StageId, type RecordId } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { referRecord } from '#lib/core/path/reference-edits.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { setDraft, submit } from '#lib/core/record/edits.ts';
import { Game } from '../../support/random-path.ts';
import { PATH_ID, proposed } from '../../support/random-moves.ts';

export interface WholePath {
	readonly doc: Y.Doc;
	readonly text: string;
	readonly record: RecordId;
	readonly root: StageId;
	readonly snapshot: PathSnapshot;
	readonly records: ReadonlyMap<RecordId, RecordSnapshot>;
}

/** A path with a fork, an edited proposal, a record of two versions and a draft. */
export function wholePath(): WholePath {
	const [actor] = new Game().actors;
	if (!actor) throw new Error('nobody');
	const { doc, who } = actor;
	const root = StageId.parse([...mapsOf(doc).stages.keys()][0]);
	const goal = cellId(root, 'goal');
	const offered = offerProposal(doc, proposed(goal, 'Dry the peat.', null, 1), who);
	if (!offered.ok) throw new Error(offered.error);
	acceptProposal(doc, goal, offered.value, { seen: cellHash(readPath(doc, PATH_ID), goal) }, who);
	editText(doc, goal, offered.value, 0, 3, 'Slowly dry', who);
	const [first, second] = [
		'01890000-0000-7000-8000-0000000000f1',
		'01890000-0000-7000-8000-0000000000f2',
	].map((id) => StageId.parse(id));
	if (!first || !second) throw new Error('no stages');
	goOn(doc, { parent: root, stage: first, choice: 0, choose: true }, who);
	goOn(doc, { parent: root, stage: second, choice: 1, choose: false }, who);
	editText(doc, cellId(second, 'note'), 'own', 0, 0, 'The other way.', who);
	const record = first as string as RecordId;
	const recordDoc = new Y.Doc();
	const by = { author: who.person.member, at: '2026-11-21T16:02:11.000+01:00', zone: 'Europe/Berlin' };
	const uid = submit(recordDoc, record, null, { var: { mass: { '#': '20.0' } } }, by, who);
	referRecord(doc, first, submit(recordDoc, record, uid, { var: { mass: 21 } }, by, who), who);
	setDraft(recordDoc, uid, 'var', 'mass', 22, who);
	const records = new Map([[record, readRecord(recordDoc, record)]]);
	const snapshot = readPath(doc, PATH_ID);
	const text = printJson(exportPath(snapshot, records), { indent: '\t' });
	return { doc, root, record, snapshot, records, text };
}
