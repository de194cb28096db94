// Two honest people in a room of their own, in a thread of their own, so that an attack that keeps the test's thread busy does not make them look
// slow: one writes a letter, the other waits for it, again and again. Every trip is told to whoever started the thread, in milliseconds.

import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { z } from 'zod';
import { readReceived, step1, updateFrame } from './relay-frames.ts';

const PAUSE_MS = 5;
const { address, protocols } = z
	.object({ address: z.string(), protocols: z.array(z.string()) })
	.parse(workerData);

function join(hear: (doc: Y.Doc) => void): { doc: Y.Doc; socket: WebSocket } {
	const doc = new Y.Doc();
	const socket = new WebSocket(address, protocols, { perMessageDeflate: false });
	socket.on('open', () => socket.send(step1(Y.encodeStateVector(doc))));
	socket.on('message', (data: Buffer) => {
		const message = readReceived(data);
		if (message.kind !== 'step 2' && message.kind !== 'update') return;
		Y.applyUpdate(doc, message.update, 'relay');
		hear(doc);
	});
	socket.on('close', (code) => {
		throw new Error(`an honest client was closed with ${code}`);
	});
	return { doc, socket };
}

const waiting: { length: number; resolve: () => void } = { length: Infinity, resolve: () => undefined };
const hear = (doc: Y.Doc): void => {
	if (doc.getText('words').length >= waiting.length) waiting.resolve();
};
const [writer, reader] = [join(() => undefined), join(hear)];
await Promise.all(
	[writer, reader].map(({ socket }) => new Promise((resolve) => socket.once('message', resolve))),
);
writer.doc.on('update', (update: Uint8Array, origin) => {
	if (origin !== 'relay') writer.socket.send(updateFrame(update));
});
for (let length = 1; ; length++) {
	const heard = new Promise<void>((resolve) => {
		waiting.length = length;
		waiting.resolve = resolve;
	});
	const started = performance.now();
	writer.doc.getText('words').insert(0, 'a');
	await heard;
	parentPort?.postMessage(performance.now() - started);
	await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
