// JSON as it stands in a file: lexemes, doubled keys and the order of keys included, because a proof that nothing is dropped must not look at
// the file through the reader it judges. Strict JSON only, small on purpose. Refused: parseJson (it is what is being proved) and JSON.parse
// (it drops doubled keys and lexemes).

import { appendPointer } from '#lib/core/json/pointer.ts';

export interface Member {
	key: string;
	value: Tree;
}

/** A value of a file; `text` of a scalar is its token. Changed in place by those who mutate. */
export type Tree =
	| { readonly kind: 'object'; readonly members: Member[] }
	| { readonly kind: 'list'; readonly items: Tree[] }
	| { readonly kind: 'scalar'; text: string };

/** A scalar, or an empty list or object, with its place. */
export interface Leaf {
	readonly pointer: string;
	/** The token; texts in the form JSON.stringify gives them. */
	readonly text: string;
	/** It stood under a key that comes again in the same object. */
	readonly doubled: boolean;
}

const TOKEN = /[ \t\r\n]*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/y;

/** Reads strict JSON. Throws where it is none. */
export function treeOf(text: string): Tree {
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) tokens.push(found[1] ?? '');
	let at = 0;
	const take = (wanted?: string): string => {
		const token = tokens[at] ?? '';
		if (token === '' || (wanted !== undefined && token !== wanted)) throw new Error(`no JSON: ${token}`);
		at += 1;
		return token;
	};
	const value = (): Tree => {
		const token = take();
		if (token === '[') {
			const items: Tree[] = [];
			while (tokens[at] !== ']') {
				if (items.length > 0) take(',');
				items.push(value());
			}
			take(']');
			return { kind: 'list', items };
		}
		if (token !== '{') return { kind: 'scalar', text: token };
		const members: Member[] = [];
		while (tokens[at] !== '}') {
			if (members.length > 0) take(',');
			const key = JSON.parse(take()) as string; // a key is a string token, or this throws
			take(':');
			members.push({ key, value: value() });
		}
		take('}');
		return { kind: 'object', members };
	};
	return value();
}

/** Prints a tree without spaces. */
export function printTree(tree: Tree): string {
	if (tree.kind === 'scalar') return tree.text;
	if (tree.kind === 'list') return `[${tree.items.map(printTree).join(',')}]`;
	return `{${tree.members.map(({ key, value }) => `${JSON.stringify(key)}:${printTree(value)}`).join(',')}}`;
}

/** Every leaf of a tree, in the order of the file. */
export function leavesOf(tree: Tree, pointer = '', doubled = false): Leaf[] {
	if (tree.kind === 'scalar') return [{ pointer, text: plainToken(tree.text), doubled }];
	if (tree.kind === 'list')
		return tree.items.length === 0
			? [{ pointer, text: '[]', doubled }]
			: tree.items.flatMap((item, index) => leavesOf(item, appendPointer(pointer, index), doubled));
	if (tree.members.length === 0) return [{ pointer, text: '{}', doubled }];
	const last = new Map(tree.members.map(({ key }, index) => [key, index]));
	return tree.members.flatMap(({ key, value }, index) =>
		leavesOf(value, appendPointer(pointer, key), doubled || last.get(key) !== index),
	);
}

function plainToken(token: string): string {
	return token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
}

/** The value under a key; the last where it is doubled. */
export function member(tree: Tree | undefined, key: string): Tree | undefined {
	if (tree?.kind === 'list') return tree.items[Number(key)];
	return tree?.kind === 'object' ? tree.members.findLast((one) => one.key === key)?.value : undefined;
}

/** The value behind some keys. */
export function treeAt(tree: Tree, ...keys: readonly string[]): Tree | undefined {
	return keys.reduce<Tree | undefined>((here, key) => member(here, key), tree);
}
