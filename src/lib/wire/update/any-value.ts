// The values of maps and lists as lib0 writes them, read over without being made. What its reader takes and its writer then throws at is
// refused here, because a document that holds it can be applied and never be sent again.

import { DEEPEST } from './json-text.ts';
import type { Reader } from './reader.ts';

const BYTES = 116;
const LIST = 117;
const OBJECT = 118;
const TEXT = 119;
const INTEGER = 125;
/** Options that Yjs would take from a stranger for a subdocument, in place of its own. */
const NOT_OPTIONS = ['guid', 'gcFilter', '__proto__'];

/** Reads over one value; answers its tag. */
export function readOverAny(reader: Reader, depth: number): number {
	const at = reader.at;
	const tag = reader.byte();
	switch (tag) {
		case 127: // undefined
		case 126: // null
		case 121: // false
		case 120: // true
			break;
		case INTEGER:
			reader.int();
			break;
		case 124:
			reader.skip(4);
			break;
		case 123: // double
		case 122: // 64-bit integer
			reader.skip(8);
			break;
		case TEXT:
			reader.text();
			break;
		case BYTES:
			reader.skip(reader.uint());
			break;
		case LIST:
		case OBJECT:
			if (depth >= DEEPEST) reader.fail('too_deep', at);
			else if (tag === LIST) readOverList(reader, depth + 1);
			else readOverObject(reader, depth + 1);
			break;
		default:
			reader.fail('unknown_value', at);
	}
	return tag;
}

function readOverList(reader: Reader, depth: number): void {
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) readOverAny(reader, depth);
}

function readOverObject(reader: Reader, depth: number): void {
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) {
		reader.text();
		const isPrototype = reader.said('__proto__');
		// lib0 sets the key, so this becomes an object that says it is bytes and has none: writing it throws
		if (readOverAny(reader, depth) === BYTES && isPrototype) reader.fail('unknown_value');
	}
}

/** Reads over the options of a subdocument. */
export function readOverOptions(reader: Reader): void {
	const start = reader.at;
	if (reader.byte() !== OBJECT) {
		reader.fail('not_options', start);
		return;
	}
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) {
		const at = reader.at;
		reader.text();
		if (NOT_OPTIONS.some((name) => reader.said(name))) reader.fail('not_options', at);
		readOverAny(reader, 1);
	}
}
