// Keeps a path's line in the catalogue as its document says, while it is open. Late by a second, because lists need no keystroke; at once when
// the notebook closes. A catalogue that cannot be written is no reason to stop working: the document is the truth, the next change tries
// again.

import { referenceOf } from '#lib/core/flow/cells.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree, type StageTree } from '#lib/core/flow/tree.ts';
import type { PathId, StageId } from '#lib/core/path/names.ts';
import type { PathReader } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Catalogue, CatalogueEntry } from '#lib/ports.ts';

/** What the document alone decides about its entry. */
export function described(
	snapshot: PathSnapshot,
	tree: StageTree = growTree(snapshot),
): Pick<
	CatalogueEntry,
	| 'title'
	| 'workflowTitle'
	| 'status'
	| 'stageTitle'
	| 'stages'
	| 'paused'
	| 'createdAt'
	| 'example'
	| 'records'
> {
	const { meta } = snapshot;
	const status = pathStatus(snapshot, tree);
	const definition = meta === undefined ? undefined : snapshot.definition(meta.template);
	const records = [...snapshot.stages.keys()].flatMap((stage) => referenceOf(snapshot, stage)?.record ?? []);
	return {
		title: meta?.title ?? '',
		workflowTitle: definition?.workflow.title ?? '',
		status: meta === undefined ? '' : status.status,
		stageTitle: status.stage === undefined ? '' : protocolTitle(snapshot, status.stage),
		stages: tree.line.length,
		paused: status.paused,
		createdAt: meta?.createdAt ?? 0,
		example: meta?.example ?? null,
		records: [...new Set(records)],
	};
}

/** Title of the protocol a stage carries out; '' for the preparation and the end. */
export function protocolTitle(snapshot: PathSnapshot, stage: StageId): string {
	const entry = snapshot.stages.get(stage);
	if (entry === undefined || typeof entry.choice !== 'number') return '';
	const definition = snapshot.definition(entry.under);
	const node = definition?.workflow.nodes.find(({ index }) => index === entry.choice);
	const protocol = definition?.protocols.find(({ index }) => index === entry.choice);
	return node?.title || protocol?.title || node?.protocolId || '';
}

export interface UpkeepOptions {
	readonly now: () => number;
	/** How late the catalogue may be, in ms. */
	readonly lateMs: number;
}

export class CatalogueUpkeep {
	#id: PathId;
	#lab: string;
	#reader: PathReader;
	#catalogue: Catalogue;
	#options: UpkeepOptions;
	#changedAt: number | undefined;
	#opened = false;
	/** The path was in the list; when it is there no more, somebody erased it, and it must not come back. */
	#listed = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#stop: () => void;

	constructor(id: PathId, lab: string, reader: PathReader, catalogue: Catalogue, options: UpkeepOptions) {
		this.#id = id;
		this.#lab = lab;
		this.#reader = reader;
		this.#catalogue = catalogue;
		this.#options = options;
		this.#stop = reader.watch(() => {
			this.#changedAt = options.now();
			this.#soon();
		});
	}

	/** Notes that somebody looks at the path; later, because opening it is what they wait for. */
	opened(): void {
		this.#opened = true;
		this.#soon();
	}

	/** Writes the entry now if there is anything to say. */
	async write(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const opened = this.#opened;
		if (this.#changedAt === undefined && !opened) return;
		const listed = await this.#catalogue.paths();
		if (!listed.ok) return;
		const before = listed.value.find((entry) => entry.id === this.#id);
		if (before === undefined && this.#listed) return;
		const now = this.#options.now();
		const fields = described(this.#reader.current);
		const entry: CatalogueEntry = {
			lab: this.#lab,
			importedFrom: null,
			removedAt: null,
			...before,
			...fields,
			id: this.#id,
			changedAt: this.#changedAt ?? before?.changedAt ?? fields.createdAt,
			openedAt: opened ? now : (before?.openedAt ?? now),
		};
		this.#changedAt = undefined;
		this.#opened = false;
		const put = await this.#catalogue.putPath(entry);
		this.#listed ||= put.ok;
	}

	#soon(): void {
		this.#timer ??= setTimeout(() => void this.write(), this.#options.lateMs);
	}

	async close(): Promise<void> {
		this.#stop();
		await this.write();
	}
}
