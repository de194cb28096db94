// A path that is open: its document, who writes in it, whether that is kept, what can be undone, which line is shown. Components read it
// through state/, people change it through verbs/. Nothing is accepted while it cannot be kept: `writable` is false until the document has
// loaded, after a failure until storage works again, and where a newer version wrote the document.

import type * as Y from 'yjs';
import { canEdit, mapsOf, type Who } from '#lib/core/path/document.ts';
import { PERSON_ID_LENGTH, PersonId, type PathId, type RecordId } from '#lib/core/path/names.ts';
import { introduce } from '#lib/core/path/person-edits.ts';
import { PathReader } from '#lib/core/path/read.ts';
import type { Result } from '#lib/core/result.ts';
import type {
	Catalogue,
	DocumentStore,
	Identity,
	SaveState,
	StorageFault,
	StoredDocument,
	TabLink,
	World,
} from '#lib/ports.ts';
import { CatalogueUpkeep } from './catalogue-upkeep.ts';
import { History } from './history.ts';
import { LineInView, LineMemory } from './line-in-view.ts';
import { Listeners } from './listeners.ts';
import { OpenRecords, type OpenRecord } from './open-records.ts';

/** What a notebook needs of the world outside. */
export interface NotebookOutside {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
	readonly tabs: TabLink;
	/** How late the catalogue may be, in ms. */
	readonly lateMs: number;
}

export interface OpeningNotebook {
	readonly id: PathId;
	readonly lab: string;
	/** Loaded, or damaged: then it can be read and not written. */
	readonly stored: StoredDocument;
	readonly identity: Identity;
	/** The line this device looked at last time. */
	readonly line?: LineMemory | undefined;
}

export class Notebook {
	readonly id: PathId;
	readonly lab: string;
	readonly name: string;
	readonly doc: Y.Doc;
	readonly world: World;
	readonly documents: DocumentStore;
	readonly reader: PathReader;
	readonly history: History;
	readonly line: LineInView;
	readonly records: OpenRecords;
	#stored: StoredDocument;
	#identity: Identity;
	#catalogue: Catalogue;
	#upkeep: CatalogueUpkeep;
	#leaveTabs: () => void;
	#saving = new Listeners();
	#gone = new Listeners();
	#stopWatching: (() => void)[];
	#closed: Promise<void> | undefined;

	constructor({ id, lab, stored, identity, line }: OpeningNotebook, outside: NotebookOutside) {
		const { world, documents, catalogue, tabs, lateMs } = outside;
		this.id = id;
		this.lab = lab;
		this.name = stored.name;
		this.doc = stored.doc;
		this.world = world;
		this.documents = documents;
		this.#stored = stored;
		this.#identity = identity;
		this.#catalogue = catalogue;
		this.reader = new PathReader(stored.doc, id);
		this.history = new History(stored.doc, () => this.writable);
		this.line = new LineInView(line);
		this.records = new OpenRecords(documents, tabs, this.history, lab);
		this.#upkeep = new CatalogueUpkeep(id, lab, this.reader, catalogue, { now: () => world.now(), lateMs });
		this.#leaveTabs = stored.state.at === 'failed' ? () => undefined : tabs.join(stored);
		const told = (): void => this.#saving.tell();
		this.#stopWatching = [stored.watch(told), this.records.watch(told)];
		this.doc.on('afterTransaction', this.#introduceEditor);
		if (stored.state.at !== 'failed') this.#upkeep.opened();
	}

	/** The worst of the path and its open records. */
	get saving(): SaveState {
		const { state } = this.#stored;
		if (state.at === 'failed' || state.at === 'loading') return state;
		return this.records.failed ?? (this.records.saving ? { at: 'saving' } : state);
	}

	/** Called when `saving` or `writable` changes. */
	watchSaving(listener: () => void): () => void {
		return this.#saving.add(listener);
	}

	/** Whether an edit of the path would be kept. */
	get writable(): boolean {
		const { at } = this.#stored.state;
		return (at === 'saved' || at === 'saving') && !this.readOnlySchema;
	}

	/** A newer version of the app wrote the document: it can only be read here. */
	get readOnlySchema(): boolean {
		const schema = mapsOf(this.doc).meta.get('schema');
		return schema !== undefined && !canEdit(schema);
	}

	/** This device's member, now. */
	who(): Who {
		const { id: member, name, colour } = this.#identity.member;
		const by = PersonId.parse(member.slice(0, PERSON_ID_LENGTH));
		return { by, at: this.world.now(), person: { member, name, colour } };
	}

	/** The member key's thumbprint, which signs record versions. */
	get member(): string {
		return this.#identity.member.id;
	}

	/** From now on edits carry this name and colour. */
	identify(identity: Identity): void {
		this.#identity = identity;
	}

	/** Opens a record; let go of it with `release`. */
	record(id: RecordId): Promise<Result<OpenRecord, StorageFault>> {
		return this.records.open(id);
	}

	/** Tries again to write what is not kept. */
	async retry(): Promise<Result<void, StorageFault>> {
		const path = await this.#stored.retry();
		const records = await this.records.retry();
		return path.ok ? records : path;
	}

	async flush(): Promise<Result<void, StorageFault>> {
		const path = await this.#stored.flush();
		const records = await this.records.flush();
		return path.ok ? records : path;
	}

	/** Calls back once the notebook is closed. */
	onclosed(listener: () => void): void {
		this.#gone.add(listener);
	}

	/** Keeps what is known and lets go of everything. Undo ends here. */
	close(): Promise<void> {
		this.#closed ??= this.#close();
		return this.#closed;
	}

	async #close(): Promise<void> {
		this.doc.off('afterTransaction', this.#introduceEditor);
		const { memory } = this.line;
		if (memory !== undefined) await this.#catalogue.putSetting(lineSetting(this.id), memory);
		await this.#upkeep.close();
		await this.#stored.flush();
		this.#leaveTabs();
		for (const stop of this.#stopWatching) stop();
		await this.records.close();
		this.history.close();
		this.reader.close();
		this.#saving.clear();
		await this.#stored.close();
		this.#gone.tell();
		this.#gone.clear();
	}

	/** A text editor writes without a verb; its first transaction names the client it wrote with. */
	#introduceEditor = ({ origin }: Y.Transaction): void => {
		if (!this.history.follows(origin)) return;
		if (!mapsOf(this.doc).clients.has(String(this.doc.clientID))) introduce(this.doc, this.who());
	};
}

/** Where the line a device looks at is remembered. */
export function lineSetting(id: PathId): string {
	return `line/${id}`;
}

/** The remembered line of a path; undefined where there is none, or it cannot be read. */
export async function rememberedLine(catalogue: Catalogue, id: PathId): Promise<LineMemory | undefined> {
	const setting = await catalogue.setting(lineSetting(id));
	return setting.ok ? LineMemory.safeParse(setting.value).data : undefined;
}
