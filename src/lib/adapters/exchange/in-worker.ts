// The exchange in a worker of its own per job, so that cancelling is ending it: no flag that a busy reader would have to look at. A worker that
// cannot be started, that throws, or whose message cannot be read ends its job with a reason. Refused: one worker kept for ever (what a job
// left in memory would stay).

import type { Exchange, ReadOutcome, Running, Stopped, WriteOutcome } from '#lib/ports.ts';
import { answerOf, buffersIn, type Answer, type Order } from './messages.ts';

/** What a worker is to us; tests bring one that misbehaves. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export class WorkerExchange implements Exchange {
	#start: () => WorkerPort;

	constructor(start: () => WorkerPort = startWorker) {
		this.#start = start;
	}

	read(...[files, options, onprogress]: Parameters<Exchange['read']>): Running<ReadOutcome> {
		const order: Order = { type: 'read', files, options };
		return this.#run(
			order,
			files.map(({ bytes }) => bytes),
			{
				progress: onprogress,
				outcome: (outcome) => (outcome.at === 'written' ? undefined : outcome),
			},
		);
	}

	write(...[job, supply]: Parameters<Exchange['write']>): Running<WriteOutcome> {
		return this.#run({ type: 'write', job }, job.updates, {
			wanted: async (wanted, answer) => {
				const supplies = await supply(wanted);
				const arrays = [...[...supplies.records.values()].flat(), ...supplies.files.values()];
				answer({ type: 'supplies', supplies }, arrays);
			},
			outcome: (outcome) => (outcome.at === 'written' ? outcome : undefined),
		});
	}

	#run<T>(order: Order, arrays: readonly Uint8Array[], ears: Ears<T>): Running<T> {
		let cancel = (): void => undefined;
		const result = new Promise<T | Stopped>((resolve) => {
			let worker: WorkerPort | undefined;
			const end = (outcome: T | Stopped): void => {
				worker?.terminate();
				resolve(outcome); // a second answer is ignored by the promise
			};
			const died = (detail: string): void => end({ at: 'died', detail });
			cancel = () => end({ at: 'cancelled' });
			try {
				worker = this.#start();
				const tell = (message: Order, given: readonly Uint8Array[]): void =>
					worker?.postMessage(message, { transfer: buffersIn(given) });
				worker.addEventListener('message', ({ data }) => {
					const answer = answerOf(data);
					if (answer === undefined) died('unknown message');
					else hear(answer, ears, { end, died, tell });
				});
				worker.addEventListener('error', (event) => {
					event.preventDefault(); // said here; the console would say it again
					died(event.message || 'the worker did not start');
				});
				worker.addEventListener('messageerror', () => died('a message could not be read'));
				tell(order, arrays);
			} catch (error) {
				died(error instanceof Error ? error.message : String(error));
			}
		});
		return { result, cancel: () => cancel() };
	}
}

interface Ears<T> {
	readonly progress?: (at: Extract<Answer, { type: 'progress' }>['at']) => void;
	readonly wanted?: (
		wanted: Extract<Answer, { type: 'wanted' }>['wanted'],
		answer: (order: Order, arrays: readonly Uint8Array[]) => void,
	) => Promise<void>;
	/** The outcome, if it is one of this job's. */
	readonly outcome: (outcome: ReadOutcome | WriteOutcome) => T | undefined;
}

interface Mouth<T> {
	readonly end: (outcome: T | Stopped) => void;
	readonly died: (detail: string) => void;
	readonly tell: (order: Order, arrays: readonly Uint8Array[]) => void;
}

function hear<T>(answer: Answer, ears: Ears<T>, { end, died, tell }: Mouth<T>): void {
	if (answer.type === 'progress') ears.progress?.(answer.at);
	else if (answer.type === 'failed') died(answer.detail);
	else if (answer.type === 'wanted')
		ears.wanted?.(answer.wanted, tell).catch((error: unknown) => died(String(error)));
	else {
		const outcome = ears.outcome(answer.outcome);
		if (outcome === undefined) died('an answer to another question');
		else end(outcome);
	}
}

function startWorker(): Worker {
	return new Worker(new URL('./exchange-worker.ts', import.meta.url), { type: 'module', name: 'exchange' });
}
