// What these tests hand the core: decoding as the WHATWG Encoding Standard has it, and bytes of texts.

import type { Decode, NamedBytes } from '#lib/core/exchange/files.ts';

export const decode: Decode = (bytes, encoding) => {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
};

export function utf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

export function named(files: Readonly<Record<string, string | Uint8Array>>): NamedBytes[] {
	return Object.entries(files).map(([name, content]) => ({
		name,
		bytes: typeof content === 'string' ? utf8(content) : content,
	}));
}

export function utf16(text: string, order: 'le' | 'be'): Uint8Array {
	const bytes = new Uint8Array(text.length * 2);
	const view = new DataView(bytes.buffer);
	for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), order === 'le');
	return bytes;
}

/** ASCII around bytes of GB18030, which nothing here can write. */
export function gb18030(before: string, bytes: readonly number[], after: string): Uint8Array {
	return Uint8Array.from([...utf8(before), ...bytes, ...utf8(after)]);
}
