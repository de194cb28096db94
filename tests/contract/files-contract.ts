// What every place for files must do.

import { expect, test } from 'vitest';
import { sha256Hex } from '#lib/core/json/hash.ts';
import type { Files } from '#lib/ports.ts';

/** `make` gives a device; each call of what it returns is one more tab of it. */
export function filesContract(name: string, make: () => () => Files): void {
	const bytes = new Uint8Array([137, 80, 78, 71]);
	const hash = sha256Hex(bytes);

	test(`${name} [A38] a file is there in every tab until it is erased`, async () => {
		const tab = make();
		expect(await tab().get(hash)).toEqual({ ok: true, value: undefined });
		expect(await tab().has(hash)).toEqual({ ok: true, value: false });
		await tab().put(hash, bytes);
		await tab().put(hash, bytes);
		expect(await tab().has(hash)).toEqual({ ok: true, value: true });
		expect(await tab().get(hash)).toEqual({ ok: true, value: bytes });
		await tab().erase([hash, 'f'.repeat(64)]);
		expect(await tab().has(hash)).toEqual({ ok: true, value: false });
	});

	test(`${name} [A38] a file that is not what its name says is not given`, async () => {
		const tab = make();
		await tab().put(hash, new Uint8Array([1]));
		expect(await tab().get(hash)).toMatchObject({ ok: false, error: { why: 'damaged' } });
	});

	test(`${name} [A38] who watches hears of a file, and of none after letting go`, async () => {
		const tab = make();
		let heard = 0;
		const stop = tab().watch(() => (heard += 1));
		await tab().put(hash, bytes);
		await expect.poll(() => heard).toBeGreaterThan(0);
		stop();
		heard = 0;
		let later = 0;
		const stopLater = tab().watch(() => (later += 1));
		await tab().erase([hash]);
		await expect.poll(() => later).toBeGreaterThan(0);
		expect(heard).toBe(0);
		stopLater();
	});
}
