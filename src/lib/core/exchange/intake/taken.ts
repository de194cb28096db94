// What was taken in so far: texts for the readers, protocols, attachments, bytes by their hash, and what nobody could read. One collector,
// because loose files, packages and archives end in the same places. Refused: deciding here whether the import is refused: that
// depends on what else came.

import { sha256Hex } from '#lib/core/json/hash.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import type { Decode, NamedBytes } from '#lib/core/exchange/files.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import {
	refusal,
	type Refusal,
	type RefusalRule,
	type Reporter,
	type Spot,
} from '#lib/core/exchange/report.ts';
import { readText, type NoText } from './text-bytes.ts';

/** A text that may be ours. */
export interface OfferedText {
	readonly name: string;
	readonly text: string;
	/** What does not refuse the import: 'foreign', that it is something else; 'any', that it cannot be read at all. */
	readonly tolerate: 'foreign' | 'any';
}

/** A protocol that came in files of its own. */
export interface Package {
	/** With index 0: it serves no workflow yet. */
	readonly protocol: Protocol;
	readonly spot: Spot;
	/** The last folder's name, or the file's without its ending: what a workflow may call it by; '' where there is none. */
	readonly folder: string;
}

/** A file that belongs to a path, as an archive lists it. */
export interface Attachment {
	readonly spot: Spot;
	/** Where the archive begins, such as `a.aira/`. */
	readonly root: string;
	/** The record it is named in; null where none is said. */
	readonly record: string | null;
	/** {sha256, name, type, size} and the keys of the foreign list. */
	readonly entry: JsonObject;
}

/** What a manifest says and we do not know. */
export interface Remark {
	readonly spot: Spot;
	readonly key: string;
	readonly value: Json;
}

/** A file that is none of ours, and why the import is refused where nothing else came. */
export interface Unread {
	readonly spot: Spot;
	readonly why: readonly Refusal[];
}

export class Taken {
	readonly texts: OfferedText[] = [];
	readonly packages: Package[] = [];
	readonly attachments: Attachment[] = [];
	readonly remarks: Remark[] = [];
	readonly unread: Unread[] = [];
	readonly refusals: Refusal[] = [];
	/** Roots of the archives among the files. */
	readonly archives: string[] = [];
	readonly files = new Map<string, Uint8Array>();
	readonly reporter: Reporter;
	readonly #decode: Decode;
	readonly #told = new Set<string>();

	constructor(decode: Decode, reporter: Reporter) {
		this.#decode = decode;
		this.reporter = reporter;
	}

	/** The text of a file, its encoding reported; what it is instead where it is no text. */
	read({ name, bytes }: NamedBytes): { readonly text: string } | { readonly found: NoText } {
		const read = readText(bytes, this.#decode);
		if (!read.ok) return { found: read.error };
		const { text, encoding } = read.value;
		if (encoding !== 'utf-8' && !this.#told.has(name))
			this.reporter.changed({ file: name, pointer: '' }, 'encoding', { encoding });
		this.#told.add(name);
		return { text };
	}

	/** Keeps bytes by their hash. */
	keep(bytes: Uint8Array): { readonly sha256: string; readonly size: number } {
		const sha256 = sha256Hex(bytes);
		this.files.set(sha256, bytes);
		return { sha256, size: bytes.length };
	}

	refuse(file: string, rule: RefusalRule, data: JsonObject = {}): void {
		this.refusals.push(refusal({ file, pointer: '' }, rule, data));
	}

	leave(file: string, rule: RefusalRule, data: JsonObject = {}): void {
		const spot = { file, pointer: '' };
		this.unread.push({ spot, why: [refusal(spot, rule, data)] });
	}
}
