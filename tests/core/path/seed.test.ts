import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { bytesToHex } from '@noble/hashes/utils.js';
import { editText, textToEdit } from '#lib/core/path/cell-edits.ts';
import { MADE } from '#lib/core/path/document.ts';
import { ProposalId, textName } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { plantSeed, plantSeeds, proposalWords, seedClient, seedUpdate } from '#lib/core/path/seed.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import { ANNA, BEN, cell, exchange, must, newPath, proposalOf, replicaOf } from './sample.ts';

const goal = cell('root', 'goal');
const WORDS = 'Dry moss for 24 h at 60 °C 🌿';

function withProposal(): { doc: Y.Doc; id: ProposalId } {
	const doc = newPath();
	const id = must(offerProposal(doc, proposalOf(goal, { goal: WORDS }), ANNA));
	must(acceptProposal(doc, goal, id, { seen: cellHash(readPath(doc, 'p'), goal) }, ANNA));
	return { doc, id };
}

function edit(doc: Y.Doc, id: ProposalId, at: number, remove: number, insert: string, who = ANNA): void {
	must(editText(doc, goal, id, at, remove, insert, who));
}

const words = (doc: Y.Doc, id: ProposalId): string | undefined => readPath(doc, 'p').text(goal, id);

describe('[E1] the words a proposal begins with are the same bytes for everybody', () => {
	const id = ProposalId.parse('0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0');

	test('the id of a proposal', () => {
		const { id: real } = withProposal();
		expect(real).toBe('c796ee088bdba9117e13caf079b7aa9ce409f2f3913507e9cd1a9793c7969745');
	});

	test('the client id is 2^52 and the first 51 bits of the hash', () => {
		expect(seedClient(id)).toBe(2 ** 52 + Math.floor(0x0f1e2d3c4b5a6 / 2));
		expect(seedClient(ProposalId.parse('f'.repeat(64)))).toBe(2 ** 52 + 2 ** 51 - 1);
		expect(seedClient(ProposalId.parse('0'.repeat(64)))).toBe(2 ** 52);
		expect(Number.isSafeInteger(seedClient(ProposalId.parse('f'.repeat(64))))).toBe(true);
	});

	test('the update', () => {
		expect(bytesToHex(seedUpdate([{ id, cell: goal, words: WORDS }]))).toBe(
			'0101d3b589cf969e9e080004014f63656c6c2f726f6f742f676f616c2f3066316532643363346235613639373838373936613562346333643265316630306631653264336334623561363937383837393661356234633364326531663020447279206d6f737320666f72203234206820617420363020c2b04320f09f8cbf00',
		);
	});

	test('many planted together are those planted one by one', () => {
		const seeds = ['goal', 'strategy', 'phased'].map((kind, at) => {
			const proposal = proposalOf(cell('root', kind), {
				[kind === 'phased' ? 'conclusion' : kind]: `${WORDS} ${at}`,
			});
			return [ProposalId.parse(String(at).repeat(64)), proposal] as const;
		});
		const [one, all] = [new Y.Doc(), new Y.Doc()];
		for (const [of, proposal] of seeds) plantSeed(one, of, proposal);
		plantSeeds(all, seeds);
		plantSeeds(all, seeds);
		const texts = (doc: Y.Doc) => seeds.map(([of, { cell: at }]) => doc.getText(textName(at, of)).toString());
		expect(texts(all)).toEqual([0, 1, 2].map((at) => `${WORDS} ${at}`));
		Y.applyUpdate(one, Y.encodeStateAsUpdate(all));
		expect(texts(one)).toEqual(texts(all));
		expect(bytesToHex(Y.encodeStateAsUpdate(one))).toBe(bytesToHex(Y.encodeStateAsUpdate(all)));
	});

	test('which words, by the kind of the cell', () => {
		const of = (kind: string, content: Record<string, string | number>) =>
			proposalWords(proposalOf(cell('root', kind), content));
		expect(of('goal', { goal: 'a', text: 'b' })).toBe('a');
		expect(of('strategy', { strategy: 'a' })).toBe('a');
		expect(of('phased', { conclusion: 'a' })).toBe('a');
		expect(of('final', { conclusion: 'a' })).toBe('a');
		expect(of('sketch', { text: 'a', goal: 'b' })).toBe('a');
		expect(of('goal', { goal: 3 })).toBe('');
		expect(of('values', {})).toBe('');
		expect(of('goal', { goal: 'a\ud83d' })).toBe('a\ufffd');
	});

	test.each(['v1', 'v2'] as const)('survives encoding %s with edits on top', (form) => {
		const { doc, id: real } = withProposal();
		edit(doc, real, 0, 3, 'Press');
		const other = new Y.Doc();
		if (form === 'v1') Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
		else Y.applyUpdateV2(other, Y.encodeStateAsUpdateV2(doc));
		expect(words(other, real)).toBe(WORDS.replace('Dry', 'Press'));
		expect(Y.getState(other.store, seedClient(real))).toBe(WORDS.length);
		edit(other, real, 0, 0, '> ');
		if (form === 'v1') Y.applyUpdate(doc, Y.encodeStateAsUpdate(other, Y.encodeStateVector(doc)));
		else Y.applyUpdateV2(doc, Y.encodeStateAsUpdateV2(other, Y.encodeStateVector(doc)));
		expect(words(doc, real)).toBe(words(other, real));
	});
});

