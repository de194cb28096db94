// The oracle of "nothing is dropped without a line": every leaf of a file has a home in what the import gives, with its lexeme, at its place or
// in `kept` under its pointer and named by a line; or it is one of the few things a reader may say differently, each bound to the line that
// says so and checked for what it became. It looks at the file and at the exported text through a reader of its own and knows the shapes of
// both forms, not the way from one to the other. Refused: a line on an ancestor as an excuse (a line on the whole file would excuse it all), and
// searching a value anywhere (thoughts that are null would hide each other).

import type { ImportReport, ReportLine, Spot } from '#lib/core/exchange/report.ts';
import { leavesOf, treeOf, type Leaf, type Tree } from './json-tree.ts';
import { covers, unitsOf, type Place, type Unit } from './file-units.ts';
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

class Judge {
	readonly #written: readonly Written[];
	readonly #lines: readonly ReportLine[];
	#emptied = 0;

	constructor(written: readonly Written[], report: ImportReport) {
		this.#written = written;
		this.#lines = [...report.kept, ...report.changed, ...report.lost];
		for (const { rule, data } of this.#lines)
			if (rule === 'empty_thoughts') this.#emptied += Number(data['count']);
	}

	look({ name, tree }: GivenFile): Dropped[] {
		const leaves = leavesOf(tree);
		const open = leaves.filter((leaf) => !this.#isKept(name, leaf));
		const units = unitsOf({ name, tree, leaves, open: new Set(open) }, this.#written);
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
						line.file === file &&
						covers(line.pointer, pointer) &&
						(covers(entry.pointer, line.pointer) || line.rule === 'steps_added'),
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
					return this.#shifted(file, rest, place).some(
						(one) =>
							place.written.leaves.get(place.at + one) === leaf.text ||
							this.#isSaidOtherwise(file, leaf, unit, one, place),
					);
				}),
			);
	}

	/** AIRA leaves out a strategy that nobody judged: what was added behind ours stands one place further in the canonical form. */
	#shifted(file: string, rest: string, { written, at }: Place): readonly string[] {
		const [, step, inside = ''] = /^\/steps\/(\d+)(\/.*)?$/.exec(rest) ?? [];
		if (step === undefined || !this.#line(file, null, 'steps_added')) return [rest];
		const judged = written.leaves.get(`${at}/steps/1/step`) !== '"add_research_strategy"';
		return judged ? [rest] : [rest, `/steps/${Number(step) + 1}${inside}`];
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
		{ written, at }: Place,
	): boolean {
		const found = written.leaves.get(at + rest);
		if (kind === 'record')
			return [`/data${rest.slice('/data'.length)}`, `/envelope${rest}`].some(
				(inside) => written.leaves.get(at + inside) === leaf.text,
			);
		if (kind === 'protocol') return this.#isItemSaidOtherwise(file, leaf.text, rest, written, at);
		if (kind !== 'path') return false;
		// Maps of ours that an import adds to.
		if (['{}', '[]'].includes(leaf.text) && /^\/pathbook\/\w+$/.test(rest)) return written.has(at + rest);
		if (rest === '/steps' && leaf.text === '[]') return isUnjudgedAlone(written, `${at}/steps`);
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
		if (rest === '/protocol_data/node_id')
			return written.nodeAt(written.leaves.get(`${at}/protocol_index`)) === text;
		const empty = ['null', '{}', '""'].includes(text);
		return empty && /^\/(protocol_id|protocol_version|(protocol_data\/)?field_json_schema)$/.test(rest);
	}

	/** Our own part of the file, where another tool changed a step of it or added some: what was said before is kept. */
	#isReplaced(file: string, text: string, pointer: string, rest: string, written: Written): boolean {
		const steps = `${pointer}/steps`;
		const said = this.#lines.filter(
			(line) =>
				line.file === file &&
				((line.rule === 'step_changed' && line.pointer.startsWith(`${steps}/`)) ||
					(line.rule === 'steps_added' && line.pointer === steps)),
		);
		const [, map, key = '', inside = ''] =
			/^\/pathbook\/(texts|fields|cells)\/([^/]+)(\/.*)?$/.exec(rest) ?? [];
		if (map === undefined || said.length === 0) return false;
		if (map === 'cells' && key.endsWith('~1shown')) return written.leaves.has(written.path + rest);
		return written.kept.some(
			(entry) =>
				entry.place === 'replaced' &&
				said.some((line) => covers(line.pointer, entry.pointer)) &&
				written.leaves.get(entry.at + (map === 'texts' ? '' : `/${key}${inside}`)) === text,
		);
	}

	#line(file: string, pointer: string | null, rule: string): boolean {
		return this.#lines.some(
			(line) => line.rule === rule && line.file === file && (pointer === null || line.pointer === pointer),
		);
	}
}

/** Null for a part, a status or a whole content says "not here", as leaving the key out does. */
function isAbsence({ pointer, text }: Leaf): boolean {
	return (
		(text === 'null' || text === '{}') &&
		/(^|\/)(workflow_info|protocols_info|path_data|path_status)$/.test(pointer)
	);
}

function isOneLess(found: string | undefined, text: string): boolean {
	return found !== undefined && Number(found) === Number(text) - 1;
}

/** The one step AIRA cannot say, so that its list is empty: a strategy without words that nobody judged, which our part tells of. */
function isUnjudgedAlone({ leaves }: Written, steps: string): boolean {
	const said = ['step', 'data/researchable', 'data/strategy'].map((key) => leaves.get(`${steps}/0/${key}`));
	return said.join() === '"add_research_strategy",null,""' && !leaves.has(`${steps}/1/step`);
}
