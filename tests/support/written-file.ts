// An exported file, laid open for those who look for something in it: its leaves by pointer, what it keeps, and the places its parts stand at.

import type { Spot } from '#lib/core/exchange/report.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { leavesOf, treeAt, treeOf, type Tree } from './json-tree.ts';

export interface KeptPlace {
	readonly file: string;
	readonly pointer: string;
	readonly place: string;
	/** Where its value stands in the exported file. */
	readonly at: string;
}

export class Written {
	readonly leaves: ReadonlyMap<string, string>;
	readonly kept: readonly KeptPlace[];
	/** Pointer of path_data. */
	readonly path: string;
	/** Pointer of protocols_info. */
	readonly list: string;
	readonly workflowKey: string;
	readonly from: Spot;
	readonly #tree: Tree;
	readonly #data: string;

	constructor(tree: Tree, from: Spot) {
		this.from = from;
		this.#tree = tree;
		const leaves = leavesOf(tree).map(({ pointer, text }) => [pointer, text] as const);
		this.workflowKey = keysOf(treeAt(tree, 'data', 'workflow'))[0] ?? '';
		this.#data = appendPointer('/data/workflow', this.workflowKey);
		this.path = `${this.#data}/path_data`;
		this.list = `${this.#data}/protocols_info`;
		const all = new Map(leaves);
		this.leaves = all;
		const kept = `${this.path}/pathbook/kept`;
		this.kept = keysOf(this.#inPath('pathbook', 'kept')).map((id) => {
			const entry = appendPointer(kept, id);
			const word = (key: string): string => {
				const token = all.get(`${entry}/${key}`) ?? '""';
				return token.startsWith('"') ? String(JSON.parse(token)) : token;
			};
			return { file: word('file'), pointer: word('pointer'), place: word('place'), at: `${entry}/value` };
		});
		for (const [pointer, text] of this.#sources()) all.set(pointer, text);
	}

	/** Pointers at which a part of this kind may stand. */
	placesOf(kind: 'path' | 'protocol' | 'workflow' | 'record'): readonly string[] {
		if (kind === 'path') return [this.path];
		if (kind === 'protocol') {
			const list = treeAt(this.#tree, 'data', 'workflow', this.workflowKey, 'protocols_info');
			return list?.kind === 'list' ? list.items.map((_, index) => `${this.list}/${index}`) : [];
		}
		if (kind === 'workflow')
			return [`${this.#data}/workflow_info`, ...this.#frozen().map((hash) => this.#source(hash))];
		return this.#versions();
	}

	/** Whether anything stands at or under a pointer. */
	has(pointer: string): boolean {
		return [...this.leaves.keys()].some((one) => one === pointer || one.startsWith(`${pointer}/`));
	}

	/** The token of the node id that the workflow of our part has for an index. */
	nodeAt(index: string | undefined): string | undefined {
		for (const hash of this.#frozen()) {
			const nodes = this.#inPath('pathbook', 'frozen', hash, 'workflow', 'nodes');
			const items = nodes?.kind === 'list' ? nodes.items : [];
			const at = items.findIndex(
				(_, place) => Number(this.leaves.get(`${this.#node(hash, place)}/index`)) === Number(index),
			);
			if (at >= 0) return this.leaves.get(`${this.#node(hash, at)}/nodeId`);
		}
		return undefined;
	}

	#node(hash: string, place: number): string {
		return appendPointer(this.path, 'pathbook', 'frozen', hash, 'workflow', 'nodes', place);
	}

	#inPath(...keys: readonly string[]): Tree | undefined {
		return treeAt(this.#tree, 'data', 'workflow', this.workflowKey, 'path_data', ...keys);
	}

	#frozen(): string[] {
		return keysOf(this.#inPath('pathbook', 'frozen'));
	}

	#source(hash: string): string {
		return appendPointer(this.path, 'pathbook', 'frozen', hash, 'workflow', 'source');
	}

	/** Older forms of a workflow keep what they said as a text of JSON: its leaves stand under the text. */
	#sources(): (readonly [string, string])[] {
		return this.#frozen().flatMap((hash) => {
			const source = this.#inPath('pathbook', 'frozen', hash, 'workflow', 'source');
			if (source?.kind !== 'scalar' || !source.text.startsWith('"{')) return [];
			const at = this.#source(hash);
			return leavesOf(treeOf(String(JSON.parse(source.text)))).map(
				({ pointer, text }) => [at + pointer, text] as const,
			);
		});
	}

	#versions(): string[] {
		const records = this.#inPath('pathbook', 'records');
		if (records?.kind !== 'list') return [];
		return records.items.flatMap((record, index) =>
			keysOf(treeAt(record, 'versions')).map((uid) =>
				appendPointer(this.path, 'pathbook', 'records', index, 'versions', uid),
			),
		);
	}
}

function keysOf(tree: Tree | undefined): string[] {
	return tree?.kind === 'object' ? tree.members.map(({ key }) => key) : [];
}
