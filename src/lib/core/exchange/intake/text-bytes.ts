// Bytes to text, whatever program wrote them: UTF-8 as everybody should, UTF-16 as Windows tools do, GB18030 as Chinese spreadsheets and editors
// do. The marks at the beginning decide, then where zero bytes stand, then which encoding the bytes are valid in. Refused: guessing among
// the one-byte encodings of the West (every file is valid in all of them, so a guess says nothing), and replacing what is malformed.

import type { Decode } from '#lib/core/exchange/files.ts';
import { err, ok, type Result } from '#lib/core/result.ts';

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface ReadText {
	/** Without a byte order mark; line endings as they are. */
	readonly text: string;
	readonly encoding: TextEncoding;
}

/** What bytes that are no text look like. */
export type NoText = 'png' | 'jpeg' | 'gif' | 'pdf' | 'zip' | 'gzip' | 'webp' | 'tiff' | 'binary';

/** The text in `bytes`, or what they are instead. */
export function readText(bytes: Uint8Array, decode: Decode): Result<ReadText, NoText> {
	const marked = byMark(bytes);
	if (marked) return decoded(bytes.subarray(marked.skip), marked.as, marked.encoding, decode);
	const known = signature(bytes);
	if (known) return err(known);
	const wide = byZeros(bytes);
	if (wide) return wide === 'binary' ? err(wide) : decoded(bytes, wide, wide, decode);
	const text = decode(bytes, 'utf-8');
	return text === null ? decoded(bytes, 'gb18030', 'gb18030', decode) : ok({ text, encoding: 'utf-8' });
}

type Named = Parameters<Decode>[1];

function byMark([a, b, c]: Uint8Array): { encoding: TextEncoding; as: Named; skip: number } | null {
	if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8-bom', as: 'utf-8', skip: 3 };
	if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', as: 'utf-16le', skip: 2 };
	return a === 0xfe && b === 0xff ? { encoding: 'utf-16be', as: 'utf-16be', skip: 2 } : null;
}

const SIGNATURES: readonly (readonly [NoText, string])[] = [
	['png', '\x89PNG'],
	['jpeg', '\xff\xd8\xff'],
	['gif', 'GIF8'],
	['pdf', '%PDF-'],
	['zip', 'PK\x03\x04'],
	['zip', 'PK\x05\x06'],
	['gzip', '\x1f\x8b'],
	['tiff', 'II*\0'],
	['tiff', 'MM\0*'],
	['webp', 'RIFF'],
];

function signature(bytes: Uint8Array): NoText | null {
	const head = String.fromCharCode(...bytes.subarray(0, 8));
	return SIGNATURES.find(([, start]) => head.startsWith(start))?.[0] ?? null;
}

/** Whether bytes begin like a ZIP archive, an empty one too. */
export function isZip(bytes: Uint8Array): boolean {
	return signature(bytes) === 'zip';
}

/** No text holds U+0000, so zero bytes are halves of wide characters, all in the same place, or it is no text. */
function byZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'binary' | null {
	let even = 0;
	let odd = 0;
	for (let at = 0; at < bytes.length; at += 1) {
		if (bytes[at] !== 0) continue;
		if (at % 2 === 0) even += 1;
		else odd += 1;
	}
	if (even + odd === 0) return null;
	if (bytes.length % 2 === 1 || (even > 0 && odd > 0)) return 'binary';
	return odd > 0 ? 'utf-16le' : 'utf-16be';
}

function decoded(
	bytes: Uint8Array,
	as: Named,
	encoding: TextEncoding,
	decode: Decode,
): Result<ReadText, NoText> {
	const text = decode(bytes, as);
	// What is no text may still be valid in an encoding that hardly refuses anything: its control characters tell.
	const odd = text === null || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffe\uffff]/.test(text);
	return odd ? err('binary') : ok({ text, encoding });
}
