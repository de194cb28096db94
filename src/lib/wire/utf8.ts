// Texts on the wire are UTF-8 or nothing: what a tolerant decoder would mend is another text than the one that was signed or sent.

// Browsers and Node have both; the compiler is told of neither world here (tsconfig.json), so their shape stands here.
declare const TextDecoder: new (
	label: 'utf-8',
	options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

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
