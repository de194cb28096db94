// Numbers as people type them. A plain number keeps its lexeme (60.0 stays 60.0, it says how well it was measured); full-width digits
// and typographic minus signs are the same number written otherwise. What could mean two things is never decided here: a decimal comma is
// offered with a dot, and until the person agrees the words stay as typed. Refused: <input type="number"> (it swallows what it does not
// understand, changes the value under the wheel, and shows 60 for 60.0).

import { carryNumber, isExact, type Exact, type Json } from '#lib/core/json/json.ts';

export type NumberReading =
	| { readonly at: 'empty' }
	| { readonly at: 'number'; readonly value: number | Exact }
	/** Not a number as it stands; what it may be meant to be. */
	| { readonly at: 'words'; readonly offers: readonly string[] };

const PLAIN = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/** Reads what was typed; `unit` behind the number is understood and offered without. */
export function readNumber(typed: string, unit = ''): NumberReading {
	const text = tidy(typed);
	if (text === '') return { at: 'empty' };
	const lexeme = lexemeOf(text);
	if (lexeme !== undefined) return { at: 'number', value: carryNumber(lexeme) };
	const offers = candidates(text, tidy(unit)).map(lexemeOf);
	return { at: 'words', offers: [...new Set(offers.filter((offer) => offer !== undefined))] };
}

/** A number as it was written; undefined for what is none. */
export function numberText(value: Json | undefined): string | undefined {
	if (typeof value === 'number') return String(value);
	return isExact(value) ? value['#'] : undefined;
}

function tidy(typed: string): string {
	return typed
		.normalize('NFKC')
		.replace(/[\u2212\u2010-\u2015\ufe63]/g, '-')
		.trim();
}

function lexemeOf(text: string): string | undefined {
	const [, sign, whole = '', fraction, exponent] = PLAIN.exec(text) ?? [];
	if (sign === undefined || (whole === '' && (fraction ?? '') === '')) return undefined;
	const digits = whole.replace(/^0+(?=\d)/, '') || '0';
	const decimals = fraction === undefined || fraction === '' ? '' : `.${fraction}`;
	const power = exponent === undefined ? '' : `${text.includes('E') ? 'E' : 'e'}${exponent}`;
	return `${sign === '-' ? '-' : ''}${digits}${decimals}${power}`;
}

function candidates(text: string, unit: string): string[] {
	const bare = unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
	const power = bare.replace(/\s*[x×*·]\s*10\s*\^?\s*([-+]?\d+)$/i, 'e$1');
	const plain = power.replace(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, '').replace('。', '.');
	if (!plain.includes(',')) return [plain];
	if (!plain.includes('.')) {
		const asDot = plain.split(',').length === 2 ? [plain.replace(',', '.')] : [];
		const asGroups = /^[-+]?\d{1,3}(?:,\d{3})+$/.test(plain) ? [plain.replaceAll(',', '')] : [];
		return [...asDot, ...asGroups];
	}
	return plain.lastIndexOf(',') > plain.lastIndexOf('.')
		? [plain.replaceAll('.', '').replace(',', '.')]
		: [plain.replaceAll(',', '')];
}
