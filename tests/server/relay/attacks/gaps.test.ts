// Updates whose predecessor is missing: neither stored nor passed on; the relay asks for what is missing, and who cannot give it is closed. What is
// there already is settled, but adds nothing.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { beside, returnsMemory } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';

/** Updates of one client, each behind the one before. */
function chain(words: readonly string[]): { doc: Y.Doc; updates: Uint8Array[] } {
	const doc = new Y.Doc();
	const updates: Uint8Array[] = [];
	doc.on('update', (update: Uint8Array) => void updates.push(update));
	for (const word of words) doc.getText('words').insert(doc.getText('words').length, word);
	return { doc, updates };
}

const EMPTY = new Uint8Array([0, 0]);

describe('gaps', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const room = (): string => roomOf(lab.id, 'path', randomId());
	const join = (name: string, mute = false): Promise<RelayClient> =>
		RelayClient.joinAndSync(here.relay, name, {
			capability: lab.capability(),
			...(mute ? { mute: true } : {}),
		});

	test('[Y110] what is missing is asked for, and all of it counts once it came', async () => {
		const name = room();
		const [writer, witness] = [await join(name, true), await join(name)];
		const { doc, updates } = chain(['one ', 'two ', 'three ']);
		const [first = EMPTY, , third = EMPTY] = updates;
		writer.sendUpdate(first);
		await writer.settled();
		const asked = writer.count('step 1');
		writer.sendUpdate(third);
		await writer.until('a question', () => writer.count('step 1') > asked);
		await witness.turn();
		expect(witness.words).toBe('one ');
		expect(witness.doc.store.pendingStructs).toBeNull();
		expect(writer.acknowledged).toBe(1);
		const question = writer.received.findLast((message) => message.kind === 'step 1');
		writer.sendStep2(Y.encodeStateAsUpdate(doc, question?.vector));
		await writer.settled();
		await witness.until('the rest', () => witness.words === 'one two three ');
		const later = await join(name);
		expect(later.words).toBe('one two three ');
		expect(later.doc.store.pendingStructs).toBeNull();
	});

	test('[Y111] who is asked and cannot fill the gap is closed, and nothing of it is kept', async () => {
		const name = room();
		const [writer, witness] = [await join(name, true), await join(name)];
		const [, , third = EMPTY] = chain(['one ', 'two ', 'three ']).updates;
		const asked = writer.count('step 1');
		writer.sendUpdate(third);
		await writer.until('a question', () => writer.count('step 1') > asked);
		writer.sendStep2(third);
		const code = await writer.end();
		expect(code).toBe(4400);
		await witness.turn();
		expect(witness.words).toBe('');
		expect((await join(name)).doc.store.pendingStructs).toBeNull();
	});

	test('[Y112] a deletion of what is not there yet waits like everything else', async () => {
		const name = room();
		const [writer, witness] = [await join(name, true), await join(name)];
		const { doc, updates } = chain(['one two ']);
		let deletion: Uint8Array = EMPTY;
		doc.once('update', (update: Uint8Array) => (deletion = update));
		doc.getText('words').delete(0, 4);
		const asked = writer.count('step 1');
		writer.sendUpdate(deletion);
		await writer.until('a question', () => writer.count('step 1') > asked);
		await witness.turn();
		expect(witness.doc.store.pendingDs).toBeNull();
		expect(writer.acknowledged).toBe(0);
		writer.sendStep2(updates[0] ?? EMPTY);
		writer.sendUpdate(deletion);
		await writer.until('both settled', () => writer.acknowledged === 3 || writer.closed !== undefined);
		await witness.until('what is left', () => witness.words === 'two ');
	});

	test('[Y113] of an update with a hole, the part before the hole can be taken', async () => {
		const name = room();
		const [writer, witness] = [await join(name, true), await join(name)];
		const { doc, updates } = chain(['one ', 'two ', 'three ']);
		const [first = EMPTY, , third = EMPTY] = updates;
		writer.sendUpdate(Y.mergeUpdates([first, third]));
		await writer.until('a question', () => writer.count('step 1') > 1);
		writer.sendStep2(Y.encodeStateAsUpdate(doc));
		await writer.settled();
		await witness.until('everything', () => witness.words === 'one two three ');
		expect(witness.doc.store.pendingStructs).toBeNull();
	});

	test('[Y114] a flood of orphans costs others nothing and leaves no memory', async () => {
		const orphans = Array.from({ length: 50 }, () => chain(['one ', 'two '.repeat(500)]).updates[1] ?? EMPTY);
		await beside(here.relay, async () => {
			await returnsMemory(here.relay, async () => {
				const writer = await join(room(), true);
				for (const orphan of orphans) writer.sendUpdate(orphan);
				await writer.turn().catch(() => undefined); // it may be closed for it
				writer.drop();
			});
		});
	});

	test('[Y115] what everybody has already is settled, and neither stored nor passed on', async () => {
		const name = room();
		const [writer, witness] = [await join(name), await join(name)];
		writer.edit((doc) => doc.getText('words').insert(0, 'all of it'));
		writer.edit((doc) => doc.getText('words').delete(0, 3));
		await writer.settled();
		await witness.until('the words', () => witness.words === ' of it');
		const heard = witness.received.length;
		for (let n = 0; n < 20; n++) writer.sendStep2(Y.encodeStateAsUpdate(writer.doc));
		await writer.settled();
		await witness.turn();
		expect(witness.received.slice(heard).filter(({ kind }) => kind === 'update')).toEqual([]);
	});
});
