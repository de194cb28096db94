// The oracle of "nothing is dropped without a line": every leaf of a file has a home in what the import gives, with its lexeme, at its place or
// in `kept` under its pointer and named by a line; or it is one of the few things a reader may say differently, each bound to the line that
// says so and checked for what it became. It looks at the file and at the exported text through a reader of its own and knows the shapes of
// both forms, not the way from one to the other. Refused: a line on an ancestor as an excuse (a line on the whole file would excuse it all), and
// searching a value anywhere (thoughts that are null would hide each other).

import type { ImportReport, ReportLine, Spot } from '#lib/core/exchange/report.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { leavesOf, member, treeAt, treeOf, type Leaf, type Tree } from './json-tree.ts';
import { Written } from './written-file.ts';

export interface GivenFile {
	readonly name: string;
	readonly tree: Tree;
}

/** An exported path, and where the import says that its path_data stood. */
export interface Exported {
	readonly text: string;
	readonly from: Spot;
}

/** A leaf that is nowhere. */
export interface Dropped {
	readonly file: string;
	readonly pointer: string;
	readonly text: string;
}

/** What of the files is neither in the exported texts nor named by the report. */
export function dropped(
	files: readonly GivenFile[],
	exports: readonly Exported[],
	report: ImportReport,
): Dropped[] {
	const written = exports.map(({ text, from }) => new Written(treeOf(text), from));
	const judge = new Judge(written, report);
	return files.flatMap((file) => judge.look(file));
}

/** Keys that show a file to hold parts, so that it is none itself. */
const ROOT_KEYS = ['path_data', 'workflow_info', 'protocols_info', 'workflow_data'];

/** Part of a file that has a place of its own in the canonical form. */
interface Unit {
	readonly kind: 'path' | 'protocol' | 'workflow' | 'record';
	readonly pointer: string;
	/** Pointers in the exported files that are its place: the best fitting of each, taken once. */
	readonly places: readonly { readonly written: Written; readonly at: string }[];
}

class Judge {
	readonly #written: readonly Written[];
	readonly #lines: readonly ReportLine[];
	readonly #taken = new Set<string>();
	readonly #items = new Set<string>();
	#emptied = 0;

	constructor(written: readonly Written[], report: ImportReport) {
		this.#written = written;
		this.#lines = [...report.kept, ...report.changed, ...report.lost];
		for (const { rule, data } of this.#lines)
			if (rule === 'empty_thoughts') this.#emptied += Number(data['count']);
	}

	look({ name, tree }: GivenFile): Dropped[] {
		// Two files may say the same, two items of one file may not share a place.
		this.#items.clear();
		const leaves = leavesOf(tree);
		const open = leaves.filter((leaf) => !this.#isKept(name, leaf));
		const units = this.#units(name, tree, leaves, open);
		return open
			.filter((leaf) => leaf.doubled || !this.#isPlaced(name, leaf, units))
			.map(({ pointer, text }) => ({ file: name, pointer, text }));
	}

	/** In `kept`, as it was, and a line speaks of it. */
	#isKept(file: string, { pointer, text, doubled }: Leaf): boolean {
		return this.#written.some(({ kept, leaves }) =>
			kept.some((entry) => {
				if (entry.file !== file || !covers(entry.pointer, pointer)) return false;
				if (doubled !== (entry.place === 'doubled_key')) return false;
				const rest = pointer.slice(entry.pointer.length);
				// What stood around a bare map is kept as a record would have it.
				const found = [rest, ...(entry.place === 'envelope' ? [`/data${rest}`] : [])];
				if (!found.some((inside) => leaves.get(entry.at + inside) === text)) return false;
				return this.#lines.some(
					(line) =>
						line.file === file && covers(entry.pointer, line.pointer) && covers(line.pointer, pointer),
				);
			}),
		);
	}

	#isPlaced(file: string, leaf: Leaf, units: readonly Unit[]): boolean {
		if (this.#written.some(({ leaves }) => leaves.get(leaf.pointer) === leaf.text)) return true;
		if (this.#isHashSaid(file, leaf)) return true;
		if (isAbsence(leaf)) return true;
		// An item that says nothing is a protocol without content from now on.
		const item = leaf.pointer.replace(/\/protocol_data$/, '');
		if (leaf.text === '{}' && this.#line(file, item, 'protocol_without_content')) return true;
		if (leaf.text === '[]' && leaf.pointer.endsWith('/protocols_info'))
			return this.#written.some((written) => written.leaves.get(written.list) === '[]');
		return units
			.filter(({ pointer }) => covers(pointer, leaf.pointer))
			.some((unit) =>
				unit.places.some((place) => {
					const rest = leaf.pointer.slice(unit.pointer.length);
					const found = place.written.leaves.get(place.at + rest);
					return found === leaf.text || this.#isSaidOtherwise(file, leaf, unit, rest, place);
				}),
			);
	}

	/** A hash that was not written on; two files of one record are one version, and one line speaks of both. */
	#isHashSaid(file: string, { pointer, text }: Leaf): boolean {
		if (!/\/metadata\/sha1(\/|$)/.test(pointer)) return false;
		return this.#lines.some(
			({ rule, data, ...line }) =>
				rule === 'sha1_differs' &&
				(JSON.stringify(data['says']) === text || (line.file === file && covers(line.pointer, pointer))),
		);
	}

