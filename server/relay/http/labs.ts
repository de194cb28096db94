// What a lab may change about itself on a relay: take capabilities back, delete a path, make the relay its own.

import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { mayClaim, mayDelete } from '#lib/wire/roles.ts';
import { REVOKED_MAX_BYTES, readRevoked } from '#lib/wire/revoked.ts';
import { roomName } from '#lib/wire/room-name.ts';
import type { ClaimFault } from '../door.ts';
import { verifyEd25519 } from '../ed25519.ts';
import { readText } from './body.ts';
import { problem, troubled, type Reply } from './reply.ts';
import { admitted, turnedAway, type EndpointWorld } from './world.ts';

/** Ids of revoked capabilities that are held for one lab. */
const MOST_REVOKED = 200_000;

/** The signed lists that say all that the lab revoked, newest first, one to a line. */
export async function getRevoked(
	world: EndpointWorld,
	request: IncomingMessage,
	lab: string,
): Promise<Reply> {
	const capability = admitted(world, request, lab, () => true);
	if ('status' in capability) return capability;
	const lists = (await world.store.revoked()).get(lab)?.lists ?? [];
	if (lists.length === 0) return problem(404, 'nothing_revoked', 'this lab revoked nothing');
	return { status: 200, body: `${lists.join('\n')}\n` };
}

/** Adds a signed list. One that brings nothing is kept only where it could take the place of all the others. */
export async function putRevoked(
	world: EndpointWorld,
	request: IncomingMessage,
	lab: string,
): Promise<Reply> {
	const capability = admitted(world, request, lab, () => true);
	if ('status' in capability) return capability;
	const text = await readText(request, REVOKED_MAX_BYTES);
	if (!text.ok) return text.error;
	const list = text.value.trim();
	const read = readRevoked(list, verifyEd25519);
	if (!read.ok)
		return problem(400, read.error, 'the body is no list of revoked capabilities that its lab signed');
	if (read.value.lab !== lab) return problem(400, 'wrong_lab', 'the list is of another lab');
	const { ids, version } = read.value;
	const known = world.door.revokedOf(lab);
	const listed = new Set(ids);
	let fresh = 0;
	for (const id of listed) if (!known.has(id)) fresh++;
	const all = known.size + fresh;
	if (all > MOST_REVOKED)
		return problem(413, 'too_many', `a lab revokes at most ${MOST_REVOKED} capabilities`);
	if (fresh > 0 || listed.size === all) {
		const kept = await world.store.revoke(lab, list, version, [...listed]);
		if (!kept.ok) return troubled(kept.error);
		world.door.revoke(lab, listed);
		world.revoked();
	}
	return { status: 200, body: { revoked: all } };
}

/** Erases a path and its review for good; the same again is no error. Records and files stay. */
export async function deletePath(
	world: EndpointWorld,
	request: IncomingMessage,
	lab: string,
	id: string,
): Promise<Reply> {
	const capability = admitted(world, request, lab, (one) => mayDelete(one, lab, id));
	if ('status' in capability) return capability;
	const erased = await world.erase([
		roomName({ kind: 'path', lab, id }),
		roomName({ kind: 'review', lab, id }),
	]);
	return erased.ok ? { status: 204 } : troubled(erased.error);
}

const Claim = z.object({ code: z.string().check(z.maxLength(100)) });

/** Makes the relay the lab's of whoever asks, with the code that was shown at start. */
export async function postClaim(world: EndpointWorld, request: IncomingMessage): Promise<Reply> {
	const session = world.door.identify(request);
	if (!session.ok) return turnedAway(session.error);
	const { capability } = session.value;
	if (!mayClaim(capability)) return problem(403, 'not_allowed', 'only an owner of the whole lab may claim');
	const text = await readText(request, 4_096);
	if (!text.ok) return text.error;
	const claim = Claim.safeParse(jsonOf(text.value));
	if (!claim.success) return problem(400, 'malformed', 'the body must be {"code": "…"}');
	const claimed = await world.door.claim(capability.lab, claim.data.code);
	return claimed.ok ? { status: 200, body: { lab: capability.lab } } : notClaimed(claimed.error);
}

function notClaimed(fault: ClaimFault): Reply {
	switch (fault.why) {
		case 'wrong_code':
			return problem(403, fault.why, 'the code is not the one that was shown at start');
		case 'too_many':
			return problem(429, fault.why, 'too many wrong codes, wait a minute', { 'Retry-After': '60' });
		case 'claimed_by_another':
			return problem(409, fault.why, 'this relay belongs to another lab');
		case 'labs_are_listed':
			return problem(409, fault.why, 'the labs of this relay are listed in its settings');
		case 'trouble':
			return troubled(fault.trouble);
	}
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined; // no JSON is no claim
	}
}
