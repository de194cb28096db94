// Keeps a path's line in the catalogue as its document says, while it is open. Late by a second, because lists need no keystroke; at once when
// the notebook closes. A catalogue that cannot be written is no reason to stop working: the document is the truth, the next change tries
// again.

import { describePath } from '#lib/core/flow/description.ts';
import type { PathId } from '#lib/core/path/names.ts';
import type { PathReader } from '#lib/core/path/read.ts';
import type { Catalogue, CatalogueEntry } from '#lib/ports.ts';

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
		const fields = describePath(this.#reader.current);
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
