// Where the rows of one document stand: the small part that differs between IndexedDB and memory. Everything that decides (what is unsaved,
// when to try again, what to say) is in kept-document.ts and works on any shelf.

import type { Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';

/** Rows of Yjs updates of one document, only ever appended to, except by `compact`. */
export interface Shelf {
	/** The origin of what `read` and `compact` apply to the document: those edits are on the shelf already. */
	readonly origin: object;
	/** Applies every row not applied yet and says how many rows there are. A row that cannot be read is `damaged`; the others are applied. */
	read(): Promise<Result<{ rows: number }, StorageFault>>;
	/** Starts writing before it returns; ok once the transaction is complete. Connects again where the connection died. */
	append(updates: readonly Uint8Array[]): Promise<Result<void, StorageFault>>;
	/** Replaces all rows by one, in one transaction; 'busy' while another tab does it. */
	compact(): Promise<Result<'compacted' | 'busy', StorageFault>>;
	/** Called when the connection is gone; `forGood` when somebody removes or upgrades the database. */
	onlost: ((fault: StorageFault, forGood: boolean) => void) | undefined;
	close(): void;
}
