// A room is named by its lab and by what it holds; the name says all that roles need to know. One spelling for each room: nothing is
// decoded, trimmed or lowered, so that two names never mean one log.

/** Records belong to a lab and not to a path. A review has the id of its path. */
export type Room =
	| { readonly kind: 'index'; readonly lab: string }
	| { readonly kind: 'path' | 'review' | 'record'; readonly lab: string; readonly id: string };

const NAME =
	/^(?<lab>[A-Za-z0-9_-]{43})\/(?:index|(?<kind>path|record)\/(?<id>[A-Za-z0-9_-]{1,64})(?<review>\/review)?)$/;

/** Reads `<lab>/index`, `<lab>/path/<id>`, `<lab>/path/<id>/review` or `<lab>/record/<id>`; undefined for anything else. */
export function readRoomName(text: string): Room | undefined {
	const { lab, kind, id, review } = NAME.exec(text)?.groups ?? {};
	if (lab === undefined) return undefined;
	if (id === undefined) return { kind: 'index', lab };
	if (kind === 'path') return { kind: review === undefined ? 'path' : 'review', lab, id };
	return review === undefined ? { kind: 'record', lab, id } : undefined;
}

/** The name that `readRoomName` reads. */
export function roomName(room: Room): string {
	if (room.kind === 'index') return `${room.lab}/index`;
	if (room.kind === 'record') return `${room.lab}/record/${room.id}`;
	return `${room.lab}/path/${room.id}${room.kind === 'review' ? '/review' : ''}`;
}

/** Whether a text is written as a lab's name: 43 characters of base64url. */
export function isLabName(text: string): boolean {
	return /^[A-Za-z0-9_-]{43}$/.test(text);
}
