// What markdown-it asks of the package `entities` (server/lighter-markdown.ts puts this in its place): the browser knows the names of
// characters already, so their 9 kB table need not be sent. Only one whole name is ever given to the parser of the browser, in a
// document that runs and loads nothing. Refused: a short table of our own (a text from another tool would read differently here).

/** The character of `&name;`; anything else, a name nobody knows or one without its semicolon too, as it is given. Needs a DOM. */
export function decodeHTMLStrict(text: string): string {
	if (!/^&[A-Za-z][A-Za-z0-9]*;$/.test(text)) return text;
	if (text === '&semi;') return ';';
	const { body } = document.implementation.createHTMLDocument('');
	body.innerHTML = `<p>-${text}</p>`; // a parser may swallow a line break that comes first
	const decoded = body.textContent.slice(1);
	// Some old names are also read without a semicolon, which then stays: `&copyright;` is not `©right;`.
	return decoded.endsWith(';') ? text : decoded;
}

/** The same: a name without its semicolon is none in CommonMark. */
export function decodeHTML(text: string): string {
	return decodeHTMLStrict(text);
}
