// A run of the fuzz: some replicas, a network, the books, and steps drawn from the seed. A run is a list of step numbers, so a failing one is
// shrunk by leaving steps out. The first broken rule ends it.

import { createPath } from '#lib/core/path/create.ts';
import { PersonId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import * as checks from './fuzz-checks.ts';
import { EDITS } from './fuzz-habits.ts';
import { Network } from './fuzz-network.ts';
import { Random } from './fuzz-random.ts';
import { PATH, Replica } from './fuzz-replica.ts';
import { ROOT } from './fuzz-text-edits.ts';
import { Books, Turn } from './fuzz-turn.ts';
import type { Act } from './fuzz-words.ts';
import { PATH_ID, RANDOM_DEFINITION } from './random-moves.ts';

export interface Broken {
	readonly rule: string;
	readonly what: string;
	readonly trace: readonly string[];
}

export interface Met {
	readonly statuses: ReadonlySet<string>;
	readonly typed: number;
	readonly taken: number;
	readonly submitted: number;
	readonly undone: number;
}

export class World {
	readonly #seed: number;
	readonly #replicas: Replica[] = [];
	readonly #network: Network;
	readonly #books: Books;
	readonly #statuses = new Set<string>();
	readonly #grown = new Map<Replica, number>();
	readonly #trace: string[] = [];
	readonly #broken: { readonly rule: string; readonly what: string }[] = [];
	#undone = 0;
	#act: Act = 'other';

	constructor(seed: number) {
		this.#seed = seed;
		const random = new Random(seed);
		this.#books = new Books((rule, what) => this.#broken.push({ rule, what }));
		const clients = new Set<number>();
		const client = (): number => {
			let id = random.bits();
			while (clients.has(id)) id = random.bits();
			clients.add(id);
			return id;
		};
		const people = ['ada', 'ben', 'cai', 'dov'];
		const count = 3 + random.below(3);
		for (let index = 0; index < count; index += 1) {
			const name = people[index % people.length] ?? 'ada'; // the fifth device is the first person's other one
			const person = { member: `${name}-key`, name, colour: '#336699' };
			const who = { by: PersonId.parse(name), at: 1_700_000_000_000, person };
			this.#replicas.push(
				new Replica(index, who, random.chance(0.6), client, {
					transaction: ({ session }, name_, transaction) => {
						if (name_ === PATH) this.#books.words.follow(transaction, { session, act: this.#act });
					},
					update: (replica, name_, update) => this.#network.tell(replica, name_, update),
				}),
			);
		}
		this.#network = new Network(this.#replicas);
		this.#create(random);
	}

	#create(random: Random): void {
		const maker = random.pick(this.#replicas);
		createPath(maker.doc, {
			title: 'Peat',
			definition: RANDOM_DEFINITION,
			stage: ROOT,
			who: maker.who,
		});
		this.#network.settle();
	}

	/** Runs steps until a rule is broken; undefined where none is. */
	run(steps: readonly number[]): Broken | undefined {
		try {
			for (const step of steps) {
				this.#step(step);
				if (this.#broken.length > 0) return this.#verdict();
			}
			this.#meet();
		} catch (fault) {
			const what = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
			this.#broken.push({ rule: 'exception', what });
		}
		return this.#broken.length > 0 ? this.#verdict() : undefined;
	}

	get met(): Met {
		const { typed, taken } = this.#books.words.counts;
		return {
			statuses: this.#statuses,
			typed,
			taken,
			submitted: this.#books.submitted.length,
			undone: this.#undone,
		};
	}

	close(): void {
		for (const replica of this.#replicas) replica.close();
	}

	#verdict(): Broken {
		const [first = { rule: '', what: '' }] = this.#broken;
		return { ...first, trace: this.#trace };
	}

	#step(step: number): void {
		const random = new Random(this.#seed, step);
		this.#network.heal(step);
		const replica = random.pick(this.#replicas);
		const said = random.chance(0.62)
			? this.#edit(replica, random, step)
			: this.#happen(replica, random, step);
		if (said !== undefined) this.#trace.push(`${step} ${said}`);
	}

	#edit(replica: Replica, random: Random, step: number): string | undefined {
		const edit = random.weighted(EDITS);
		const turn = new Turn(replica, random, step, this.#books, (act) => {
			this.#act = act;
		});
		const said = edit(turn);
		if (said?.startsWith('undoes') === true) this.#undone += 1;
		this.#look(replica);
		return said === undefined ? undefined : `r${replica.index} ${said}`;
	}

	#happen(replica: Replica, random: Random, step: number): string {
		const kind = random.weighted([
			[60, 'deliver'],
			[5, 'lose'],
			[20, 'ask'],
			[2, 'restart'],
			[3, 'cut'],
			[2, 'meet'],
			[4, 'export'],
		] as const);
		switch (kind) {
			case 'deliver': {
				const { heard, said } = this.#network.deliver(random);
				for (const one of heard) this.#look(one);
				return said;
			}
			case 'lose':
				this.#network.lose(random);
				return 'messages are lost';
			case 'ask': {
				const asked = random.pick(this.#replicas);
				if (asked !== replica) this.#network.ask(replica, asked);
				return `r${replica.index} asks r${asked.index}`;
			}
			case 'restart':
				replica.restart();
				this.#look(replica);
				return `r${replica.index} restarts`;
			case 'cut':
				return this.#network.cut(random, step);
			case 'meet':
				this.#meet();
				return 'all meet';
			case 'export':
				this.#compareReader(replica);
				checks.exported(replica.path, replica.records);
				return `r${replica.index} exports`;
		}
	}

	/** Flow rules on what a replica sees now; what is only added has not become less. */
	#look(replica: Replica): void {
		const { path: seen } = replica;
		if (seen.meta === undefined) return;
		this.#statuses.add(checks.checkFlow(seen, this.#books.report));
		const size =
			seen.stages.size + seen.log.size + seen.proposalsOf.size + seen.people.size + seen.clients.size;
		if (size < (this.#grown.get(replica) ?? 0))
			this.#books.report('C5', `${replica.session} lost something added`);
		this.#grown.set(replica, size);
	}

	/** What the open reader says is what a fresh one reads. */
	#compareReader(replica: Replica): void {
		const [open, fresh] = [replica.path, readPath(replica.doc, PATH_ID)].map(checks.said);
		if (open !== fresh) this.#books.report('D5', checks.firstDifference(open ?? '', fresh ?? ''));
	}

	/** All exchange everything; then all must say the same, and what the books say. */
	#meet(): void {
		this.#network.settle();
		const [first, ...others] = this.#replicas;
		if (first === undefined || this.#broken.length > 0) return;
		const { report } = this.#books;
		const wanted = checks.said(first.path) + checks.recordsSaid(first.records);
		const text = checks.exported(first.path, first.records);
		for (const replica of this.#replicas) {
			this.#look(replica);
			for (const [name, doc] of replica.docs) {
				if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
					report('C1', `${name} waits for something`);
			}
		}
		for (const replica of others) {
			const theirs = checks.said(replica.path) + checks.recordsSaid(replica.records);
			if (theirs !== wanted) report('C1', `r${replica.index} says ${checks.firstDifference(theirs, wanted)}`);
			const file = checks.exported(replica.path, replica.records);
			if (file !== text) report('C1', `r${replica.index} exports ${checks.firstDifference(file, text)}`);
		}
		this.#compareReader(first);
		checks.checkUndamaged(first.path, report);
		const texts = first.path.textNames().map((name) => [name, checks.wordsUnder(first.path, name)] as const);
		this.#books.words.check(new Map(texts));
		this.#books.places.check(first);
		this.#books.places.settle(first);
		this.#books.checkAdded(first);
		if (this.#broken.length === 0) checks.checkComesBack(text, report);
	}
}

/** A run of `count` steps. */
export function runWorld(
	seed: number,
	steps: readonly number[],
): { readonly broken: Broken | undefined; readonly met: Met } {
	const world = new World(seed);
	const broken = world.run(steps);
	const { met } = world;
	world.close();
	return { broken, met };
}

/** Leaves steps out while the same rule still breaks, for a bounded number of tries. */
export function shrink(
	seed: number,
	steps: readonly number[],
	rule: string,
	tries: number,
): readonly number[] {
	let best = steps;
	let left = tries;
	for (
		let size = Math.ceil(best.length / 2);
		size >= 1 && left > 0;
		size = size === 1 ? 0 : Math.ceil(size / 2)
	) {
		for (let at = 0; at < best.length && left > 0; left -= 1) {
			const fewer = [...best.slice(0, at), ...best.slice(at + size)];
			if (runWorld(seed, fewer).broken?.rule === rule) best = fewer;
			else at += size;
		}
	}
	return best;
}
