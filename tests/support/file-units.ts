// The parts of a file that have a place of their own in an exported path, by the keys they stand under, and which place that is. A path is where
// the import says it came from; protocols and records are at the place that says most of what they say, and no two of a list share one: so
// that a second item which is gone cannot hide behind the first. Refused: following the import's own way of telling parts.

import { appendPointer, splitPointer } from '#lib/core/json/pointer.ts';
import { member, treeAt, type Leaf, type Tree } from './json-tree.ts';
import type { Written } from './written-file.ts';

export interface Place {
	readonly written: Written;
	/** Pointer in the exported file. */
	readonly at: string;
}

export interface Unit {
	readonly kind: 'path' | 'protocol' | 'workflow' | 'record';
	readonly pointer: string;
	readonly places: readonly Place[];
}

/** What is known of one file: its leaves, and those that are kept nowhere yet. */
export interface Looked {
	readonly name: string;
	readonly tree: Tree;
	readonly leaves: readonly Leaf[];
	readonly open: ReadonlySet<Leaf>;
}

/** Keys that show a file to hold parts, so that it is none itself. */
const ROOT_KEYS = ['path_data', 'workflow_info', 'protocols_info', 'workflow_data'];

/** The parts of a file with their places in the exported ones. */
export function unitsOf(file: Looked, written: readonly Written[]): Unit[] {
	const { name, tree, leaves } = file;
	const bare = !ROOT_KEYS.some((key) => member(tree, key) !== undefined);
	const paths = [...pointersTo(leaves, 'path_data'), ...(bare ? [''] : [])].flatMap((pointer): Unit[] => {
		const places = written.filter(({ from }) => from.file === name && from.pointer === pointer);
		return places.length > 0 ? [{ kind: 'path', pointer, places: places.map(pathOf) }] : [];
	});
	const lists = [...pointersTo(leaves, 'protocols_info'), ...(bare ? [''] : [])];
	const protocols = lists.flatMap((list) => itemsOf(file, list, besides(list, paths, written)));
	const graphs = [...pointersTo(leaves, 'workflow_info'), ...(bare ? [''] : [])].map((pointer): Unit => {
		return { kind: 'workflow', pointer, places: allPlaces('workflow', written) };
	});
	const items = bare ? itemPointers(tree, '') : [];
	const records = [...pointersTo(leaves, 'record_data'), ...items, ...(bare ? [''] : [])].map(
		(pointer): Unit => ({
			kind: 'record',
			pointer,
			places: best(file, pointer, allPlaces('record', written)),
		}),
	);
	return [...paths, ...protocols, ...graphs, ...records];
}

function pathOf(written: Written): Place {
	return { written, at: written.path };
}

function pointersTo(leaves: readonly Leaf[], key: string): string[] {
	const pattern = new RegExp(`^(?:.*?/)?${key}(?=/|$)`);
	return [...new Set(leaves.flatMap(({ pointer }) => pattern.exec(pointer)?.[0] ?? []))];
}

/** Protocols that stand beside a path are that path's; a list alone may serve every path. */
function besides(list: string, paths: readonly Unit[], all: readonly Written[]): readonly Written[] {
	const path = paths.find(({ pointer }) => pointer === list.replace(/protocols_info$/, 'path_data'));
	return list !== '' && path ? path.places.map(({ written }) => written) : all;
}

function itemPointers(tree: Tree, list: string): string[] {
	const value = treeAt(tree, ...(splitPointer(list) ?? []));
	return value?.kind === 'list' ? value.items.map((_, index) => appendPointer(list, index)) : [];
}

/** The items of a list, each at a place of its own in every exported file: the best fitting pairs first. */
function itemsOf(file: Looked, list: string, all: readonly Written[]): Unit[] {
	const pointers = itemPointers(file.tree, list).filter((pointer) =>
		[...file.open].some((leaf) => covers(pointer, leaf.pointer)),
	);
	const places = new Map(pointers.map((pointer): [string, Place[]] => [pointer, []]));
	for (const written of all) {
		const pairs = pointers.flatMap((pointer) =>
			written.placesOf('protocol').map((at) => {
				const place = { written, at };
				return { pointer, place, score: score(file, pointer, 'protocol', place) };
			}),
		);
		pairs.sort((a, b) => b.score - a.score);
		const [placed, taken] = [new Set<string>(), new Set<string>()];
		for (const { pointer, place } of pairs) {
			if (placed.has(pointer) || taken.has(place.at)) continue;
			placed.add(pointer);
			taken.add(place.at);
			places.get(pointer)?.push(place);
		}
	}
	return pointers.map((pointer) => ({ kind: 'protocol', pointer, places: places.get(pointer) ?? [] }));
}

function allPlaces(kind: Unit['kind'], all: readonly Written[]): Place[] {
	return all.flatMap((written) => written.placesOf(kind).map((at) => ({ written, at })));
}

/** Two steps may point at one record, which then is one version: places are not taken. */
function best(file: Looked, pointer: string, places: readonly Place[]): Place[] {
	const scored = places.map((place) => ({ place, score: score(file, pointer, 'record', place) }));
	return scored
		.sort((a, b) => b.score - a.score)
		.slice(0, 1)
		.flatMap(({ place, score: found }) => (found > 0 ? [place] : []));
}

/** How much of a part a place says; what is kept already counts second. */
function score(
	{ leaves, open }: Looked,
	pointer: string,
	kind: Unit['kind'],
	{ written, at }: Place,
): number {
	const inside = kind === 'record' ? '/envelope' : '/protocol_data';
	const said = leaves.filter((leaf) => {
		if (leaf.doubled || !covers(pointer, leaf.pointer)) return false;
		const rest = leaf.pointer.slice(pointer.length);
		return (
			written.leaves.get(at + rest) === leaf.text || written.leaves.get(at + inside + rest) === leaf.text
		);
	});
	return said.filter((leaf) => open.has(leaf)).length + said.length / 1e6;
}

/** Whether one pointer is another, or names something around it. */
export function covers(outer: string, inner: string): boolean {
	return inner === outer || inner.startsWith(`${outer}/`);
}