	/** The closed list of what an import says differently, each with its line and what it became. */
	#isSaidOtherwise(
		file: string,
		leaf: Leaf,
		{ kind, pointer }: Unit,
		rest: string,
		{ written, at }: Unit['places'][number],
	): boolean {
		const found = written.leaves.get(at + rest);
		if (kind === 'record')
			return [`/data${rest.slice('/data'.length)}`, `/envelope${rest}`].some(
				(inside) => written.leaves.get(at + inside) === leaf.text,
			);
		if (kind === 'protocol') return this.#isItemSaidOtherwise(file, leaf.text, rest, written, at);
		if (kind !== 'path') return false;
		// Maps of ours that an import adds to.
		if (leaf.text === '{}' && /^\/pathbook\/(kept|fields|texts|people)$/.test(rest)) return true;
		if (/^\/steps\/\d+\/data\/protocol_index$/.test(rest) && this.#line(file, null, 'indexes_from_zero'))
			return isOneLess(found, leaf.text);
		if (/^\/steps\/\d+\/data\/thought$/.test(rest) && leaf.text === '""' && found === 'null') {
			this.#emptied -= 1;
			return this.#line(file, `${pointer}/steps`, 'empty_thoughts') && this.#emptied >= 0;
		}
		if (/^\/steps\/\d+\/step$/.test(rest) && leaf.text === '"add_record"')
			return found === '"record_protocol"';
		return this.#isReplaced(file, leaf.text, pointer, rest, written);
	}

	/** A flat item of AIRA's has its contents in protocol_data; what an item leaves empty may be filled from its id or its marks. */
	#isItemSaidOtherwise(file: string, text: string, rest: string, written: Written, at: string): boolean {
		const found = written.leaves.get(at + rest);
		if (rest === '/protocol_index' && text === 'null') return true;
		const flat = /^\/(markdown|model|assigner|field_json_schema)(\/|$)/.test(rest);
		if (flat && written.leaves.get(`${at}/protocol_data${rest}`) === text) return true;
		if (rest === '/protocol_index' && this.#line(file, null, 'indexes_from_zero'))
			return isOneLess(found, text);
		const empty = ['null', '{}', '""'].includes(text);
		return empty && /^\/(protocol_id|protocol_version|(protocol_data\/)?field_json_schema)$/.test(rest);
	}

	/** Our own part of the file, where another tool changed a step of it: what the step said before is kept. */
	#isReplaced(file: string, text: string, pointer: string, rest: string, written: Written): boolean {
		const steps = `${pointer}/steps/`;
		const said = this.#lines.filter(
			(line) => line.rule === 'step_changed' && line.file === file && line.pointer.startsWith(steps),
		);
		const [, map, key = '', inside = ''] =
			/^\/pathbook\/(texts|fields|cells)\/([^/]+)(\/.*)?$/.exec(rest) ?? [];
		if (map === undefined || said.length === 0) return false;
		if (map === 'cells')
			return key.endsWith('~1shown') && written.leaves.get(written.path + rest) === '"own"';
		return written.kept.some(
			(entry) =>
				entry.place === 'replaced' &&
				said.some((line) => line.pointer === entry.pointer) &&
				written.leaves.get(entry.at + (map === 'texts' ? '' : `/${key}${inside}`)) === text,
		);
	}

	#line(file: string, pointer: string | null, rule: string): boolean {
		return this.#lines.some(
			(line) => line.rule === rule && line.file === file && (pointer === null || line.pointer === pointer),
		);
	}

	/** The parts of a file, by the keys they stand under; a file without such keys may be a part itself. */
	#units(name: string, tree: Tree, leaves: readonly Leaf[], open: readonly Leaf[]): Unit[] {
		const named = (key: string): string[] => [
			...new Set(
				leaves.flatMap(({ pointer }) => {
					const found = new RegExp(`^(?:.*?/)?${key}(?=/|$)`).exec(pointer);
					return found ? [found[0]] : [];
				}),
			),
		];
		const paths = named('path_data');
		const lists = named('protocols_info');
		const graphs = named('workflow_info');
		const inline = leaves.flatMap(({ pointer }) => /^.*?\/record_data(?=\/|$)/.exec(pointer)?.[0] ?? []);
		const bare = !ROOT_KEYS.some((key) => member(tree, key) !== undefined);
		const items = tree.kind === 'list' ? tree.items.map((_, index) => `/${index}`) : [];
		const listed = lists.flatMap((list) => {
			const value = treeAt(tree, ...list.slice(1).split('/').map(unescaped));
			return value?.kind === 'list' ? value.items.map((_, index) => appendPointer(list, index)) : [];
		});
		const fitting = (kind: Unit['kind'], pointer: string, of = this.#written): Unit => ({
			kind,
			pointer,
			places: open.some((leaf) => covers(pointer, leaf.pointer))
				? this.#placesFor(kind, pointer, leaves, new Set(open), of)
				: [],
		});
		const isPath = leaves.some(({ pointer }) => /^\/(steps|path_status)(\/|$)/.test(pointer));
		// The largest first: a part may stand inside another, as what nobody reads.
		const found = [...paths, ...(bare && isPath ? [''] : [])]
			.sort((a, b) => a.length - b.length)
			.map((pointer) => fitting('path', pointer, this.#from(name, pointer)));
		// Protocols that stand beside a path are that path's; a list alone may serve every path.
		const besides = (item: string): readonly Written[] => {
			const around = item.slice(0, item.lastIndexOf('/protocols_info/'));
			const path = found.find(({ pointer }) => pointer === `${around}/path_data`);
			return path && path.places.length > 0 ? path.places.map(({ written }) => written) : this.#written;
		};
		return [
			...found,
			...listed.map((pointer) => fitting('protocol', pointer, besides(pointer))),
			...(bare ? items : []).map((pointer) => fitting('protocol', pointer)),
			...[...graphs, ...(bare ? [''] : [])].map((pointer) => fitting('workflow', pointer)),
			...[...new Set(inline), ...(bare ? [...items, ''] : [])].map((pointer) => fitting('record', pointer)),
		];
	}

	#from(file: string, pointer: string): readonly Written[] {
		return this.#written.filter(({ from }) => from.file === file && from.pointer === pointer);
	}

	/** In each exported file the place that says most of what the unit says; no place is taken twice, save by a graph. */
	#placesFor(
		kind: Unit['kind'],
		pointer: string,
		leaves: readonly Leaf[],
		open: ReadonlySet<Leaf>,
		of: readonly Written[],
	): Unit['places'] {
		const mine = leaves.filter((leaf) => !leaf.doubled && covers(pointer, leaf.pointer));
		const best = of.flatMap((written) => {
			const file = this.#written.indexOf(written);
			const scored = written
				.placesOf(kind)
				.filter(
					(at) =>
						kind === 'workflow' || (!this.#taken.has(`${file} ${at}`) && !this.#items.has(`${file} ${at}`)),
				)
				.map((at) => {
					const said = mine.filter((leaf) =>
						says(written, kind, at, leaf.pointer.slice(pointer.length), leaf.text),
					);
					// What is kept already is looked for second.
					const score = said.filter((leaf) => open.has(leaf)).length + said.length / 1e6;
					return { written, at, file, score };
				})
				.sort((a, b) => b.score - a.score);
			return kind === 'workflow' ? scored : scored.slice(0, 1);
		});
		if (kind !== 'path' && kind !== 'record') return this.#take(kind, best);
		// A path is in one file, and so is its record.
		return this.#take(kind, best.sort((a, b) => b.score - a.score).slice(0, 1));
	}

	#take(
		kind: Unit['kind'],
		places: readonly { written: Written; at: string; file: number; score: number }[],
	): Unit['places'] {
		const fitting = places.filter(({ score }) => score > 0);
		// Two steps may point at one record, which then is one version.
		const taken = kind === 'path' ? this.#taken : this.#items;
		if (kind === 'path' || kind === 'protocol')
			for (const { file, at } of fitting) taken.add(`${file} ${at}`);
		return fitting;
	}
}

function says(written: Written, kind: Unit['kind'], at: string, rest: string, text: string): boolean {
	const other = kind === 'record' ? `/envelope${rest}` : kind === 'protocol' ? `/protocol_data${rest}` : rest;
	return [rest, other].some((inside) => written.leaves.get(at + inside) === text);
}

/** Null for a part, a status or a whole content says "not here", as leaving the key out does. */
function isAbsence({ pointer, text }: Leaf): boolean {
	return text === 'null' && /(^|\/)(workflow_info|protocols_info|path_data|path_status)$/.test(pointer);
}

function isOneLess(found: string | undefined, text: string): boolean {
	return found !== undefined && Number(found) === Number(text) - 1;
}

function covers(outer: string, inner: string): boolean {
	return inner === outer || inner.startsWith(`${outer}/`);
}

function unescaped(token: string): string {
	return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
