// Words on their way from an input to the document. While somebody types, their words are shown and nothing from elsewhere replaces them;
// they are handed on after a short while, and at once when the field is left, the page is hidden or the form goes away (a tab that is
// closed gives no second chance). Otherwise the document is shown. Refused: handing on every keystroke (each is an entry in the
// document for good), and binding the input to a state of its own (then a colleague's value would not appear).

export const WAIT_MS = 250;

/** Takes what was typed. Made while the form is there, called when it may be gone: so it holds all it needs. */
export type Hand = (text: string) => void;

export class Typing {
	#typed: string | undefined = $state();
	#pending: { readonly before: string; readonly hand: Hand } | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #shown: () => string;
	readonly #handOn: () => Hand;

	/** `shown` is what the document says; `handOn` is asked with every key for who takes the words. */
	constructor(shown: () => string, handOn: () => Hand) {
		this.#shown = shown;
		this.#handOn = handOn;
	}

	/** What the input shows. */
	get text(): string {
		return this.#typed ?? this.#shown();
	}

	/** Takes the words of the input; while an input method composes, they wait for it. */
	type(text: string, composing = false): void {
		this.#typed = text;
		this.#pending = { before: this.#shown(), hand: this.#handOn() };
		clearTimeout(this.#timer);
		if (!composing) this.#timer = setTimeout(() => this.flush(), WAIT_MS);
	}

	/** Hands on what has not been handed on. */
	flush(): void {
		clearTimeout(this.#timer);
		const pending = this.#pending;
		this.#pending = undefined;
		const text = this.#typed ?? '';
		if (pending !== undefined && text !== pending.before) pending.hand(text);
	}

	/** The field is left: from now on the document is shown. */
	leave(): void {
		this.flush();
		this.#typed = undefined;
	}

	/** Takes a text that was chosen and not typed. */
	choose(text: string): void {
		this.type(text);
		this.leave();
	}
}

/** A `Typing` for the component that calls this: flushed when it goes away and when the page is hidden. */
export function useTyping(shown: () => string, handOn: () => Hand): Typing {
	const typing = new Typing(shown, handOn);
	$effect(() => {
		const flush = () => typing.flush();
		// `beforeunload` comes while the page still lives, so what is written then is stored before it goes; not every way out sends it.
		window.addEventListener('beforeunload', flush);
		window.addEventListener('pagehide', flush);
		document.addEventListener('visibilitychange', flush);
		return () => {
			window.removeEventListener('beforeunload', flush);
			window.removeEventListener('pagehide', flush);
			document.removeEventListener('visibilitychange', flush);
			flush();
		};
	});
	return typing;
}
