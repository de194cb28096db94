// What other tools, other people and broken disks make of a file: keys and items that are gone, renamed, doubled, of another type, wrapped,
// moved, copied from another file; indexes, statuses, ids, modes and lexemes of numbers that nobody foresaw. Every new value says which mutation
// made it, so that none hides another. Refused: random bytes alone (they hardly ever reach a reader).

import { treeOf, type Member, type Tree } from './json-tree.ts';
import type { Random } from './fuzz-random.ts';

type ObjectTree = Extract<Tree, { kind: 'object' }>;
type ListTree = Extract<Tree, { kind: 'list' }>;
type ScalarTree = Extract<Tree, { kind: 'scalar' }>;

/** Mutates a copy of `tree` `count` times; parts may come from `others`. Returns what was done, for people. */
export function mutated(
	tree: Tree,
	count: number,
	random: Random,
	others: readonly Tree[],
): { readonly tree: Tree; readonly done: readonly string[] } {
	const copy = structuredClone(tree);
	const done: string[] = [];
	for (let turn = 0; turn < count; turn += 1) {
		const [name, mutate] = random.pick(MUTATIONS);
		if (mutate(new Places(copy), random, `m${turn}_${random.below(10_000)}`, others)) done.push(name);
	}
	return { tree: copy, done };
}

/** Every value of a tree by its kind; vendor parts are chosen less often than the rest, because they are larger. */
class Places {
	readonly objects: ObjectTree[] = [];
	readonly lists: ListTree[] = [];
	readonly scalars: ScalarTree[] = [];
	readonly members: { readonly of: ObjectTree; readonly member: Member }[] = [];

	constructor(tree: Tree) {
		this.#walk(tree);
	}

	#walk(tree: Tree): void {
		if (tree.kind === 'scalar') this.scalars.push(tree);
		if (tree.kind === 'list') {
			this.lists.push(tree);
			for (const item of tree.items) this.#walk(item);
		}
		if (tree.kind !== 'object') return;
		this.objects.push(tree);
		for (const one of tree.members) {
			this.members.push({ of: tree, member: one });
			this.#walk(one.value);
		}
	}

	/** Members under one of some keys. */
	under(pattern: RegExp): { readonly of: ObjectTree; readonly member: Member }[] {
		return this.members.filter(({ member }) => pattern.test(member.key));
	}
}

type Mutate = (places: Places, random: Random, mark: string, others: readonly Tree[]) => boolean;

const quoted = (value: string): Tree => ({ kind: 'scalar', text: JSON.stringify(value) });

const LEXEMES = [
	'1.0',
	'1e3',
	'-0',
	'0.10',
	'12345678901234567890',
	'1E400',
	'-7',
	'3',
	'0',
	'1.50e-7',
	'9007199254740993',
];
const STATUSES = [
	'waiting_for_research_goal',
	'waiting_for_research_strategy',
	'end_after_generating_research_strategy',
	'waiting_for_next_protocol',
	'end_after_selecting_next_protocol',
	'waiting_for_initial_values_for_fields_in_next_protocol',
	'waiting_for_record',
	'waiting_for_phased_research_conclusion',
	'waiting_for_final_research_conclusion',
	'completed',
	'resting',
];
const STEPS = [
	'add_research_goal',
	'add_research_strategy',
	'add_next_protocol',
	'add_initial_values_for_fields_in_next_protocol',
	'record_protocol',
	'add_record',
	'add_phased_research_conclusion',
	'add_final_research_conclusion',
	'add_poem',
];
const KEYS = [
	'thought',
	'data',
	'step',
	'path_data',
	'steps',
	'a/b',
	'm~n',
	'',
	'toString',
	'constructor',
	'温度',
	'0',
];

