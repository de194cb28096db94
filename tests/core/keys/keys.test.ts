import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from '#lib/core/keys/base64url.ts';
import { colourOf } from '#lib/core/keys/colour.ts';
import { keyPairFrom } from '#lib/core/keys/key-pair.ts';
import { thumbprint } from '#lib/core/keys/thumbprint.ts';

// RFC 8037, appendices A.1 and A.3.
const D = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const THUMBPRINT = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

test('[K1] the key pair of RFC 8037 A.1 comes out of its private key', () => {
	const pair = keyPairFrom(fromBase64url(D) ?? new Uint8Array());
	expect(toBase64url(pair.publicKey)).toBe(X);
	expect(toBase64url(pair.privateKey)).toBe(D);
});

test('[K1] a key of another length is a bug', () => {
	expect(() => keyPairFrom(new Uint8Array(31))).toThrow(RangeError);
});

test('[K2] the thumbprint is that of RFC 8037 A.3', () => {
	expect(thumbprint(fromBase64url(X) ?? new Uint8Array())).toBe(THUMBPRINT);
});

test('[K3] base64url reads back what it wrote, and nothing else', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
			expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
			expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
		}),
	);
	for (const wrong of ['A', 'AB==', 'A+/A', 'AB', 'ÄÄ', 'AAAAA'])
		expect(fromBase64url(wrong)).toBeUndefined();
});

test('[K4] a colour is the same for the same id and carries white text', () => {
	for (let n = 0; n < 100; n++) {
		const colour = colourOf(`member ${String(n)}`);
		expect(colourOf(`member ${String(n)}`)).toBe(colour);
		expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
	}
});

function luminance(hex: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
