// The published schema says what our files hold, and refuses what they never hold.

import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { printJson } from '#lib/core/json/print.ts';
import { randomMoves } from '../../support/random-moves.ts';
import { playPath } from '../../support/random-path.ts';
import { VENDOR_SCHEMA, vendorSchema } from '../../support/vendor-schema.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const published = JSON.parse(readFileSync(VENDOR_SCHEMA, 'utf8')) as { [key: string]: Json }; // written by vendorSchema

function vendorPart(text: string): { [key: string]: Json } {
	let found: { [key: string]: Json } | undefined;
	JSON.parse(text, (key: string, value: { [key: string]: Json }) => {
		if (key === 'pathbook') found = value;
		return value;
	});
	if (found === undefined) throw new Error('no vendor part');
	return found;
}

test('[X25] the published schema is the one the app reads with', () => {
	expect(published).toEqual(JSON.parse(JSON.stringify(vendorSchema())));
});

test('[X25] every export fits the published schema, unless something in it is damaged', () => {
	const validator = new Validator(published, '2020-12', false);
	fc.assert(
		fc.property(randomMoves, (moves) => {
			const { snapshot, records } = playPath(moves.filter(({ kind }) => kind !== 'damage'));
			const part = vendorPart(printJson(exportPath(snapshot, records)));
			expect(validator.validate(part).errors.slice(-1)).toEqual([]);
		}),
		{ seed: 25, numRuns: 40 },
	);
});

test('[X25] what no path holds does not fit', () => {
	const validator = new Validator(published, '2020-12', false);
	expect(validator.validate({ version: '2.0' }).valid).toBe(false);
	expect(validator.validate({ version: '1.0', stages: { a: 1 } }).valid).toBe(false);
});
