// A browser's module worker, made of a thread of Node: the worker's own file runs in it, types stripped, and finds what a worker finds.

import { Worker as Thread } from 'node:worker_threads';
import type { WorkerPort } from '#lib/adapters/exchange/in-worker.ts';

const BOOT = `
	import { parentPort, workerData } from 'node:worker_threads';
	globalThis.postMessage = (message, { transfer } = {}) => parentPort.postMessage(message, transfer);
	globalThis.addEventListener = (type, listener) => {
		if (type === 'message') parentPort.on('message', (data) => listener({ data }));
	};
	await import(workerData);
`;

/** Starts the exchange's worker, or another file that stands for a broken one. */
export function startThread(
	file = new URL('../../src/lib/adapters/exchange/exchange-worker.ts', import.meta.url),
): WorkerPort {
	// `execArgv` would hand on the test runner's own loaders.
	const thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(BOOT)}`), {
		workerData: file.href,
		execArgv: [],
	});
	const events = new EventTarget();
	thread.on('message', (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data })));
	thread.on('error', ({ message }: Error) =>
		events.dispatchEvent(Object.assign(new Event('error'), { message })),
	);
	return {
		postMessage: (message: unknown, options?: unknown) => {
			const list =
				typeof options === 'object' && options !== null && 'transfer' in options ? options.transfer : [];
			thread.postMessage(message, list as ArrayBuffer[]); // what in-worker.ts hands over
		},
		terminate: () => void thread.terminate(),
		addEventListener: (type: string, listener: unknown) =>
			events.addEventListener(type, listener as EventListener), // as the browser types it, by the name of the event
	};
}
