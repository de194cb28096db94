// One export from the question to the file, as a union of states. A file that says everything is saved without a word; one that does not is
// saved too, and what is not in it is said.

import type { App } from '#lib/app/app.ts';
import type { ExportForm, Written } from '#lib/core/exchange/forms.ts';
import type { Running, StorageFault, WriteOutcome } from '#lib/ports.ts';
import type { Exporter, ExportSubject } from '#lib/state/exporter.ts';

export type Exporting =
	| { readonly at: 'closed' }
	| { readonly at: 'asking'; readonly subject: ExportSubject }
	| { readonly at: 'writing'; readonly subject: ExportSubject }
	/** Saved; some of the path is not in the file, or says it otherwise. */
	| { readonly at: 'reported'; readonly outcome: WriteOutcome }
	| { readonly at: 'failed'; readonly why: 'died' | 'absent' | StorageFault['why']; readonly detail: string };

export interface ExportDeskOptions {
	readonly app: App;
	/** The reader's language, asked when it is needed. */
	readonly language: () => string;
	readonly onwritten: (fileName: string, written: Written) => void;
	/** A file that nobody was asked about does not say everything. */
	readonly onpartial: (outcome: WriteOutcome) => void;
}

export class ExportDesk implements Exporter {
	now: Exporting = $state.raw({ at: 'closed' });
	readonly #app: App;
	readonly #options: ExportDeskOptions;
	#turn = 0;
	#running: Running<WriteOutcome> | undefined;

	constructor(options: ExportDeskOptions) {
		this.#app = options.app;
		this.#options = options;
	}

	readonly save = (subject: ExportSubject): void => void this.write(subject, 'airalogy', 'quietly');

	readonly ask = (subject: ExportSubject): void => {
		this.#stop();
		this.now = { at: 'asking', subject };
	};

	/** Ends what goes on; nothing is saved then. */
	close(): void {
		this.#stop();
		this.now = { at: 'closed' };
	}

	/** Shows what is not in a file that was saved. */
	report(outcome: WriteOutcome): void {
		this.now = { at: 'reported', outcome };
	}

	/** Writes a path and saves it as a file. */
	async write(subject: ExportSubject, form: ExportForm, how: 'quietly' | 'asked' = 'asked'): Promise<void> {
		const turn = this.#stop();
		this.now = { at: 'writing', subject };
		const { id, lab } = subject;
		const exported = await this.#app.library.exportOf(id, form, {
			...(lab === undefined ? {} : { lab }),
			language: this.#options.language(),
			onstart: (running) => {
				if (turn === this.#turn) this.#running = running;
				else running.cancel();
			},
		});
		if (turn !== this.#turn) return;
		if (exported.at === 'written') {
			const { changed, lost } = exported.written;
			this.#options.onwritten(exported.fileName, exported.written);
			const isWhole = changed.length + lost.length + exported.missing.length === 0;
			if (isWhole || how === 'quietly') this.now = { at: 'closed' };
			else this.report(exported);
			if (!isWhole && how === 'quietly') this.#options.onpartial(exported);
		} else if (exported.at === 'cancelled') this.now = { at: 'closed' };
		else if (exported.at === 'failed')
			this.now = { at: 'failed', why: exported.fault.why, detail: exported.fault.detail };
		else this.now = { at: 'failed', why: exported.at, detail: exported.at === 'died' ? exported.detail : '' };
	}

	#stop(): number {
		this.#running?.cancel();
		this.#running = undefined;
		return (this.#turn += 1);
	}
}
