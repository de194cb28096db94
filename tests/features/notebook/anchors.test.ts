// Addresses are strangers: what stands behind the # is read, and half of it is nothing.

import { expect, test } from 'vitest';
import { anchorOf } from '#lib/features/notebook/anchors.ts';

test('[U11] an address names a place of the page, or none; a cut one is none', () => {
	expect(anchorOf('#0189/goal')).toBe('0189/goal');
	expect(anchorOf('#0189%2Fgoal')).toBe('0189/goal');
	expect(anchorOf('')).toBeUndefined();
	expect(anchorOf('#')).toBeUndefined();
	expect(anchorOf('#%E0%A4%A')).toBeUndefined();
});
