// Updates as devices really send them, from a seed: several Yjs documents with all kinds of content, edited apart, brought together now and
// then, undone, tidied by garbage collection; and their edits sent alone, out of order, twice, merged with holes, or as what a vector lacks.

import * as Y from 'yjs';
import type { Random } from './fuzz-random.ts';

const WORDS = ['a', 'peat ', '泥炭', '😀', '\u{fffd}', 'e\u0301', 'ten µL at 4 °C ', ''.padEnd(200, 'long ')];
const VALUES: readonly unknown[] = [
	true,
	-1,
	2 ** 40,
	1.5,
	0.1,
	'words',
	new Uint8Array([1, 2, 3]),
	[1, [2, { three: '三' }]],
	{ a: { b: [null, undefined, 12n] } },
];
/** Small, above 31 and 32 bits, and where seeds are. */
const CLIENTS = [1, 300, 2 ** 31 + 5, 2 ** 32 - 1, 2 ** 33 + 7, 2 ** 52 + 12_345, 2 ** 53 - 1];

export type Device = {
	readonly doc: Y.Doc;
	/** Every edit of its own, in order. */
	readonly sent: Uint8Array[];
	readonly undo: Y.UndoManager;
};

/** So many devices, each with an own client and nothing in its document. */
export function devices(random: Random, count: number): Device[] {
	const start = random.below(CLIENTS.length);
	return Array.from({ length: count }, (_, i) => device(CLIENTS[(start + i) % CLIENTS.length] ?? 1));
}

function device(client: number): Device {
	const doc = new Y.Doc({ gc: true, guid: `of-${client}` });
	doc.clientID = client;
	const sent: Uint8Array[] = [];
	doc.on('update', (update: Uint8Array, _origin, _doc, { local }: Y.Transaction) => {
		if (local) sent.push(update);
	});
	const roots = [doc.getText('text'), doc.getMap('map'), doc.getArray('list'), doc.getXmlFragment('xml')];
	return { doc, sent, undo: new Y.UndoManager(roots, { captureTimeout: 0 }) };
}

/** One edit: one to three changes in one transaction, or an undo. */
export function edit(random: Random, { doc, undo }: Device): void {
	if (random.chance(0.08)) undo.undo();
	else if (random.chance(0.04)) undo.redo();
	else
		doc.transact(() => {
			for (let left = 1 + random.below(3); left > 0; left--) change(random, doc);
		});
}

function change(random: Random, doc: Y.Doc): void {
	const place = random.pick([
		doc.getText('text'),
		doc.getMap('map'),
		doc.getArray('list'),
		doc.getXmlFragment('xml'),
	]);
	changeType(random, nested(random, place), 0);
}

type Place = Y.Text | Y.Map<unknown> | Y.Array<unknown> | Y.XmlFragment;

/** A type inside a type, where there is one. */
function nested(random: Random, place: Place): Place {
	if (random.chance(0.5)) return place;
	const inside = insideOf(place);
	const found = random.any(inside.filter(isPlace));
	return found === undefined ? place : nested(random, found);
}

function isPlace(value: unknown): value is Place {
	return [Y.Text, Y.Map, Y.Array, Y.XmlFragment].some((type) => value instanceof type);
}

function insideOf(place: Place): unknown[] {
	if (place instanceof Y.Map) return [...place.values()];
	return place instanceof Y.Array || place instanceof Y.XmlFragment ? place.toArray() : [];
}

function changeType(random: Random, place: Place, depth: number): void {
	if (place instanceof Y.Text) changeText(random, place);
	else if (place instanceof Y.Map) {
		const key = random.pick(['one', 'two', '三', '__proto__']);
		if (random.chance(0.2)) place.delete(key);
		else place.set(key, key === '__proto__' ? random.pick([1, { x: 1 }]) : content(random, depth));
	} else if (place instanceof Y.Array) {
		if (place.length > 0 && random.chance(0.3)) removeSome(random, place);
		else
			place.insert(
				random.below(place.length + 1),
				Array.from({ length: 1 + random.below(3) }, () => content(random, depth)),
			);
	} else if (place instanceof Y.XmlFragment) changeXml(random, place);
}

function removeSome(random: Random, place: Y.Array<unknown> | Y.XmlFragment): void {
	const from = random.below(place.length);
	place.delete(from, 1 + random.below(Math.min(3, place.length - from)));
}

function changeText(random: Random, text: Y.Text): void {
	const at = random.below(text.length + 1);
	const some = 1 + random.below(6);
	const kind = random.below(10);
	if (kind < 5) text.insert(at, random.pick(WORDS));
	else if (at + some > text.length) text.insert(at, 'x');
	else if (kind < 8) text.delete(at, some);
	else if (kind < 9)
		text.format(at, some, { bold: random.pick([true, null]), link: random.pick([null, { to: '世' }]) });
	else text.insertEmbed(at, { image: random.pick(WORDS) });
}

function changeXml(random: Random, xml: Y.XmlFragment): void {
	if (xml instanceof Y.XmlElement && random.chance(0.5)) xml.setAttribute('colour', random.pick(WORDS));
	else if (xml.length > 0 && random.chance(0.3)) removeSome(random, xml);
	else {
		const made = random.pick([() => new Y.XmlElement('step'), () => new Y.XmlText('words')]);
		xml.insert(random.below(xml.length + 1), [made()]);
	}
}

function content(random: Random, depth: number): unknown {
	if (depth > 2 || random.chance(0.6)) return random.pick(VALUES);
	return random.pick<() => unknown>([
		() => new Y.Text(random.pick(WORDS)),
		() => new Y.Map(Object.entries({ in: content(random, depth + 1) })),
		() => listOf(content(random, depth + 1)),
		() => new Y.XmlElement('p'),
		() => new Y.XmlHook('hook'),
		() =>
			new Y.Doc({
				guid: `sub-${random.below(5)}`,
				autoLoad: random.chance(0.5),
				gc: random.chance(0.5),
				meta: { of: [1] },
			}),
	])();
}

function listOf(only: unknown): Y.Array<unknown> {
	const list = new Y.Array<unknown>();
	list.push([only]);
	return list;
}

/** Brings what one device has to another, as a peer does. */
export function exchange(from: Device, to: Device): void {
	Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)), 'peer');
}

/** Something a device may send to one that has `vector`. */
export function message(random: Random, { doc, sent }: Device, vector: Uint8Array): Uint8Array {
	const kind = random.below(10);
	const some = sent.filter(() => random.chance(0.5));
	if (kind < 4) return random.any(sent.slice(-5)) ?? Y.encodeStateAsUpdate(doc);
	if (kind < 6 && some.length > 0) return Y.mergeUpdates(some);
	if (kind < 7) return Y.encodeStateAsUpdate(doc);
	if (kind < 8)
		return Y.diffUpdate(
			Y.encodeStateAsUpdate(doc),
			Y.encodeStateVectorFromUpdate(Y.mergeUpdates([new Uint8Array([0, 0]), ...some])),
		);
	return Y.encodeStateAsUpdate(doc, vector);
}
