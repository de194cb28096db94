import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { editText, setCell, textToEdit } from '#lib/core/path/cell-edits.ts';
import { createPath } from '#lib/core/path/create.ts';
import { LOCAL, mapsOf, textOf } from '#lib/core/path/document.ts';
import { keep, setTitle } from '#lib/core/path/meta-edits.ts';
import { introduce } from '#lib/core/path/person-edits.ts';
import { PathReader, readPath, type PathChange } from '#lib/core/path/read.ts';
import { auditPath } from '#lib/core/path/shelves.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
import {
	ANNA,
	BEN,
	cell,
	DRYING,
	exchange,
	must,
	newPath,
	proposalOf,
	replicaOf,
	ROOT,
	stageId,
	who,
} from './sample.ts';
import { contentHash } from '#lib/core/json/hash.ts';
import { storable } from '#lib/core/path/storable.ts';

const goal = cell('root', 'goal');

test('[D1] a path is made in an empty document only', () => {
	const doc = newPath();
	expect(() => createPath(doc, { title: 'again', definition: DRYING, stage: ROOT, who: ANNA })).toThrow();
	const path = readPath(doc, 'p');
	expect(path.meta).toMatchObject({ title: 'Moss', schema: '1.0', createdBy: 'anna' });
	expect([...path.stages.keys()]).toEqual(['root']);
	expect(
		path.definition(
			must({
				ok: true,
				value:
					path.stages.get(ROOT)?.under ??
					(() => {
						throw new Error();
					})(),
			}),
		)?.workflow.id,
	).toBe('drying');
	expect(auditPath(path)).toEqual([]);
});

test('[D2] reading creates no root and converts none', () => {
	const doc = replicaOf(newPath());
	must(editText(doc, goal, 'own', 0, 0, 'dry moss', BEN));
	const fresh = replicaOf(doc);
	const reader = new PathReader(fresh, 'p');
	const before = fresh.share.get(`cell/${goal}`);
	const names = [...fresh.share.keys()].sort();
	expect(reader.current.text(goal, 'own')).toBe('dry moss');
	expect(reader.current.text(cell('root', 'note'), 'own')).toBeUndefined();
	expect(reader.current.textNames()).toEqual([`cell/${goal}`]);
	expect(fresh.share.get(`cell/${goal}`)).toBe(before);
	expect([...fresh.share.keys()].sort()).toEqual(names);
	expect(textOf(fresh, cell('root', 'note'), 'own')).toBeUndefined();
	expect(textOf(fresh, goal, 'own')?.toString()).toBe('dry moss');
	reader.close();
});

describe('[D3] what cannot be read is listed and kept, and stops nothing', () => {
	test('in every map', () => {
		const doc = newPath();
		const maps = mapsOf(doc);
		must(goOn(doc, { parent: ROOT, stage: stageId('s1'), choice: 0, choose: true }, ANNA));
		doc.transact(() => {
			maps.stages.set('bad stage!', { after: [] });
			maps.stages.set('s2', { after: 'root', choice: 0 });
			maps.stages.set('s3', new Y.Map());
			maps.gone.set('s1', 7);
			maps.line.set('s1', null);
			maps.names.set('s1', { name: 1 });
			maps.cells.set('s1/goal', 'done');
			maps.cells.set('s1/goal/shown', 'theirs');
			maps.cells.set('nowhere/goal', { state: 'done', by: 'anna', at: 1 });
			maps.fields.set('s1/own', 1);
			maps.fields.set('s1/own/mass', { value: 1 });
			maps.record.set('s1', 'no-hash');
			maps.proposals.set('abc', {});
			maps.log.set('l1', { kind: 3 });
			maps.kept.set('k1', []);
			maps.people.set('x y', {});
			maps.clients.set('12a', 'anna');
			maps.meta.set('importedFrom', 5);
			doc.getText('cell/s1/goal/more/parts').insert(0, 'lost?');
		});
		const path = readPath(doc, 'p');
		expect(path.meta?.title).toBe('Moss');
		expect([...path.stages.keys()].sort()).toEqual(['root', 's1']);
		expect(path.line.get(ROOT)).toBe('s1');
		const places = path.unreadable.map(({ map, key, why }) => `${map} ${key} ${why}`);
		expect(places).toEqual([
			'cells nowhere/goal unknown-stage',
			'cells s1/goal malformed',
			'cells s1/goal/shown malformed',
			'clients 12a malformed',
			'fields s1/own malformed',
			'fields s1/own/mass malformed',
			'gone s1 malformed',
			'kept k1 malformed',
			'line s1 malformed',
			'log l1 malformed',
			'meta importedFrom malformed',
			'names s1 malformed',
			'people x y malformed',
			'proposals abc malformed',
			'record s1 malformed',
			'stages bad stage! malformed',
			'stages s2 malformed',
			'stages s3 malformed',
			'texts cell/s1/goal/more/parts malformed',
		]);
		expect(maps.stages.get('s2')).toEqual({ after: 'root', choice: 0 });
	});

	test('keys that a newer version adds to an entry stay', () => {
		const doc = newPath();
		doc.transact(() =>
			mapsOf(doc).stages.set('s1', {
				after: ['root'],
				choice: 1,
				under: 'a'.repeat(64),
				by: 'anna',
				at: 1,
				weather: 'rain',
			}),
		);
		expect(readPath(doc, 'p').stages.get(stageId('s1'))).toMatchObject({ weather: 'rain' });
	});
});

