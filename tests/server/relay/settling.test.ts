// The number that an acknowledgement carries.

import { expect, test } from 'vitest';
import { Settling } from '../../../server/relay/settling.ts';

test('[Y1] the number told is the longest settled prefix, and it is told once', () => {
	const settling = new Settling();
	const [first, second, third] = [settling.take(), settling.take(), settling.take()];
	settling.settle(second);
	expect(settling.news()).toBeUndefined();
	settling.settle(first);
	expect(settling.news()).toBe(2);
	expect(settling.news()).toBeUndefined();
	expect(settling.open).toBe(1);
	settling.settle(third);
	expect(settling.news()).toBe(3);
	expect(settling.open).toBe(0);
});
