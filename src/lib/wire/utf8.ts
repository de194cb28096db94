// Texts on the wire are UTF-8 or nothing: what a tolerant decoder would mend is another text than the one that was signed or sent.

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text whose UTF-8 the bytes are; undefined where they are none. */
export function readUtf8(bytes: Uint8Array): string | undefined {
	try {
		return decoder.decode(bytes);
	} catch {
		return undefined; // the one thing a fatal decoder throws for
	}
}

export function writeUtf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}
