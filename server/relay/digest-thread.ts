// The thread in which large updates are read; see digest.ts.

import { parentPort } from 'node:worker_threads';
import type { Result } from '#lib/core/result.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import { readExtent, writeExtent, type News } from '#lib/wire/update/extent.ts';

export type DigestOrder = { readonly id: number; readonly extent: Uint8Array; readonly update: Uint8Array };
export type DigestAnswer = {
	readonly id: number;
	readonly result: Result<{ readonly news: News; readonly extent: Uint8Array }, Malformed>;
};

parentPort?.on('message', ({ id, extent, update }: DigestOrder) => {
	const answer: DigestAnswer = { id, result: digest(extent, update) };
	parentPort?.postMessage(answer);
});

function digest(extent: Uint8Array, update: Uint8Array): DigestAnswer['result'] {
	const read = readExtent(extent);
	if (!read.ok) return read;
	const news = read.value.admit(update);
	return news.ok ? { ok: true, value: { news: news.value, extent: writeExtent(read.value) } } : news;
}
