// Updates of one connection that wait for parts which are not here. They are neither kept nor passed on; the relay asks for everything once,
// and what comes then has to fill them. Held so that they can be tried again, within bounds.

const UPDATES = 1_000;
const BYTES = 1024 * 1024;

export type Held = { readonly update: Uint8Array; readonly ticket: number };

export class Gaps {
	#held: Held[] = [];
	#bytes = 0;
	#asked = false;

	/** Holds an update; false where that is too much. */
	hold(update: Uint8Array, ticket: number): boolean {
		this.#bytes += update.length;
		// the first is held whatever its size: it came as one frame
		if (this.#held.length > 0 && (this.#bytes > BYTES || this.#held.length >= UPDATES)) return false;
		this.#held.push({ update: new Uint8Array(update), ticket });
		return true;
	}

	/** Whether everything was asked for; from now on it is. */
	ask(): boolean {
		const asked = this.#asked;
		this.#asked = true;
		return asked;
	}

	/** Whether an answer is awaited. */
	get asked(): boolean {
		return this.#asked;
	}

	/** What was held, to be tried again; nothing is held and nothing is asked for afterwards. */
	release(): readonly Held[] {
		const held = this.#held;
		this.#held = [];
		this.#bytes = 0;
		this.#asked = false;
		return held;
	}
}
