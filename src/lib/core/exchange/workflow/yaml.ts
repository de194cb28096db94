// Values as YAML that every reader takes for the same: Airalogy reads YAML 1.1, where `yes` is true and 1:30 is 90, we read 1.2. So only words
// that are plain in both go bare, several lines go as a block, and everything else stands in double quotes with odd characters escaped.
// Refused: the printer's own choice (right for one version at a time), folding long lines (a diff nobody wants).

import { Document, Scalar, visit, type ScalarTag } from 'yaml';
import { isExact, isList, type Json } from '#lib/core/json/json.ts';

const PLAIN = /^\p{L}[\p{L}\p{N}_]*(?:[ ._/()+-]+[\p{L}\p{N}_()]+)*$/u;
const WORDS = /^(?:y|yes|n|no|on|off|true|false|null|nan|inf)$/i;
/** Line breaks that only one version of YAML knows, marks, controls, halves of characters: escaped wherever they stand. */
const ODD =
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\ufeff\ufffe\uffff]|\p{Cs}/u;
const EVERY_ODD = new RegExp(ODD.source, 'gu');

/** A number as it was written. */
class Lexeme {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

const LEXEME: ScalarTag = {
	tag: 'tag:yaml.org,2002:float',
	default: true,
	identify: (value) => value instanceof Lexeme,
	resolve: (text) => text,
	stringify: ({ value }) => (value instanceof Lexeme ? value.text : String(value)),
};

/** YAML text of a value, ending in a line break. Numbers keep their lexemes. */
export function printYaml(value: Json): string {
	const document = new Document(carried(value), {
		version: '1.2',
		aliasDuplicateObjects: false,
		customTags: [LEXEME],
	});
	visit(document, {
		Scalar: (key, node) => {
			if (typeof node.value === 'string') node.type = styleOf(node.value, key === 'key');
		},
	});
	const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
	// Only double-quoted texts hold such characters, and there they may be written as escapes.
	return text.replaceAll(EVERY_ODD, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function styleOf(text: string, isKey: boolean): Scalar.Type {
	if (PLAIN.test(text) && !WORDS.test(text)) return Scalar.PLAIN;
	return !isKey && fitsBlock(text) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Several ordinary lines; a row of backticks would close the fence around them, an indented first line would need a number to say so. */
function fitsBlock(text: string): boolean {
	return text.includes('\n') && !/^[ \t\n]|[ \t](?:\n|$)|\n\n$|```|~~~/.test(text) && !ODD.test(text);
}

function carried(value: Json): unknown {
	if (isExact(value)) return new Lexeme(value['#']);
	if (isList(value)) return value.map(carried);
	if (typeof value !== 'object' || value === null) return value;
	return new Map(Object.entries(value).map(([key, item]) => [key, carried(item)]));
}
