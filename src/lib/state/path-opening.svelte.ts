// A path as a page opens it: one of four honest states, opened anew for another id or at another try, closed when the page goes. Made in a
// component's script, because it lives as long as that. Refused: the same effect in every page that needs a path.

import type { App } from '#lib/app/app.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { PathId } from '#lib/core/path/names.ts';
import type { StorageFault } from '#lib/ports.ts';

export type Opening =
	| { readonly at: 'opening' }
	| { readonly at: 'absent' }
	| { readonly at: 'failed'; readonly fault: StorageFault }
	| { readonly at: 'open'; readonly notebook: Notebook };

export class PathOpening {
	#current = $state.raw<Opening>({ at: 'opening' });
	#attempt = $state(0);

	/** Opens the path that `id` names; an id that cannot be one is absent. */
	constructor(app: App, id: () => string) {
		$effect(() => {
			const path = PathId.safeParse(id());
			// Read, so that another try is another run of this effect.
			if (!path.success || this.#attempt < 0) {
				this.#current = { at: 'absent' };
				return undefined;
			}
			return this.#open(app, path.data);
		});
	}

	get current(): Opening {
		return this.#current;
	}

	/** Tries again after a failure. */
	again(): void {
		this.#attempt += 1;
	}

	#open(app: App, id: PathId): () => void {
		let left = false;
		let opened: Notebook | undefined;
		this.#current = { at: 'opening' };
		void app.openNotebook(id).then((result) => {
			if (result.ok) opened = result.value;
			if (left) void opened?.close();
			else if (result.ok) this.#current = { at: 'open', notebook: result.value };
			else
				this.#current = result.error === 'absent' ? { at: 'absent' } : { at: 'failed', fault: result.error };
		});
		return () => {
			left = true;
			void opened?.close();
		};
	}
}
