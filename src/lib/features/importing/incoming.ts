// Files as they come from a button, a drop or the clipboard, made into named texts: what the readers of the core want. Names keep the
// folder where the browser tells it, so that two files of one name can be told apart.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { NamedText } from '#lib/core/exchange/import.ts';

/** Larger files are not read: a path of 1,000 stages is 4 MB. */
export const FILE_LIMIT_MB = 64;

export type ReadFault =
	| { readonly why: 'too-large'; readonly file: string }
	| { readonly why: 'unreadable'; readonly file: string; readonly detail: string };

/** All files as texts, or the first that could not be read. */
export async function readFiles(files: readonly File[]): Promise<Result<readonly NamedText[], ReadFault>> {
	const texts: NamedText[] = [];
	for (const file of files) {
		const name = file.webkitRelativePath || file.name;
		if (file.size > FILE_LIMIT_MB * 1024 * 1024) return err({ why: 'too-large', file: name });
		try {
			texts.push({ name, text: await file.text() });
		} catch (cause) {
			// A folder dropped as a file, or a file that vanished meanwhile: the browser's words say which.
			return err({
				why: 'unreadable',
				file: name,
				detail: cause instanceof Error ? cause.message : String(cause),
			});
		}
	}
	return ok(texts);
}

/** SHA-256 (hex) by which files that belong together are recognised: their contents in order of their own hashes, names aside. */
export function hashOfFiles(files: readonly NamedText[]): string {
	const hashes = files.map(({ text }) => bytesToHex(sha256(utf8ToBytes(text)))).sort();
	const [only, ...others] = hashes;
	return only !== undefined && others.length === 0
		? only
		: bytesToHex(sha256(utf8ToBytes(hashes.join('\n'))));
}
