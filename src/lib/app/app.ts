// Pathbook on one device: what it needs of the outside, the library, and the notebooks that are open. One notebook per path and page, however
// many screens show it.

import type { PathId } from '#lib/core/path/names.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type {
	Catalogue,
	DocumentStore,
	Exchange,
	Files,
	IdentityKeeper,
	StorageFault,
	StorageRoom,
	TabLink,
	World,
} from '#lib/ports.ts';
import { Library } from './library.ts';
import { Notebook, rememberedLine, type OpeningNotebook } from './notebook.ts';
import { pathRoom } from './rooms.ts';

export interface Outside {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
	readonly identity: IdentityKeeper;
	readonly tabs: TabLink;
	readonly room: StorageRoom;
	readonly files: Files;
	/** Loaded when the first file comes or goes; rejects where its code does not come. */
	readonly exchange: () => Promise<Exchange>;
	/** Lets go of what was made for this app; called last. */
	readonly close: () => void;
}

export interface AppOptions {
	/** How late the catalogue may be behind an open document, in ms. */
	readonly lateMs: number;
}

export class App {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
	readonly identity: IdentityKeeper;
	readonly tabs: TabLink;
	readonly room: StorageRoom;
	readonly files: Files;
	readonly exchange: () => Promise<Exchange>;
	readonly library: Library;
	#options: AppOptions;
	#letGo: () => void;
	#open = new Set<Notebook>();
	#stopIdentity: () => void;

	constructor(outside: Outside, options: Partial<AppOptions> = {}) {
		this.world = outside.world;
		this.documents = outside.documents;
		this.catalogue = outside.catalogue;
		this.identity = outside.identity;
		this.tabs = outside.tabs;
		this.room = outside.room;
		this.files = outside.files;
		this.exchange = outside.exchange;
		this.library = new Library(outside);
		this.#options = { lateMs: 1000, ...options };
		this.#letGo = outside.close;
		this.#stopIdentity = this.identity.watch(() => void this.#renamed());
	}

	/** Opens a path of this device. 'absent': there is none, or its database is gone. A damaged one opens to be read. */
	async openNotebook(id: PathId): Promise<Result<Notebook, 'absent' | StorageFault>> {
		// Asked at once: each answer takes a turn of the browser's storage. Whether there is a document is told by opening it.
		const [identity, listed, line] = await Promise.all([
			this.identity.load(),
			this.catalogue.paths(),
			rememberedLine(this.catalogue, id),
		]);
		if (!identity.ok) return identity;
		if (!listed.ok) return listed;
		const lab = listed.value.find((entry) => entry.id === id)?.lab ?? identity.value.lab.id;
		const stored = this.documents.open(pathRoom(lab, id));
		const loaded = await stored.loaded;
		// Not `empty`: that was true when a document that is open already was loaded.
		const readable = loaded.ok ? stored.doc.store.clients.size > 0 : loaded.error.why === 'damaged';
		if (!readable) {
			await stored.close();
			return loaded.ok ? err('absent') : loaded;
		}
		return ok(this.#notebook({ id, lab, stored, identity: identity.value, line }));
	}

	async close(): Promise<void> {
		this.#stopIdentity();
		await Promise.all([...this.#open].map((notebook) => notebook.close()));
		this.#letGo();
	}

	#notebook(opening: OpeningNotebook): Notebook {
		const { world, documents, catalogue, tabs } = this;
		const outside = { world, documents, catalogue, tabs, lateMs: this.#options.lateMs };
		const notebook = new Notebook(opening, outside);
		this.#open.add(notebook);
		notebook.onclosed(() => this.#open.delete(notebook));
		return notebook;
	}

	async #renamed(): Promise<void> {
		const identity = await this.identity.load();
		if (identity.ok) for (const notebook of this.#open) notebook.identify(identity.value);
	}
}
