// YAML that costs the parser most for its length: found by trying, from 5 to 25 microseconds a token. Each shape is made to a length.

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

function counted(length: number, line: (n: number) => string): string {
	const lines: string[] = [];
	for (let n = 0, sum = 0; sum < length; n += 1) {
		const next = line(n);
		lines.push(next);
		sum += next.length;
	}
	return lines.join('');
}

/** A text of about `length` characters. */
export type Shape = (length: number) => string;

export const YAML_SHAPES: Readonly<Record<string, Shape>> = {
	'brackets that open': (length) => filled('[', length),
	'braces that open': (length) => filled('{a: ', length),
	'brackets nested and closed': (length) =>
		`a: [${filled(`${'['.repeat(60)}1${']'.repeat(60)},\n`, length)}]`,
	'a flow list': (length) => `a: [${filled('1,', length)}]`,
	'a flow list of maps': (length) => `a: [${filled('{a: 1},', length)}]`,
	'a flow list of pairs': (length) => `a: [${filled('a: 1,', length)}]`,
	'a flow list of question marks': (length) => `a: [${filled('? ', length)}]`,
	'a flow list of colons': (length) => `a: [${filled(': ', length)}]`,
	'a flow list of commas': (length) => `a: [${filled(',', length)}]`,
	'a flow map in a map': (length) => `{${filled('a: {b: [c]},\n', length)}}`,
	'anchors of one name': (length) => filled('- &a x\n', length),
	'anchors of many names': (length) => counted(length, (n) => `- &a${n} x\n`),
	'aliases of one anchor': (length) => `- &a x\n${filled('- *a\n', length)}`,
	'anchors, then 32 aliases of the last': (length) => `${filled('- &a x\n', length)}${'- *a\n'.repeat(32)}`,
	'anchors on one value': (length) => `a: ${filled('&a ', length)}`,
	'tags on one value': (length) => `a: ${filled('!a ', length)}`,
	'a long plain text': (length) => `a: ${filled('word ', length)}`,
	'a plain text over many lines': (length) => `a: ${filled('word\n ', length)}`,
	'spaces before a colon': (length) => `a${filled(' ', length)}: 1`,
	'a quoted text that never ends': (length) => `a: "${filled('word\n', length)}`,
	'a quoted text of blanks': (length) => `a: "${filled(' ', length)}\n"`,
	'a folded text of empty lines': (length) => `a: >\n${filled('\n', length)}`,
	'empty lines': (length) => `${filled('\n', length)}a: 1`,
	comments: (length) => `a:\n${filled('# c\n', length)}  b: 1`,
	documents: (length) => filled('---\n', length),
	directives: (length) => filled('%TAG ! a\n', length),
	'keys of many names': (length) => counted(length, (n) => `k${n}: 1\n`),
	'keys of one name': (length) => filled('a: 1\n', length),
	'merge keys': (length) => filled('<<: {a: 1}\n', length),
	'keys without a value': (length) => filled('a:\n', length),
	'a list': (length) => filled('- a\n', length),
	'a list in a list on one line': (length) => filled('- ', length),
	'ever deeper': (length) => counted(length, (n) => `${' '.repeat(n)}a:\n`),
	'deep and back': (length) => counted(length, (n) => `${' '.repeat(n % 60)}a:\n`),
	'keys in keys': (length) => `${'? '.repeat(Math.min(60, length))}a: ${filled('b', length)}`,
	'maps as keys of maps': (length) => `${'{'.repeat(60)}a${'}: x'.repeat(60)}${filled('#', length)}`,
	'question marks': (length) => filled('? ', length),
	'colons on their own lines': (length) => filled(': a\n', length),
	'brackets that close': (length) => filled(']\n', length),
	'lines of no indentation': (length) => filled('  a: 1\n b: 2\n', length),
	'halves of surrogates': (length) => filled('\ud800', length),
	zeros: (length) => filled('\0', length),
	'a number of many digits': (length) => `a: ${filled('9', length)}`,
	'marks of byte order': (length) => filled('\ufeff', length),
};
