// Names of entries made from ids that may hold anything: slashes, `..`, 300 characters, letters that a disk folds into others. A name says as much
// of its id as is safe everywhere, and where that is not all of it, a hash of the id keeps it apart from its neighbours; the manifest carries
// the id itself. Refused: percent-encoding (three times as long, and unreadable for Chinese), counting (names would depend on order).

import { sha256Hex } from '#lib/core/json/hash.ts';
import { wellFormed } from '#lib/core/json/jcs.ts';
import { collision, foldedName, nameFault } from '#lib/core/exchange/intake/zip-names.ts';

const LONGEST = 60;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** What looks as if it had been made here gets a hash of its own too, or it could meet one that was. */
const HASHED = /-[0-9a-f]{10}$/;

/** A step of a path that is safe on every disk: the same id gives the same one, and two ids do not share one. */
export function safeName(id: string): string {
	const plain = id
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
		.replace(/^\.+/, '_')
		.replace(/\.+$/, '_');
	const name = Array.from(plain).slice(0, LONGEST).join('');
	const whole = name === id && name !== '' && name === foldedName(name);
	if (whole && !DEVICE.test(name) && !HASHED.test(name)) return name;
	return `${name === '' ? '_' : name}-${sha256Hex(wellFormed(id)).slice(0, 10)}`;
}

/** A path inside a package as it is, where an archive may hold it beside `taken`; else one made safe, step by step. */
export function safePath(path: string, taken: readonly string[]): string {
	if (nameFault(path) === null && !path.endsWith('/') && collision([...taken, path]) === null) return path;
	return `files/${safeName(path)}`;
}
