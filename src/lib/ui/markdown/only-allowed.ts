// The second lock behind the grammar (H43): HTML is parsed where nothing can run or load, and built anew from a list of plain elements
// and attributes. An element that is not on the list becomes its words. What comes out may be parsed again without a surprise, because
// the list holds no element of another namespace and none whose content is not parsed as HTML (style, textarea, noscript …): the ways
// by which serialised HTML is known to change its meaning. Refused: DOMPurify, whose 12 kB guard against what may be allowed there and
// is not allowed here (SVG, MathML, style, forms, templates), and Element.setHTML, which too few browsers have.

import { isLinkAllowed, isPictureAllowed } from './references.ts';

type Check = (value: string) => boolean;

const anything: Check = () => true;
const whole: Check = (value) => /^\d{1,9}$/.test(value);
const one =
	(allowed: string): Check =>
	(value) =>
		value === allowed;
/** Of the words the grammar gives; a text cannot borrow a class that hides or covers something. */
const classes: Check = (value) => value.split(' ').every((name) => CLASSES.has(name));

const CLASSES: ReadonlySet<string> = new Set([
	'math',
	'table-box',
	'task',
	'done',
	'no-link',
	'picture',
	'slot-alone',
	'paragraph',
	'left',
	'center',
	'right',
]);

const EVERYWHERE: readonly [string, Check][] = [['class', classes]];

const PLAIN = [
	...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'strong', 'em', 's', 'code', 'pre', 'blockquote'],
	...['ul', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

const ALLOWED: ReadonlyMap<string, ReadonlyMap<string, Check>> = new Map([
	...PLAIN.map((name) => listed(name)),
	listed('ol', ['start', whole]),
	listed('div', ['data-math', one('display')]),
	listed('span', ['data-math', one('inline')], ['data-slot', whole], ['title', anything]),
	listed('a', ['href', isLinkAllowed], ['target', one('_blank')], ['rel', one('noopener noreferrer')]),
	listed(
		'img',
		['src', isPictureAllowed],
		['alt', anything],
		['loading', one('lazy')],
		['decoding', one('async')],
	),
]);

function listed(name: string, ...attributes: [string, Check][]): [string, ReadonlyMap<string, Check>] {
	return [name, new Map([...EVERYWHERE, ...attributes])];
}

/** The same HTML with nothing in it but what a cell may hold. Needs a DOM. */
export function onlyAllowed(html: string): string {
	const parsed = new DOMParser().parseFromString(html, 'text/html');
	const clean = parsed.createElement('div');
	copyChildren(parsed.body, clean);
	return clean.innerHTML;
}

function copyChildren(from: Element, to: Element): void {
	for (const child of from.childNodes) {
		if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? '');
		else if (child.nodeType === Node.ELEMENT_NODE) copy(child as Element, to); // by its node type
	}
}

/** A form answers for its names with its own fields, so only what is found in the list is asked anything further. */
function copy(element: Element, to: Element): void {
	const attributes = ALLOWED.get(element.localName);
	if (attributes === undefined || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
		to.append(to.ownerDocument.createTextNode(element.textContent)); // a string, whatever a form answers
		return;
	}
	const made = to.ownerDocument.createElement(element.localName);
	for (const { name, value } of element.attributes) {
		if (attributes.get(name)?.(value) === true) made.setAttribute(name, value);
	}
	to.append(made);
	copyChildren(element, made);
}
