// A device without a browser: real app, real documents, memory for storage. Two apps over one device are two tabs; two devices are two people.

import { App } from '#lib/app/app.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { InProcessExchange } from '#lib/adapters/exchange/in-process.ts';
import { MemoryFiles, MemoryFileShelf } from '#lib/adapters/storage/memory-files.ts';
import { MemoryCatalogue, MemoryCatalogueShelf } from '#lib/adapters/storage/memory-catalogue.ts';
import { memoryDocuments, MemoryDisk } from '#lib/adapters/storage/memory.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { CellId, PathId, StageId } from '#lib/core/path/names.ts';
import type { Identity, IdentityKeeper, StorageFault, TabLink } from '#lib/ports.ts';

export class Device {
	readonly disk = new MemoryDisk();
	readonly catalogue = new MemoryCatalogueShelf();
	readonly files = new MemoryFileShelf();
	readonly identity: MemoryIdentity;
	now = Date.parse('2026-03-02T08:00:00Z');
	#ids = 0;
	#apps: App[] = [];
	#mark: string;

	/** `mark` tells this device's ids and keys from another's. */
	constructor(mark = 'a') {
		this.#mark = mark;
		this.identity = new MemoryIdentity(mark);
	}

	app(tabs: TabLink = { join: () => () => undefined }): App {
		const app = new App(
			{
				world: {
					now: () => (this.now += 1000),
					local: () => ({ at: '2026-03-02T09:00:00.000+01:00', zone: 'Europe/Berlin' }),
					id: () => this.#newId(),
				},
				documents: memoryDocuments(this.disk, { retryMs: 60_000, now: () => this.now }),
				catalogue: new MemoryCatalogue(this.catalogue),
				identity: this.identity,
				tabs,
				files: new MemoryFiles(this.files),
				exchange: async () => new InProcessExchange({ newId: () => this.#newId() }),
				room: {
					estimate: async () => undefined,
					persisted: async () => undefined,
					persist: async () => false,
				},
				close: () => undefined,
			},
			{ lateMs: 0 },
		);
		this.#apps.push(app);
		return app;
	}

	#newId(): string {
		return `${String((this.#ids += 1)).padStart(6, '0')}-${this.#mark}`;
	}

	/** From now on nothing can be written, or everything again. */
	fail(fault: StorageFault | undefined): void {
		this.disk.fault = fault;
	}

	async close(): Promise<void> {
		for (const app of this.#apps.splice(0)) await app.close();
	}
}

class MemoryIdentity implements IdentityKeeper {
	#identity: Identity;
	#listeners = new Set<() => void>();

	constructor(mark: string) {
		this.#identity = {
			lab: { id: 'L'.repeat(42) + mark, name: '' },
			member: { id: mark.repeat(43), name: `Person ${mark}`, colour: '#1d4ed8' },
		};
	}

	async load(): Promise<Result<Identity, StorageFault>> {
		return ok(this.#identity);
	}

	async rename(change: {
		name?: string;
		colour?: string;
		labName?: string;
	}): Promise<Result<Identity, StorageFault>> {
		const { lab, member } = this.#identity;
		this.#identity = {
			lab: { ...lab, name: change.labName ?? lab.name },
			member: { ...member, name: change.name ?? member.name, colour: change.colour ?? member.colour },
		};
		for (const listener of this.#listeners) listener();
		return ok(this.#identity);
	}

	watch(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}
}

/** Gives the value, or throws with the reason. */
export function must<T>(result: Result<T, unknown>): T {
	if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
	return result.value;
}

/** A new path on the device, open. */
export async function openNew(app: App, title = 'Drying'): Promise<Notebook> {
	const id = must(await app.library.create({ title, definition: DRYING }));
	return must(await app.openNotebook(PathId.parse(id)));
}

/** The preparation of a notebook. */
export function rootOf(notebook: Notebook): StageId {
	const [first] = [...notebook.reader.current.stages.keys()].sort();
	return StageId.parse(first);
}

export function cell(stage: StageId, kind: string): CellId {
	return CellId.parse(`${stage}/${kind}`);
}

const NOWHERE = { airalogyProtocolId: null, nodeId: null } as const;
const PLAIN = { markdown: null, model: null, assigner: null, schema: null, kept: {} } as const;
const EDGE = { id: null, when: null, label: null, maxIterations: null } as const;

export const DRYING: Definition = {
	workflow: {
		id: 'drying',
		title: 'Drying samples',
		nodes: [
			{ index: 0, protocolId: 'sampling', protocolVersion: '1.0.0', title: 'Sampling', ...NOWHERE },
			{ index: 1, protocolId: 'oven', protocolVersion: '0.2.0', title: 'Oven drying', ...NOWHERE },
		],
		edges: [
			{ from: 0, to: 1, ...EDGE },
			{ from: 1, to: 0, ...EDGE },
		],
		logic: '',
		initial: 0,
		defaultGoal: 'How wet is the peat?',
		defaultStrategy: '',
		form: 'info',
		source: {},
	},
	protocols: [
		{
			index: 0,
			protocolId: 'sampling',
			protocolVersion: '1.0.0',
			airalogyProtocolId: null,
			title: 'Sampling',
			...PLAIN,
			markdown: '# Sampling\n\nDepth: {{var|depth: float = 0.3}}',
		},
		{
			index: 1,
			protocolId: 'oven',
			protocolVersion: '0.2.0',
			airalogyProtocolId: null,
			title: 'Oven drying',
			...PLAIN,
		},
	],
};