describe('[D4] content-addressed things are checked when they are read', () => {
	test('a proposal under a false hash counts for nothing and is listed', () => {
		const doc = newPath();
		const proposal = proposalOf(goal, { goal: 'x' });
		const id = contentHash(must({ ok: true, value: storable(proposal)?.value ?? null }));
		const other = 'f'.repeat(64);
		doc.transact(() => {
			mapsOf(doc).proposals.set(id, proposal);
			mapsOf(doc).proposals.set(other, proposal);
			mapsOf(doc).frozen.set('e'.repeat(64), DRYING);
		});
		const path = readPath(doc, 'p');
		expect(path.proposalsOf.get(goal)).toEqual([id, other].sort());
		expect(path.unreadable).toEqual([]);
		const read = (path.proposalsOf.get(goal) ?? []).map((each) => path.proposal(each)?.content);
		expect(read.filter((each) => each !== undefined)).toEqual([{ goal: 'x' }]);
		expect(path.unreadable).toEqual([{ map: 'proposals', key: other, why: 'hash-mismatch' }]);
	});
});

describe('[D5] the reader follows', () => {
	test('what loads after it was made', () => {
		const full = newPath();
		must(editText(full, goal, 'own', 0, 0, 'dry moss', ANNA));
		const doc = new Y.Doc();
		const reader = new PathReader(doc, 'p');
		expect(reader.current.meta).toBeUndefined();
		const heard: PathChange[] = [];
		reader.watch((change) => heard.push(change));
		Y.applyUpdate(doc, Y.encodeStateAsUpdate(full), 'store');
		expect(reader.current.meta?.title).toBe('Moss');
		expect(reader.current.text(goal, 'own')).toBe('dry moss');
		expect(heard).toHaveLength(1);
		expect([...(heard[0]?.texts ?? [])]).toEqual([`cell/${goal}`]);
		expect([...(heard[0]?.stages ?? [])]).toEqual(['root']);
		reader.close();
	});

	test('a keystroke names its text and leaves the snapshot as it is, also after a root was converted', () => {
		const doc = replicaOf(newPath());
		must(introduce(doc, BEN));
		const reader = new PathReader(doc, 'p');
		const heard: PathChange[] = [];
		reader.watch((change) => heard.push(change));
		const text = must(textToEdit(doc, goal, 'own', reader.current));
		const before = reader.current;
		text.insert(0, 'a');
		const other = replicaOf(doc);
		must(editText(other, cell('root', 'note'), 'own', 0, 0, 'n', ANNA));
		exchange(doc, other);
		expect(before.text(goal, 'own')).toBe('a');
		const note = must(textToEdit(doc, cell('root', 'note'), 'own', reader.current));
		const now = reader.current;
		note.insert(1, 'o');
		expect(reader.current).toBe(now);
		expect(heard.map(({ texts, maps }) => [[...texts], [...maps]])).toEqual([
			[[`cell/${goal}`], []],
			[[`cell/root/note`], ['clients']],
			[[`cell/root/note`], []],
		]);
		expect([...(heard[2]?.cells ?? [])]).toEqual(['root/note']);
		expect(reader.current.textNames()).toEqual([`cell/${goal}`, 'cell/root/note']);
		reader.close();
	});

	test('a changed key gives a new snapshot, and the old one stays what it was', () => {
		const doc = newPath();
		const reader = new PathReader(doc, 'p');
		const before = reader.current;
		must(setCell(doc, goal, 'done', ANNA));
		expect(before.cells.get(goal)).toBeUndefined();
		expect(reader.current.cells.get(goal)?.state).toBe('done');
		expect(reader.current.stages).toBe(before.stages);
		const stop = reader.watch(() => {
			throw new Error('told after it stopped');
		});
		stop();
		must(setTitle(doc, 'Moss 2', ANNA));
		expect(reader.current.meta?.title).toBe('Moss 2');
		reader.close();
		must(setTitle(doc, 'Moss 3', ANNA));
		expect(reader.current.meta?.title).toBe('Moss 2');
	});
});

