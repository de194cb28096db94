// Who may do what, as pure questions about a capability. The relay decides by these, the app shows by them.
// Records belong to their protocol and not to a path: ids are random and travel only in paths, so whoever knows one may open it.

import type { Capability } from './capability.ts';
import type { Room } from './room-name.ts';

/** From the least to the most. */
export const ROLES = ['reader', 'reviewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

function isAtLeast(role: Role, least: Role): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Whether the capability opens the room. */
export function mayRead(capability: Capability, room: Room): boolean {
	if (capability.lab !== room.lab) return false;
	if (capability.scope.kind === 'lab' || room.kind === 'record') return true;
	return room.kind !== 'index' && room.id === capability.scope.id;
}

/** Whether the capability may change what the room holds. */
export function mayWrite(capability: Capability, room: Room): boolean {
	return (
		mayRead(capability, room) && isAtLeast(capability.role, room.kind === 'review' ? 'reviewer' : 'editor')
	);
}

/** Whether the capability may delete a path for good: owners whom it is open to, and editors of the whole lab. */
export function mayDelete(capability: Capability, lab: string, path: string): boolean {
	if (!mayRead(capability, { kind: 'path', lab, id: path })) return false;
	return isAtLeast(capability.role, capability.scope.kind === 'lab' ? 'editor' : 'owner');
}

/** Whether the capability may fetch files of the lab. */
export function mayFetch(capability: Capability, lab: string): boolean {
	return capability.lab === lab;
}

/** Whether the capability may bring files to the lab. */
export function mayBring(capability: Capability, lab: string): boolean {
	return capability.lab === lab && isAtLeast(capability.role, 'reviewer');
}

/** Whether the capability may claim a relay for its lab. */
export function mayClaim(capability: Capability): boolean {
	return capability.scope.kind === 'lab' && capability.role === 'owner';
}
