// Pictures of a protocol's text, from the files that came with it. A picture is shown by an <img> on a blob: what it is asked to show cannot run
// there, SVG included. What is not on this device says so quietly, and comes when it arrives.

import type { ProtocolFile } from '#lib/core/protocol/protocol.ts';
import { m } from '#lib/paraglide/messages.js';
import type { Files } from '#lib/ports.ts';

const MEDIA: Readonly<Record<string, string>> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	gif: 'image/gif',
	webp: 'image/webp',
	avif: 'image/avif',
	svg: 'image/svg+xml',
};

/** The media type of a picture by its name; undefined for other files. */
export function pictureType(path: string): string | undefined {
	return MEDIA[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
}

/** The file a protocol's text means by an address: its path in the package, as the package writes it. */
export function fileAt(source: string, files: readonly ProtocolFile[]): ProtocolFile | undefined {
	const path = decoded(source).replace(/^(?:\.\/)+/, '');
	return files.find((file) => file.path === path);
}

/**
 * Puts the pictures of a protocol where its text names them: for MarkdownView, which calls it for each picture that it may not load itself.
 * Returns how to take it away again.
 */
export function protocolPictures(store: Files, files: readonly ProtocolFile[]) {
	return (source: string, place: HTMLElement): (() => void) => {
		const file = fileAt(source, files);
		const type = file && pictureType(file.path);
		if (file === undefined || type === undefined) return () => undefined;
		return new Picture(store, file.sha256, type, place).show();
	};
}

class Picture {
	readonly #store: Files;
	readonly #sha256: string;
	readonly #type: string;
	readonly #place: HTMLElement;
	readonly #words: string;
	#url: string | undefined;
	#left = false;

	constructor(store: Files, sha256: string, type: string, place: HTMLElement) {
		this.#store = store;
		this.#sha256 = sha256;
		this.#type = type;
		this.#place = place;
		this.#words = place.textContent;
	}

	show(): () => void {
		void this.#look();
		const stop = this.#store.watch(() => {
			if (this.#url === undefined) void this.#look();
		});
		return () => {
			this.#left = true;
			stop();
			if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
		};
	}

	async #look(): Promise<void> {
		const read = await this.#store.get(this.#sha256);
		if (this.#left || this.#url !== undefined) return;
		const bytes = read.ok ? read.value : undefined;
		if (bytes === undefined) {
			this.#place.textContent = m.workflow_picture_missing({ name: this.#words });
			return;
		}
		// Bytes of ours never stand on shared memory, which is what the type leaves open.
		this.#url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: this.#type }));
		const picture = document.createElement('img');
		picture.alt = this.#words;
		picture.decoding = 'async';
		picture.src = this.#url;
		this.#place.replaceChildren(picture);
	}
}

function decoded(source: string): string {
	try {
		return decodeURI(source);
	} catch {
		return source;
	}
}