describe('[E2] planting is done once, whatever happened before', () => {
	test('two first edits offline merge and double nothing', () => {
		const { doc: a, id } = withProposal();
		const b = replicaOf(a);
		edit(a, id, 0, 3, 'Press', ANNA);
		edit(b, id, WORDS.length, 0, ' twice', BEN);
		exchange(a, b);
		expect(words(a, id)).toBe(`${WORDS.replace('Dry', 'Press')} twice`);
		expect(words(b, id)).toBe(words(a, id));
	});

	test.each([true, false])('after all of it was deleted (gc %s)', (gc) => {
		const { doc, id } = withProposal();
		doc.gc = gc;
		edit(doc, id, 0, WORDS.length, '');
		const other = replicaOf(doc);
		expect(words(other, id)).toBe('');
		edit(other, id, 0, 0, 'new', BEN);
		expect(words(other, id)).toBe('new');
		exchange(doc, other);
		expect(words(doc, id)).toBe('new');
	});

	test('when the edits on top arrive before it', () => {
		const { doc: a, id } = withProposal();
		const b = replicaOf(a);
		const proposal = readPath(a, 'p').proposal(id);
		if (proposal === undefined) throw new Error('no proposal');
		plantSeed(a, id, proposal);
		const planted = Y.encodeStateVector(a);
		edit(a, id, 0, 3, 'Press');
		Y.applyUpdate(b, Y.encodeStateAsUpdate(a, planted), 'link');
		expect(words(b, id)).toBeUndefined();
		plantSeed(b, id, proposal);
		expect(words(b, id)).toBe(WORDS.replace('Dry', 'Press'));
		exchange(a, b);
		expect(words(a, id)).toBe(words(b, id));
	});

	test('undo takes back the edit, never the words, and redo brings it again', () => {
		const { doc, id } = withProposal();
		const undo = undoFor(doc, [], 0);
		edit(doc, id, 0, 3, 'Press');
		undo.undo();
		expect(words(doc, id)).toBe(WORDS);
		undo.undo();
		undo.undo();
		expect(words(doc, id)).toBe(WORDS);
		undo.redo();
		expect(words(doc, id)).toBe(WORDS.replace('Dry', 'Press'));
		exchange(doc, replicaOf(doc));
		expect(words(replicaOf(doc), id)).toBe(words(doc, id));
	});

	test('it is not planted inside a transaction, nor for one that is damaged or of another cell', () => {
		const { doc, id } = withProposal();
		expect(() => {
			doc.transact(() => textToEdit(doc, goal, id, readPath(doc, 'p')), MADE);
		}).toThrow();
		expect(textToEdit(doc, cell('root', 'note'), id, readPath(doc, 'p')).ok).toBe(false);
		expect(editText(doc, goal, ProposalId.parse('a'.repeat(64)), 0, 0, 'x', ANNA)).toEqual({
			ok: false,
			error: 'no-such-proposal',
		});
	});

	test('a proposal without words makes an empty text and merges too', () => {
		const a = newPath();
		const id = must(offerProposal(a, proposalOf(goal, { goal: '' }), ANNA));
		const b = replicaOf(a);
		edit(a, id, 0, 0, 'x');
		edit(b, id, 0, 0, 'y', BEN);
		exchange(a, b);
		expect([...(words(a, id) ?? '')].sort()).toEqual(['x', 'y']);
		expect(words(b, id)).toBe(words(a, id));
		expect(textName(goal, id)).toBe(`cell/root/goal/${id}`);
	});

	test('the client keeps its own id when a seed is planted', () => {
		const { doc, id } = withProposal();
		const before = doc.clientID;
		edit(doc, id, 0, 0, 'x');
		expect(doc.clientID).toBe(before);
	});
});
