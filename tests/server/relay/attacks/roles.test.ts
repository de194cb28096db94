// Role × room × message over raw sockets, generated from the table of the contract: who may write is heard and kept, who may not is told so, heard by
// nobody and kept nowhere, and either way the writer learns that its message is settled.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { RelayClient } from '../../../support/relay-client.ts';
import { storedRooms } from '../../../support/relay-data.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import {
	RelayLab,
	ROLES,
	ROOM_KINDS,
	randomId,
	roomOf,
	type Role,
	type RoomKind,
} from '../../../support/relay-lab.ts';

const WRITES: Readonly<Record<RoomKind, readonly Role[]>> = {
	index: ['editor', 'owner'],
	path: ['editor', 'owner'],
	record: ['editor', 'owner'],
	review: ['reviewer', 'editor', 'owner'],
};

/** Each sends something that would change the room; answers nothing. */
const WRITING: Readonly<Record<string, (client: RelayClient) => void>> = {
	'an update': (client) => client.write('update '),
	'a step 2': (client) => {
		const before = Y.encodeStateVector(client.doc);
		client.doc.getText('words').insert(0, 'answer ');
		client.sendStep2(Y.encodeStateAsUpdate(client.doc, before));
	},
	'a deletion': (client) => client.edit((doc) => doc.getText('words').delete(0, 3)),
	'an update of another client': (client) => {
		const doc = new Y.Doc();
		Y.applyUpdate(doc, Y.encodeStateAsUpdate(client.doc));
		const before = Y.encodeStateVector(doc);
		doc.getMap('also').set(randomId(), 1);
		client.sendUpdate(Y.encodeStateAsUpdate(doc, before));
	},
};

/** Each sends what adds nothing, which is no write. */
const IDLE: Readonly<Record<string, (client: RelayClient) => void>> = {
	'the whole document again': (client) => client.sendStep2(Y.encodeStateAsUpdate(client.doc)),
	'an empty update': (client) => client.sendUpdate(new Uint8Array([0, 0])),
};

describe('roles', () => {
	const here = relayForAll();
	const lab = new RelayLab();

	const cases = ROLES.flatMap((role) =>
		ROOM_KINDS.flatMap((kind) =>
			(['lab', 'path'] as const).map((scope) => ({ role, kind, scope, writes: WRITES[kind].includes(role) })),
		),
	).filter(({ kind, scope }) => kind !== 'index' || scope === 'lab');

	async function roomWith(kind: RoomKind): Promise<{ id: string; room: string; witness: RelayClient }> {
		const id = randomId();
		const room = roomOf(lab.id, kind, id);
		const witness = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ role: 'owner' }),
		});
		witness.write('seed of the room ');
		await witness.settled();
		return { id, room, witness };
	}

	const shownBy = ({ doc }: RelayClient): unknown => [
		doc.getText('words').toJSON(),
		doc.getMap('also').toJSON(),
	];

	test.each(cases)(
		'[Y50] $role in the $kind with scope $scope writes: $writes',
		async ({ role, kind, scope, writes }) => {
			const { id, room, witness } = await roomWith(kind);
			const capability = lab.capability({ role, scope: scope === 'lab' ? 'lab' : `path/${id}` });
			for (const [what, write] of Object.entries(WRITING)) {
				const client = await RelayClient.joinAndSync(here.relay, room, { capability });
				await client.settled(); // its answer to the relay's step 1
				expect(client.words).toContain('room');
				const before = shownBy(witness);
				write(client);
				await client.settled();
				await witness.turn();
				expect(client.count('denied'), what).toBe(writes ? 0 : 1);
				if (writes) expect(shownBy(witness), what).not.toEqual(before);
				else expect(shownBy(witness), what).toEqual(before);
				await client.leave();
			}
			const later = await RelayClient.joinAndSync(here.relay, room, { capability });
			expect(shownBy(later)).toEqual(shownBy(witness));
			expect(witness.trouble).toBeUndefined();
		},
	);

	test.each(cases)(
		'[Y51] $role in the $kind, scope $scope: what adds nothing is no write',
		async ({ role, kind, scope }) => {
			const { id, room, witness } = await roomWith(kind);
			const capability = lab.capability({ role, scope: scope === 'lab' ? 'lab' : `path/${id}` });
			const client = await RelayClient.joinAndSync(here.relay, room, { capability });
			const heard = witness.count('update');
			for (const send of Object.values(IDLE)) send(client);
			await client.settled();
			await witness.turn();
			expect(client.count('denied')).toBe(0);
			expect(witness.count('update')).toBe(heard);
		},
	);

	test('[Y52] the refusal comes before the acknowledgement that settles it', async () => {
		const { room } = await roomWith('path');
		const client = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ role: 'reader' }),
		});
		await client.settled();
		const from = client.received.length;
		client.write('no');
		await client.settled();
		const kinds = client.received.slice(from).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'denied' || kind === 'acknowledged')).toEqual([
			'denied',
			'acknowledged',
		]);
	});

	test('[Y53] a reader of a room that is not there gets an empty answer, and stores nothing', async () => {
		const rooms = storedRooms(here.relay.data);
		const room = roomOf(lab.id, 'path', randomId());
		const client = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ role: 'reader' }),
		});
		const [answer] = client.received.filter(({ kind }) => kind === 'step 2');
		expect(answer).toEqual({ kind: 'step 2', update: new Uint8Array([0, 0]) });
		client.write('no');
		await client.settled();
		expect(client.count('denied')).toBe(1);
		expect(storedRooms(here.relay.data)).toBe(rooms);
	});

	test('[Y54] sockets without pathbook.v1 are never told what is settled', async () => {
		const { room } = await roomWith('path');
		const client = await RelayClient.joinAndSync(here.relay, room, { token: lab.capability() });
		client.write('stock');
		await client.turn();
		expect(client.count('acknowledged')).toBe(0);
	});
});
