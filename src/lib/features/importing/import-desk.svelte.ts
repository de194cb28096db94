// One import from the first file to the undo, as a union of states. Nothing is written before a person has seen what was read; what arrives
// late, after the person closed the dialog, changes nothing. The readers and parsers are loaded when the first file comes.

import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { NamedText } from '#lib/core/exchange/import.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import type { ImportReport, Refusal } from '#lib/core/exchange/report.ts';
import type { PathId } from '#lib/core/path/names.ts';
import type { CatalogueEntry, StorageFault } from '#lib/ports.ts';
import type { App } from '#lib/app/app.ts';
import type { ReadFault } from './incoming.ts';

export interface ReadImport {
	readonly plans: readonly ImportPlan[];
	readonly report: ImportReport;
	/** SHA-256 of the file, or of the files that came together. */
	readonly hash: string;
	/** What was imported from the same file before. */
	readonly known: readonly CatalogueEntry[];
}

export type Importing =
	| { readonly at: 'closed' }
	| { readonly at: 'asking'; readonly fault: ReadFault | { readonly why: 'empty' } | null }
	| { readonly at: 'reading'; readonly names: readonly string[] }
	| { readonly at: 'refused'; readonly refusals: readonly Refusal[]; readonly files: readonly NamedText[] }
	| { readonly at: 'read'; readonly read: ReadImport }
	| { readonly at: 'writing'; readonly count: number }
	| { readonly at: 'failed'; readonly fault: StorageFault; readonly read: ReadImport | null };

export interface ImportDeskOptions {
	readonly app: App;
	/** Called after a successful import. */
	readonly onmade: (made: readonly PathId[]) => void;
}

export class ImportDesk {
	now: Importing = $state.raw({ at: 'closed' });
	readonly #app: App;
	readonly #onmade: ImportDeskOptions['onmade'];
	#turn = 0;

	constructor({ app, onmade }: ImportDeskOptions) {
		this.#app = app;
		this.#onmade = onmade;
	}

	/** Opens the dialog that asks for files or text. */
	ask(): void {
		this.#turn += 1;
		this.now = { at: 'asking', fault: null };
	}

	/** Closes; what is still being read is forgotten. An import that is being written is not stopped. */
	close(): void {
		if (this.now.at === 'writing') return;
		this.#turn += 1;
		this.now = { at: 'closed' };
	}

	/** Reads files that belong together. */
	async bring(files: readonly File[]): Promise<void> {
		if (files.length === 0 || this.now.at === 'writing') return;
		const turn = ++this.#turn;
		this.now = { at: 'reading', names: files.map(({ name }) => name) };
		const { readFiles } = await import('./incoming.ts');
		const texts = await readFiles(files);
		if (turn !== this.#turn) return;
		if (texts.ok) await this.#read(texts.value, turn);
		else this.now = { at: 'asking', fault: texts.error };
	}

	/** Reads a text that was pasted. */
	async bringText(name: string, text: string): Promise<void> {
		if (this.now.at === 'writing') return;
		const turn = ++this.#turn;
		if (text.trim() === '') this.now = { at: 'asking', fault: { why: 'empty' } };
		else await this.#read([{ name, text }], turn);
	}

	/** Reads the same files again, now that the person has said whose form they are. */
	async readAs(from: Dialect): Promise<void> {
		if (this.now.at === 'refused') await this.#read(this.now.files, ++this.#turn, from);
	}

	/** Writes what was read. */
	async write(): Promise<void> {
		const state = this.now;
		const read = state.at === 'read' || state.at === 'failed' ? state.read : null;
		if (!read) return;
		this.now = { at: 'writing', count: read.plans.length };
		const written = await this.#app.library.importPlans(
			read.plans,
			read.plans.map(() => ({ file: read.hash })),
		);
		if (!written.ok) {
			this.now = { at: 'failed', fault: written.error, read };
			return;
		}
		this.now = { at: 'closed' };
		this.#onmade(written.value.made);
	}

	async #read(files: readonly NamedText[], turn: number, from?: Dialect): Promise<void> {
		this.now = { at: 'reading', names: files.map(({ name }) => name) };
		const [{ importText }, { readWorkflow }, { hashOfFiles }, signed] = await Promise.all([
			import('#lib/core/exchange/import.ts'),
			import('#lib/core/workflow/read.ts'),
			import('./incoming.ts'),
			this.#app.library.who(),
		]);
		if (turn !== this.#turn) return;
		if (!signed.ok) {
			this.now = { at: 'failed', fault: signed.error, read: null };
			return;
		}
		const importer = { who: signed.value.who, newId: () => this.#app.world.id() };
		const imported = importText(files, { ...importer, readWorkflow, ...(from ? { from } : {}) });
		if (!imported.ok) {
			this.now = { at: 'refused', refusals: imported.error, files };
			return;
		}
		const hash = hashOfFiles(files);
		const known = await this.#app.library.findImported(hash);
		if (turn !== this.#turn) return;
		if (known.ok) this.now = { at: 'read', read: { ...imported.value, hash, known: known.value } };
		else this.now = { at: 'failed', fault: known.error, read: null };
	}
}
