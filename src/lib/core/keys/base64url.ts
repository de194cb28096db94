// Keys and thumbprints are written in base64url without padding (RFC 4648 section 5). Ours, because the core has neither btoa nor Buffer,
// and Uint8Array.toBase64 is younger than the browsers people have.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NONE = 255;
/** What each ASCII character stands for: a list of a megabyte is read in a few milliseconds. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
	const value = ALPHABET.indexOf(String.fromCharCode(code));
	return value < 0 ? NONE : value;
});

/** Bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += 3) {
		const left = bytes.length - at;
		const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
		for (let n = 0; n < Math.min(4, left + 1); n++) text += ALPHABET[(group >> (18 - 6 * n)) & 63] ?? '';
	}
	return text;
}

/** Reads base64url without padding; undefined for anything else, also for bits left over that are not zero. */
export function fromBase64url(text: string): Uint8Array | undefined {
	if (text.length % 4 === 1) return undefined;
	const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
	let bits = 0;
	let held = 0;
	let at = 0;
	for (let n = 0; n < text.length; n++) {
		const value = VALUES[text.charCodeAt(n)] ?? NONE;
		if (value === NONE) return undefined;
		held = ((held << 6) | value) & 0xffff;
		bits += 6;
		if (bits < 8) continue;
		bits -= 8;
		bytes[at++] = (held >> bits) & 0xff;
	}
	return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
