// Values as parse.ts gives them: numbers that JavaScript prints back are plain, others carried, and nothing foreign looks carried.

import fc from 'fast-check';
import { carryNumber, carryObject, type Json } from '#lib/core/json/json.ts';

const digits = fc.stringMatching(/^[1-9][0-9]{0,24}$/);
const lexeme = fc
	.tuple(fc.boolean(), fc.oneof(digits, fc.constant('0')), fc.option(fc.stringMatching(/^\.[0-9]{1,20}$/)))
	.map(([minus, whole, fraction]) => `${minus ? '-' : ''}${whole}${fraction ?? ''}`);
const number = fc.oneof(
	lexeme,
	fc.tuple(lexeme, fc.integer({ min: -400, max: 400 })).map(([l, e]) => `${l}e${e}`),
);
const text = fc.string({ unit: 'grapheme' });
const key = fc.oneof(text, fc.constantFrom('#', '##', '__proto__', 'toString', ''));

/** Any carried JSON value. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		fc.constantFrom(null, true, false),
		number.map(carryNumber),
		text,
		fc.array(tie('value'), { maxLength: 4 }),
		fc
			.uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
			.map((entries) => carryObject(entries)),
	),
})).value;
