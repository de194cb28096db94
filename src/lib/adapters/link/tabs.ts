// The tabs of one browser show each other's edits at once, one BroadcastChannel per document. On joining, both sides exchange what the other
// lacks; then every edit goes out as it happens. The tab that edits writes to storage and says so; whoever received the edit holds it until
// then, and writes it itself when nothing is heard for `confirmMs`, the write failed, or the tab left (see other-tab.ts).
// Refused: y-websocket's and lib0's broadcast channels (they echo, and know nothing of storage).

import * as Y from 'yjs';
import { OtherTab } from '#lib/adapters/storage/other-tab.ts';
import type { StoredDocument, TabLink } from '#lib/ports.ts';
import { TabMessage } from './tab-messages.ts';

/** A message without what every message carries. */
type Saying = TabMessage extends infer M ? (M extends TabMessage ? Omit<M, 'v' | 'from'> : never) : never;

export class BrowserTabs implements TabLink {
	#confirmMs: number;
	#ignored = 0;

	constructor(confirmMs = 5000) {
		this.#confirmMs = confirmMs;
	}

	/** How many messages this page could not understand, since it was opened. */
	get ignored(): number {
		return this.#ignored;
	}

	join(document: Pick<StoredDocument, 'name' | 'doc' | 'flush'>): () => void {
		if (!('BroadcastChannel' in globalThis)) return () => undefined;
		const link = new JoinedDocument(document, this.#confirmMs, () => (this.#ignored += 1));
		return () => link.leave();
	}
}

class JoinedDocument {
	#doc: Y.Doc;
	#flush: StoredDocument['flush'];
	#confirmMs: number;
	#ignore: () => void;
	#channel: BroadcastChannel;
	/** This tab's name on the channel: the document's client id, which no other tab has. */
	#me: number;
	#sent = 0;
	#confirmed = 0;
	#confirming = false;
	/** What was received and not confirmed yet. */
	#awaited = new Set<{ from: number; n: number; settle: (kept: boolean) => void }>();

	constructor(
		document: Pick<StoredDocument, 'name' | 'doc' | 'flush'>,
		confirmMs: number,
		ignore: () => void,
	) {
		this.#doc = document.doc;
		this.#flush = document.flush;
		this.#confirmMs = confirmMs;
		this.#ignore = ignore;
		this.#me = document.doc.clientID;
		this.#channel = new BroadcastChannel(`pathbook/${document.name}`);
		this.#channel.onmessage = (event: MessageEvent<unknown>) => this.#heard(event.data);
		this.#channel.onmessageerror = ignore;
		this.#doc.on('update', this.#edited);
		this.#greet(false);
	}

	leave(): void {
		this.#say({ type: 'bye' });
		this.#doc.off('update', this.#edited);
		this.#channel.onmessage = null;
		this.#channel.close();
		for (const awaited of [...this.#awaited]) awaited.settle(false);
	}

	#edited = (update: Uint8Array, origin: unknown): void => {
		if (!(origin instanceof OtherTab)) this.#send(update, null);
	};

	#send(update: Uint8Array, to: number | null): void {
		this.#sent += 1;
		this.#say({ type: 'update', to, n: this.#sent, update });
		void this.#confirm();
	}

	#greet(answer: boolean): void {
		this.#say({ type: 'hello', vector: Y.encodeStateVector(this.#doc), answer });
	}

	#say(saying: Saying): void {
		this.#channel.postMessage({ v: 1, from: this.#me, ...saying });
	}

	/** Says what has reached storage, one flush at a time however fast somebody types. */
	async #confirm(): Promise<void> {
		if (this.#confirming) return;
		this.#confirming = true;
		while (this.#confirmed < this.#sent) {
			const n = this.#sent;
			const flushed = await this.#flush();
			this.#confirmed = n;
			if (this.#channel.onmessage !== null) this.#say({ type: 'kept', n, kept: flushed.ok });
		}
		this.#confirming = false;
	}

	#heard(data: unknown): void {
		const parsed = TabMessage.safeParse(data);
		if (parsed.success) this.#answer(parsed.data);
		else this.#ignore();
	}

	#answer(message: TabMessage): void {
		switch (message.type) {
			case 'hello':
				if (!message.answer) this.#greet(true);
				this.#give(message.from, message.vector);
				break;
			case 'update':
				if (message.to === null || message.to === this.#me) this.#take(message);
				break;
			case 'kept':
				this.#settle((a) => a.from === message.from && a.n <= message.n, message.kept);
				break;
			case 'bye':
				this.#settle((a) => a.from === message.from, false);
				break;
		}
	}

	#give(to: number, vector: Uint8Array): void {
		try {
			this.#send(Y.encodeStateAsUpdate(this.#doc, vector), to);
		} catch {
			this.#ignore();
		}
	}

	#take(message: { from: number; n: number; update: Uint8Array }): void {
		const kept = new Promise<boolean>((resolve) => {
			const settle = (value: boolean): void => {
				clearTimeout(timer);
				this.#awaited.delete(awaited);
				resolve(value);
			};
			const timer = setTimeout(() => settle(false), this.#confirmMs);
			const awaited = { from: message.from, n: message.n, settle };
			this.#awaited.add(awaited);
		});
		try {
			Y.applyUpdate(this.#doc, message.update, new OtherTab(kept));
		} catch {
			this.#ignore();
		}
	}

	#settle(which: (awaited: { from: number; n: number }) => boolean, kept: boolean): void {
		for (const awaited of [...this.#awaited]) if (which(awaited)) awaited.settle(kept);
	}
}
