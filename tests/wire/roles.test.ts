// The contract's table of roles and rooms, whole.

import { expect, test } from 'vitest';
import type { Capability, Scope } from '#lib/wire/capability.ts';
import {
	ROLES,
	mayBring,
	mayClaim,
	mayDelete,
	mayFetch,
	mayRead,
	mayWrite,
	type Role,
} from '#lib/wire/roles.ts';
import type { Room } from '#lib/wire/room-name.ts';

const lab = 'L'.repeat(43);
const other = 'M'.repeat(43);
const LAB: Scope = { kind: 'lab' };
const PATH: Scope = { kind: 'path', id: 'mine' };

function capability(role: Role, scope: Scope): Capability {
	return { lab, scope, role, jti: 'j', iat: 0 };
}

const room = (kind: 'path' | 'review' | 'record', id: string, of = lab): Room => ({ kind, lab: of, id });
const INDEX: Room = { kind: 'index', lab };

/** r reads, w writes, - neither: for reader, reviewer, editor, owner. */
test.for<[string, Scope, Room, string]>([
	['index', LAB, INDEX, 'rrww'],
	['a path', LAB, room('path', 'any'), 'rrww'],
	['a review', LAB, room('review', 'any'), 'rwww'],
	['a record', LAB, room('record', 'any'), 'rrww'],
	['index by a path', PATH, INDEX, '----'],
	['its path', PATH, room('path', 'mine'), 'rrww'],
	['its review', PATH, room('review', 'mine'), 'rwww'],
	['a record by a path', PATH, room('record', 'any'), 'rrww'],
	['another path', PATH, room('path', 'yours'), '----'],
	['another review', PATH, room('review', 'yours'), '----'],
	['another lab', LAB, room('path', 'any', other), '----'],
	['the index of another lab', LAB, { kind: 'index', lab: other }, '----'],
	['a record of another lab', LAB, room('record', 'any', other), '----'],
	['a path of the same name in another lab', PATH, room('path', 'mine', other), '----'],
])('[Q11] %s', ([, scope, where, expected]) => {
	const found = ROLES.map((role) => {
		const one = capability(role, scope);
		return mayWrite(one, where) ? 'w' : mayRead(one, where) ? 'r' : '-';
	});
	expect(found.join('')).toBe(expected);
});

test.for<[string, (one: Capability) => boolean, string, string]>([
	['delete a path', (one) => mayDelete(one, lab, 'mine'), '--yy', '---y'],
	['delete another path', (one) => mayDelete(one, lab, 'yours'), '--yy', '----'],
	['delete in another lab', (one) => mayDelete(one, other, 'mine'), '----', '----'],
	['fetch a file', (one) => mayFetch(one, lab), 'yyyy', 'yyyy'],
	['fetch from another lab', (one) => mayFetch(one, other), '----', '----'],
	['bring a file', (one) => mayBring(one, lab), '-yyy', '-yyy'],
	['bring to another lab', (one) => mayBring(one, other), '----', '----'],
	['claim', mayClaim, '---y', '----'],
])('[Q12] who may %s', ([, may, byLab, byPath]) => {
	const found = (scope: Scope): string =>
		ROLES.map((role) => (may(capability(role, scope)) ? 'y' : '-')).join('');
	expect([found(LAB), found(PATH)]).toEqual([byLab, byPath]);
});