describe('[D6] schema', () => {
	test('an unknown major is only read', () => {
		const doc = newPath();
		doc.transact(() => mapsOf(doc).meta.set('schema', '2.0'));
		expect(setTitle(doc, 'x', ANNA)).toEqual({ ok: false, error: 'read-only' });
		expect(textToEdit(doc, goal, 'own', readPath(doc, 'p'))).toEqual({ ok: false, error: 'read-only' });
		expect(readPath(doc, 'p').meta?.title).toBe('Moss');
	});

	test('an unknown minor is edited', () => {
		const doc = newPath();
		doc.transact(() => mapsOf(doc).meta.set('schema', '1.9'));
		expect(setTitle(doc, 'x', ANNA).ok).toBe(true);
	});

	test('a document that is empty or not loaded is not edited', () => {
		expect(setTitle(new Y.Doc(), 'x', ANNA)).toEqual({ ok: false, error: 'no-path' });
	});
});

test('[D7] each client and person is listed once, however often they edit', () => {
	const doc = newPath();
	must(introduce(doc, ANNA));
	let updates = 0;
	doc.on('update', () => (updates += 1));
	must(introduce(doc, ANNA));
	expect(updates).toBe(0);
	must(introduce(doc, who('anna', 2)));
	expect(updates).toBe(0);
	const path = readPath(doc, 'p');
	expect(path.clients.get(doc.clientID)).toBe('anna');
	expect(path.people.get(ANNA.by)?.member).toBe('anna-key');
});

describe('[D8] nothing that cannot be encoded gets in', () => {
	test('halves of surrogate pairs are replaced and counted', () => {
		const doc = newPath();
		expect(setTitle(doc, 'a\ud83d', ANNA)).toEqual({ ok: true, value: { replaced: 1 } });
		expect(must(editText(doc, goal, 'own', 0, 0, '\udc00b\ud800', ANNA)).replaced).toBe(2);
		expect(must(keep(doc, 'k', { pointer: '/x', value: { 'k\ud83d': ['\ude00'] } }, ANNA)).replaced).toBe(2);
		const path = readPath(replicaOf(doc), 'p');
		expect(path.meta?.title).toBe('a\ufffd');
		expect(path.text(goal, 'own')).toBe('\ufffdb\ufffd');
	});

	test('an emoji is never cut', () => {
		const doc = newPath();
		must(editText(doc, goal, 'own', 0, 0, 'a😀b', ANNA));
		must(editText(doc, goal, 'own', 2, 0, 'x', ANNA));
		expect(readPath(replicaOf(doc), 'p').text(goal, 'own')).toBe('ax😀b');
		must(editText(doc, goal, 'own', 3, 2, '', ANNA));
		expect(readPath(replicaOf(doc), 'p').text(goal, 'own')).toBe('ax');
	});

	test('what is no JSON is refused', () => {
		const doc = newPath();
		expect(keep(doc, 'k', { pointer: '/x', value: Number.NaN }, ANNA)).toEqual({
			ok: false,
			error: 'malformed',
		});
		expect(keep(doc, 'k', { pointer: '/x', value: JSON.parse('{"__proto__":1}') as null }, ANNA).ok).toBe(
			false,
		);
	});
});

test('[D9] an edit is one transaction under LOCAL', () => {
	const doc = newPath();
	const origins: unknown[] = [];
	doc.on('afterTransaction', (transaction: Y.Transaction) => origins.push(transaction.origin));
	must(editText(doc, goal, 'own', 0, 0, 'x', ANNA));
	must(setCell(doc, goal, 'done', ANNA));
	expect(origins).toEqual([LOCAL, LOCAL]);
});
