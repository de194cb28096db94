// Patterns come from strangers' schemas, and one bad pattern can hold a page for minutes (ReDoS). JavaScript cannot stop a running
// expression, so a pattern is only run where its worst case is small: no repeated group that varies inside, no back references, and a text
// so short that (length) to the power of (number of variable parts) stays under a budget. Anything else is not checked, and says so.
// Refused: a regular-expression engine of our own, and a worker with a clock (the core has neither).

const BUDGET = 20_000_000;
const LENGTH_LIMIT = 400;

/** Whether `text` matches somewhere, as JSON schema means it; 'unchecked' where that cannot be found out safely. */
export function matchesPattern(pattern: string, text: string): boolean | 'unchecked' {
	const variable = variableParts(pattern);
	if (variable === null || (text.length + 1) ** variable > BUDGET) return 'unchecked';
	const expression = compile(pattern);
	if (expression === null) return 'unchecked';
	try {
		return expression.test(text);
	} catch {
		return 'unchecked'; // too large to compile, which engines only notice now
	}
}

function compile(pattern: string): RegExp | null {
	for (const flags of ['u', '']) {
		try {
			return new RegExp(pattern, flags);
		} catch {
			continue; // not JavaScript's syntax in this mode: try the laxer one, then give up on checking
		}
	}
	return null;
}

/**
 * How many parts of the pattern may match more than one length, the free start of an unanchored one included; null where a repeated group
 * varies inside, or anything is there that we do not count.
 */
function variableParts(pattern: string): number | null {
	if (pattern.length > LENGTH_LIMIT || /\\[1-9k]|\(\?<?[=!]/.test(pattern)) return null;
	const groups: { varies: boolean }[] = [{ varies: false }];
	let count = pattern.startsWith('^') ? 0 : 1;
	let closed = false;
	for (let at = 0; at < pattern.length; at++) {
		const char = pattern[at] ?? '';
		const group = groups.at(-1);
		if (!group) return null;
		const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at, at + 24));
		if (quantifier) {
			const [whole, low, comma, high] = quantifier;
			const fixed = low !== undefined && (comma === '' || low === high);
			const repeats = whole.charAt(0) !== '?' && !(fixed && low === '1');
			if (closed && repeats) return null;
			if (!fixed) count++;
			if (!fixed) group.varies = true;
			at += whole.length - 1;
		} else if (char === '[') at = classEnd(pattern, at);
		else if (char === '(') {
			groups.push({ varies: false });
			at += /^\?(?::|<\w+>)/.exec(pattern.slice(at + 1, at + 40))?.[0].length ?? 0;
		}
		if (char === '|') group.varies = true;
		else if (char === '\\') at++;
		const ended = char === ')' ? groups.pop() : undefined;
		closed = ended?.varies ?? false;
		const outer = groups.at(-1);
		if (ended?.varies && outer) outer.varies = true;
	}
	return groups.length === 1 ? count : null;
}

function classEnd(pattern: string, at: number): number {
	for (let here = at + 1; here < pattern.length; here++) {
		if (pattern[here] === '\\') here++;
		else if (pattern[here] === ']' && here > at + 1) return here;
	}
	return pattern.length;
}
