// The few text keys of `protocol.toml` that name a protocol. A TOML parser would be a dependency for four lines; everything else in the
// file is not ours to read and travels with the package it came in.

/** The text values of one table, first one wins; escapes of basic strings are resolved. */
export function readTomlTexts(toml: string, table: string): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	let here = '';
	for (const line of toml.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
		const [, name] = /^\s*\[\s*([\w.-]+)\s*\]\s*(?:#.*)?$/.exec(line) ?? [];
		if (name !== undefined) here = name;
		const [, key, basic, literal] =
			/^\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(?:#.*)?$/.exec(line) ?? [];
		if (here === table && key !== undefined && !found.has(key))
			found.set(key, literal ?? unescape(basic ?? ''));
	}
	return found;
}

function unescape(raw: string): string {
	return raw.replace(
		/\\(?:u([\da-fA-F]{4})|(.))/g,
		(_, hex: string | undefined, char: string | undefined) => {
			if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
			return { n: '\n', t: '\t', r: '\r' }[char ?? ''] ?? char ?? '';
		},
	);
}
