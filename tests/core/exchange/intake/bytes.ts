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
