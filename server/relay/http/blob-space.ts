// How much the files of each lab take, together with its rooms against the lab's limit. Counted once from the disk and then as bytes come
// and go. What rooms take is asked for at the start of each upload.

import type { Store } from '../../store/store.ts';
import type { BlobFiles } from '../../store/blob-files.ts';

type Space = { files: number; rooms: number };

export class BlobSpace {
	readonly #files: BlobFiles;
	readonly #store: Pick<Store, 'labBytes'>;
	readonly #limit: number;
	readonly #labs = new Map<string, Promise<Space>>();

	/** `limit`: bytes for each lab. */
	constructor(files: BlobFiles, store: Pick<Store, 'labBytes'>, limit: number) {
		this.#files = files;
		this.#store = store;
		this.#limit = limit;
	}

	/** Looks how a lab stands now; the answer takes and gives back bytes of it. */
	async of(
		lab: string,
	): Promise<{ take(bytes: number): boolean; give(bytes: number): void; left(): number }> {
		const counting = this.#labs.get(lab) ?? this.#count(lab);
		this.#labs.set(lab, counting);
		const space = await counting;
		space.rooms = await this.#store.labBytes(lab);
		const left = (): number => this.#limit - space.files - space.rooms;
		return {
			left,
			take: (bytes) => {
				if (left() < bytes) return false;
				space.files += bytes;
				return true;
			},
			give: (bytes) => void (space.files -= bytes),
		};
	}

	async #count(lab: string): Promise<Space> {
		try {
			return { files: await this.#files.bytes(lab), rooms: 0 };
		} catch (cause) {
			this.#labs.delete(lab);
			throw cause;
		}
	}
}
