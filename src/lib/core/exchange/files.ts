// Files as bytes: what an import is given before anything is known about them, and what an export gives back. Names are paths with `/` inside
// the folder or archive they came in, so that files of one name stay apart. Refused: a browser's File (the command line has none).

/** A file by its name, which may hold folders: `path.json`, `oven_drying/protocol.aimd`. */
export interface NamedBytes {
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** Bytes of attachments and of files of protocols, by SHA-256 (64 hex digits). */
export type FileBytes = ReadonlyMap<string, Uint8Array>;

/**
 * Text in an encoding of the WHATWG Encoding Standard; null where the bytes are no such text. The core has no TextDecoder of its own: who calls
 * hands one in.
 */
export type Decode = (
	bytes: Uint8Array,
	encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030',
) => string | null;
