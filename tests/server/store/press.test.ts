import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { press } from '../../../server/store/press.ts';

test('[G13] what Yjs deletes by itself on the way (the one of two values set at once that loses) does not stop folding', () => {
	const [one, other] = twoWhoKnow((doc) => doc.getMap('m').set('k', 'first'));
	const log = [stateOf(one), changeOf(one, (doc) => doc.getMap('m').set('k', 'a'))];
	log.push(changeOf(other, (doc) => doc.getMap('m').set('k', 'b')));
	const pressed = press(log);
	if (!pressed.ok) throw new Error(pressed.error.detail);
	expect(docOf(pressed.value.update).getMap('m').toJSON()).toEqual(
		docOf(...log)
			.getMap('m')
			.toJSON(),
	);
	expect(Y.encodeStateVector(docOf(pressed.value.update))).toEqual(Y.encodeStateVector(docOf(...log)));
});

test('[G13] folding tidies nothing: formatting that does nothing stays for its writers to remove', () => {
	const [one, other] = twoWhoKnow((doc) => {
		doc.getMap<Y.Text>('m').set('t', new Y.Text('words in a text'));
	});
	const bold = (doc: Y.Doc): unknown => doc.getMap<Y.Text>('m').get('t')?.format(0, 5, { bold: true });
	const log = [stateOf(one), changeOf(one, bold), changeOf(other, bold)];
	const tidied = deletedIn(docOf(...log)); // as a client would, after remote changes
	const pressed = press(log);
	if (!pressed.ok) throw new Error(pressed.error.detail);
	expect(tidied).toBeGreaterThan(0);
	expect([...pressed.value.extent.deletes.ranges()]).toEqual([]);
});

test('[G13] what was deleted is gone from a folded log, and parts of every kind are there', () => {
	const doc = new Y.Doc();
	doc.clientID = 1;
	const log: Uint8Array[] = [];
	doc.on('update', (update: Uint8Array) => log.push(update));
	doc.getText('note').insert(0, 'SECRET');
	doc.getText('note').delete(0, 6);
	doc.getArray('list').push([1, 'two', { three: [3] }, new Uint8Array([4]), null, new Y.Map([['five', 5]])]);
	doc.getMap('subs').set('doc', new Y.Doc({ guid: 'sub' }));
	doc.getXmlFragment('xml').insert(0, [new Y.XmlElement('p')]);
	doc.getText('rich').insertEmbed(0, { image: 'x' });
	const pressed = press(log);
	if (!pressed.ok) throw new Error(pressed.error.detail);
	expect(Buffer.from(pressed.value.update).includes('SECRET')).toBe(false);
	const after = docOf(pressed.value.update);
	expect(after.getArray('list').toJSON()).toEqual(doc.getArray('list').toJSON());
	expect(after.getXmlFragment('xml').toJSON()).toBe('<p></p>');
	expect(after.getText('rich').toDelta()).toEqual([{ insert: { image: 'x' } }]);
	expect([...after.getSubdocs()].map(({ guid }) => guid)).toEqual(['sub']);
});

function twoWhoKnow(begin: (doc: Y.Doc) => void): [Y.Doc, Y.Doc] {
	const [one, other] = [new Y.Doc(), new Y.Doc()];
	[one.clientID, other.clientID] = [1, 2];
	begin(one);
	Y.applyUpdate(other, Y.encodeStateAsUpdate(one));
	return [one, other];
}

function changeOf(doc: Y.Doc, change: (doc: Y.Doc) => unknown): Uint8Array {
	const before = Y.encodeStateVector(doc);
	change(doc);
	return Y.encodeStateAsUpdate(doc, before);
}

function stateOf(doc: Y.Doc): Uint8Array {
	return Y.encodeStateAsUpdate(doc);
}

function docOf(...updates: readonly Uint8Array[]): Y.Doc {
	const doc = new Y.Doc();
	doc.clientID = 99;
	for (const update of updates) Y.applyUpdate(doc, update);
	return doc;
}

function deletedIn(doc: Y.Doc): number {
	return [...Y.createDeleteSetFromStructStore(doc.store).clients.values()].flat().length;
}
