// Short messages with at most one action, such as "Deleted · Undo". They stay long enough to be read and pressed, and wait while the
// pointer or the focus is on them. Held in a context by the layout; nothing lives in this module.

import { createContext } from 'svelte';

export type Toast = {
	readonly id: number;
	readonly text: string;
	readonly tone: 'plain' | 'bad';
	readonly action?: { readonly label: string; readonly run: () => void };
};

export class Toasts {
	list = $state.raw<readonly Toast[]>([]);
	#next = 1;
	// eslint-disable-next-line svelte/prefer-svelte-reactivity -- clocks, which nothing on screen reads
	#timers = new Map<number, ReturnType<typeof setTimeout>>();

	/** Shows a message; 8 s with an action, 5 s without, for good when it is bad. */
	show(text: string, options: { tone?: 'plain' | 'bad'; action?: Toast['action'] } = {}): void {
		const id = this.#next++;
		const toast: Toast = {
			id,
			text,
			tone: options.tone ?? 'plain',
			...(options.action ? { action: options.action } : {}),
		};
		this.list = [...this.list.slice(-3), toast];
		if (toast.tone !== 'bad') this.release(id);
	}

	dismiss(id: number): void {
		this.hold(id);
		this.list = this.list.filter((toast) => toast.id !== id);
	}

	/** Stops the clock of one message. */
	hold(id: number): void {
		clearTimeout(this.#timers.get(id));
		this.#timers.delete(id);
	}

	/** Starts the clock of one message anew. */
	release(id: number): void {
		const toast = this.list.find((entry) => entry.id === id);
		if (!toast || toast.tone === 'bad') return;
		this.hold(id);
		this.#timers.set(
			id,
			setTimeout(() => this.dismiss(id), toast.action ? 8000 : 5000),
		);
	}
}

export const [useToasts, provideToasts] = createContext<Toasts>();
