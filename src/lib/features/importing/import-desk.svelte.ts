// One import from the first file to the undo, as a union of states. Nothing is written before a person has seen what was read; what arrives
// late, after the person closed the dialog, changes nothing. Reading goes on elsewhere and ends the moment it is cancelled; writing stops
// after the document it is at, and takes back what it made.

import type { App } from '#lib/app/app.ts';
import type { Brought, KnownPath } from '#lib/app/bringing.ts';
import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import type { Result } from '#lib/core/result.ts';
import type { FilesRead, ReadOutcome, ReadProgress, Running, StorageFault } from '#lib/ports.ts';
import { bytesOf, type Incoming, type ReadFault } from './incoming.ts';

export interface ReadImport extends FilesRead {
	/** What is here already of it. */
	readonly known: readonly KnownPath[];
}

export type Importing =
	| { readonly at: 'closed' }
	| { readonly at: 'asking'; readonly fault: ReadFault | { readonly why: 'empty' } | null }
	| { readonly at: 'reading'; readonly names: readonly string[]; readonly progress: ReadProgress | null }
	| { readonly at: 'refused'; readonly refusals: readonly Refusal[]; readonly files: readonly Incoming[] }
	| { readonly at: 'read'; readonly read: ReadImport }
	| { readonly at: 'writing'; readonly done: number; readonly of: number; readonly stopping: boolean }
	| { readonly at: 'failed'; readonly fault: StorageFault; readonly read: ReadImport | null }
	/** The reading itself broke: out of memory, or its code did not come. */
	| { readonly at: 'died'; readonly detail: string; readonly files: readonly Incoming[] };

export interface ImportDeskOptions {
	readonly app: App;
	/** Called after a successful import. */
	readonly onmade: (brought: Brought) => void;
}

export class ImportDesk {
	now: Importing = $state.raw({ at: 'closed' });
	readonly #app: App;
	readonly #onmade: ImportDeskOptions['onmade'];
	#turn = 0;
	#running: Running<ReadOutcome> | undefined;
	#writing: AbortController | undefined;

	constructor({ app, onmade }: ImportDeskOptions) {
		this.#app = app;
		this.#onmade = onmade;
	}

	/** Opens the dialog that asks for files or text. */
	ask(): void {
		this.#stop();
		this.now = { at: 'asking', fault: null };
	}

	/** Ends whatever goes on: reading at once; writing as soon as what was made is taken back. */
	close(): void {
		if (this.now.at === 'writing') {
			this.#writing?.abort();
			this.now = { ...this.now, stopping: true };
			return;
		}
		this.#stop();
		this.now = { at: 'closed' };
	}

	/** Reads files that belong together; `found` finds them, such as in a folder. */
	async bring(found: () => Promise<Result<readonly Incoming[], ReadFault>>): Promise<void> {
		if (this.now.at === 'writing') return;
		const turn = this.#stop();
		this.now = { at: 'reading', names: [], progress: null };
		const files = await found();
		if (turn !== this.#turn) return;
		if (!files.ok) this.now = { at: 'asking', fault: files.error };
		else if (files.value.length === 0) this.now = { at: 'asking', fault: { why: 'empty' } };
		else await this.#read(files.value, turn);
	}

	/** Reads the same files again, now that the person has said whose form they are, or hopes for the best. */
	async again(from?: Dialect): Promise<void> {
		if (this.now.at === 'refused' || this.now.at === 'died')
			await this.#read(this.now.files, this.#stop(), from);
	}

	/** Writes what was read. */
	async write(): Promise<void> {
		const state = this.now;
		const read = state.at === 'read' || state.at === 'failed' ? state.read : null;
		if (!read) return;
		const writing = new AbortController();
		this.#writing = writing;
		this.now = { at: 'writing', done: 0, of: 0, stopping: false };
		const onprogress = (done: number, of: number): void => {
			if (this.now.at === 'writing') this.now = { ...this.now, done, of };
		};
		const brought = await this.#app.library.bring(read, { signal: writing.signal, onprogress });
		if (brought.ok) {
			this.now = { at: 'closed' };
			this.#onmade(brought.value);
		} else if (brought.error === 'cancelled') this.now = { at: 'closed' };
		else this.now = { at: 'failed', fault: brought.error, read };
	}

	/** Ends what is being read; what it still says counts for nothing. */
	#stop(): number {
		this.#running?.cancel();
		this.#running = undefined;
		return (this.#turn += 1);
	}

	async #read(files: readonly Incoming[], turn: number, from?: Dialect): Promise<void> {
		this.now = { at: 'reading', names: files.map(({ name }) => name), progress: null };
		const [signed, protocols] = await Promise.all([this.#app.library.who(), this.#app.library.protocols()]);
		const bytes = await bytesOf(files);
		if (turn !== this.#turn) return;
		if (!bytes.ok) this.now = { at: 'asking', fault: bytes.error };
		else if (!signed.ok) this.now = { at: 'failed', fault: signed.error, read: null };
		else if (!protocols.ok) this.now = { at: 'failed', fault: protocols.error, read: null };
		else {
			const options = { who: signed.value.who, protocols: protocols.value, ...(from ? { from } : {}) };
			const exchange = await this.#app.exchange().catch((cause: unknown) => String(cause));
			if (turn !== this.#turn) return;
			if (typeof exchange === 'string') {
				this.now = { at: 'died', detail: exchange, files };
				return;
			}
			const running = exchange.read(bytes.value, options, (progress) => {
				if (turn === this.#turn && this.now.at === 'reading') this.now = { ...this.now, progress };
			});
			this.#running = running;
			await this.#settle(await running.result, files, turn);
		}
	}

	async #settle(
		outcome: Awaited<Running<ReadOutcome>['result']>,
		files: readonly Incoming[],
		turn: number,
	): Promise<void> {
		if (turn !== this.#turn || outcome.at === 'cancelled') return;
		this.#running = undefined;
		if (outcome.at === 'died') this.now = { at: 'died', detail: outcome.detail, files };
		else if (outcome.at === 'refused') this.now = { at: 'refused', refusals: outcome.refusals, files };
		else {
			const known = await this.#app.library.findKnown(outcome.read);
			if (turn !== this.#turn) return;
			if (known.ok) this.now = { at: 'read', read: { ...outcome.read, known: known.value } };
			else this.now = { at: 'failed', fault: known.error, read: null };
		}
	}
}