/** A value of any kind. */
function anything(random: Random, mark: string): Tree {
	return treeOf(
		random.pick([
			JSON.stringify(mark),
			'null',
			'true',
			'[]',
			'{}',
			random.pick(LEXEMES),
			`[${JSON.stringify(mark)}, 2.50]`,
			`{"note": {"by": ${JSON.stringify(mark)}, "n": 1.0}}`,
		]),
	);
}

function inside<T>(list: readonly T[], random: Random, act: (item: T) => boolean | undefined): boolean {
	const found = random.any(list);
	return found !== undefined && (act(found) ?? true);
}

function settingOf(pattern: RegExp, values: (random: Random, mark: string) => Tree): Mutate {
	return (places, random, mark) =>
		inside(places.under(pattern), random, ({ member }) => {
			member.value = values(random, mark);
			return true;
		});
}

const MUTATIONS: readonly (readonly [string, Mutate])[] = [
	[
		'a key is gone',
		(places, random) =>
			inside(places.members, random, ({ of, member }) => {
				of.members.splice(of.members.indexOf(member), 1);
				return true;
			}),
	],
	[
		'a key has another name',
		(places, random, mark) =>
			inside(places.members, random, ({ of, member }) => {
				const key = random.chance(0.5) ? `${member.key}_${mark}` : random.pick(KEYS);
				if (of.members.some((other) => other.key === key)) return false;
				member.key = key;
				return true;
			}),
	],
	[
		'a key comes twice',
		(places, random, mark) =>
			inside(places.members, random, ({ of, member }) => {
				const value = random.chance(0.5) ? structuredClone(member.value) : anything(random, mark);
				const at = of.members.indexOf(member) + random.below(2);
				of.members.splice(at, 0, { key: member.key, value });
				return true;
			}),
	],
	[
		'an unknown key',
		(places, random, mark) =>
			inside(places.objects, random, (object) => {
				const key = random.chance(0.7) ? mark : random.pick(KEYS);
				if (object.members.some((other) => other.key === key)) return false;
				object.members.splice(random.below(object.members.length + 1), 0, {
					key,
					value: anything(random, mark),
				});
				return true;
			}),
	],
	[
		'an unknown key beside a known one',
		(places, random, mark) =>
			inside(
				places.under(
					/^(step|protocol_index|path_status|path_data|record_id|var|metadata|edges|markdown|end_path|frozen)$/,
				),
				random,
				({ of }) => {
					of.members.push({ key: mark, value: anything(random, mark) });
					return true;
				},
			),
	],
	[
		'a value of another type',
		(places, random, mark) =>
			inside(places.members, random, ({ member }) => {
				member.value = anything(random, mark);
				return true;
			}),
	],
	[
		'a value in a box',
		(places, random) =>
			inside(places.members, random, ({ member }) => {
				const { key, value } = member;
				member.value = random.chance(0.5)
					? { kind: 'list', items: [value] }
					: { kind: 'object', members: [{ key: random.chance(0.5) ? key : 'box', value }] };
				return true;
			}),
	],
	[
		'an item is gone',
		(places, random) =>
			inside(places.lists, random, ({ items }) => items.splice(random.below(items.length), 1).length > 0),
	],
	[
		'an item comes twice',
		(places, random) =>
			inside(places.lists, random, ({ items }) => {
				const item = random.any(items);
				if (!item) return false;
				items.splice(random.below(items.length + 1), 0, structuredClone(item));
				return true;
			}),
	],
	[
		'an odd item',
		(places, random, mark) =>
			inside(places.lists, random, ({ items }) => {
				items.splice(random.below(items.length + 1), 0, anything(random, mark));
				return true;
			}),
	],
	[
		'items change places',
		(places, random) =>
			inside(places.lists, random, ({ items }) => {
				const [item] = items.splice(random.below(items.length), 1);
				if (item) items.splice(random.below(items.length + 1), 0, item);
				return item !== undefined;
			}),
	],
	[
		'keys change places',
		(places, random) =>
			inside(places.objects, random, ({ members }) => {
				const [item] = members.splice(random.below(members.length), 1);
				if (item) members.splice(random.below(members.length + 1), 0, item);
				return item !== undefined;
			}),
	],
	[
		'an index',
		settingOf(/index$/, (random) => treeOf(random.pick([...LEXEMES, '1', '2', '5', '"1"', 'null']))),
	],
	[
		'the words of a step',
		settingOf(/^(goal|strategy|conclusion)$/, (_, mark) => quoted(`In other words, ${mark}.`)),
	],
	['a status', settingOf(/^path_status$/, (random) => quoted(random.pick(STATUSES)))],
	['a step', settingOf(/^step$/, (random) => quoted(random.pick(STEPS)))],
	[
		'a mode',
		settingOf(/^mode$/, (random) => treeOf(random.pick(['"ai"', '"user"', '"robot"', 'null', '1']))),
	],
	[
		'a thought',
		settingOf(/^thought$/, (random, mark) => treeOf(random.pick(['""', 'null', JSON.stringify(mark)]))),
	],
	[
		'an id',
		settingOf(/(^|_)id$/, (random, mark) =>
			treeOf(
				random.pick([
					'""',
					'null',
					JSON.stringify(mark),
					'"airalogy.id.record.0191aaaa-0000-4000-8000-000000000001.v.1"',
					'"airalogy.id.record.0191aaaa-0000-4000-8000.v.2"',
					'17',
					JSON.stringify('x'.repeat(250)),
				]),
			),
		),
	],
	[
		'a version',
		settingOf(/version$/, (random, mark) =>
			treeOf(random.pick(['1', '2', '7', 'null', '1.0', JSON.stringify(mark), '[]'])),
		),
	],
	[
		'a lexeme',
		(places, random) =>
			inside(
				places.scalars.filter(({ text }) => /^[-\d]/.test(text)),
				random,
				(scalar) => {
					scalar.text = random.pick(LEXEMES);
					return true;
				},
			),
	],
	[
		'words',
		(places, random, mark) =>
			inside(
				places.scalars.filter(({ text }) => text.startsWith('"')),
				random,
				(scalar) => {
					const words = String(JSON.parse(scalar.text));
					scalar.text = JSON.stringify(
						random.pick([`${words} ${mark}`, mark, '', `${words}\n\u0000`, `𝄞${mark}`, 'w'.repeat(40_000)]),
					);
					return true;
				},
			),
	],
	[
		'a step of no kind we know',
		(places, random, mark) =>
			inside(places.under(/^steps$/), random, ({ member }) => {
				if (member.value.kind !== 'list') return false;
				const data = anything(random, mark);
				const step = treeOf(`{"step": "add_${mark}", "path_index": 1, "mode": "ai", "data": null}`);
				if (step.kind === 'object') step.members.push({ key: 'data', value: data });
				if (step.kind === 'object') step.members.splice(3, 1);
				member.value.items.splice(random.below(member.value.items.length + 1), 0, step);
				return true;
			}),
	],
	[
		'a part of another file',
		(places, random, _, others) =>
			inside(others, random, (other) => {
				const theirs = random.any(new Places(other).members);
				const same =
					theirs && random.any(places.members.filter(({ member }) => member.key === theirs.member.key));
				if (!theirs || !same) return false;
				same.member.value = structuredClone(theirs.member.value);
				return true;
			}),
	],
	[
		'our part of another file',
		(places, random, _, others) => {
			const parts = others.flatMap((other) => new Places(other).under(/^pathbook$/));
			return inside(places.under(/^path_data$/), random, ({ member }) =>
				inside(parts, random, ({ member: { value } }) => {
					if (member.value.kind !== 'object') return false;
					const { members } = member.value;
					const at = members.findIndex(({ key }) => key === 'pathbook');
					members.splice(at < 0 ? members.length : at, at < 0 ? 0 : 1, {
						key: 'pathbook',
						value: structuredClone(value),
					});
					return true;
				}),
			);
		},
	],
];
