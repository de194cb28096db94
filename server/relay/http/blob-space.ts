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
		const space = await this.#counted(lab);
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

	/** Bytes of a lab's files and parts; 0 where the disk does not say, which stops no room. */
	async fileBytes(lab: string): Promise<number> {
		try {
			return (await this.#counted(lab)).files;
		} catch {
			return 0;
		}
	}

	#counted(lab: string): Promise<Space> {
		const counting = this.#labs.get(lab) ?? this.#count(lab);
		this.#labs.set(lab, counting);
		return counting;
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
