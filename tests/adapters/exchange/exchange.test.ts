// The exchange in the page and in a worker keep one contract; and what only a worker can do wrong.

import { afterEach, expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { InProcessExchange } from '#lib/adapters/exchange/in-process.ts';
import { WorkerExchange, type WorkerPort } from '#lib/adapters/exchange/in-worker.ts';
import { PersonId } from '#lib/core/path/names.ts';
import { exchangeContract } from '../../contract/exchange-contract.ts';
import { startThread } from '../../support/web-worker.ts';

const started: WorkerPort[] = [];
afterEach(() => {
	for (const worker of started.splice(0)) worker.terminate();
});

exchangeContract('in the page', () => new InProcessExchange({ newId: uuidv7 }));
exchangeContract('worker', () => inThread());

function inThread(file?: URL): WorkerExchange {
	return new WorkerExchange(() => {
		const worker = startThread(file);
		started.push(worker);
		return worker;
	});
}

function readOne(exchange: WorkerExchange) {
	const person = { member: 'key', name: 'Iva', colour: '#225588' };
	const options = { who: { by: PersonId.parse('iva'), at: 1, person }, protocols: [] };
	return exchange.read([{ name: 'a', bytes: new Uint8Array([123, 125]) }], options, () => undefined).result;
}

test.each([
	['throws when it starts', 'throw new Error("no memory left")', 'no memory left'],
	['does not parse', 'const const', 'const'],
	['says what nobody understands', 'postMessage({ type: "hello" })', 'unknown message'],
	[
		'answers another question',
		'postMessage({ type: "done", outcome: { at: "written" } })',
		'another question',
	],
])('[A43] a worker that %s ends its job with the reason', async (_, source, why) => {
	const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
	expect(await readOne(inThread(file))).toMatchObject({
		at: 'died',
		detail: expect.stringContaining(why) as unknown,
	});
});

test('[A43] a browser that refuses the worker is said', async () => {
	const refusing = new WorkerExchange(() => {
		throw new DOMException('refused by policy', 'SecurityError');
	});
	expect(await readOne(refusing)).toEqual({ at: 'died', detail: 'refused by policy' });
});

test('[A41] the worker of a cancelled job is ended', async () => {
	let ended = 0;
	const worker = {
		postMessage: () => undefined,
		terminate: () => (ended += 1),
		addEventListener: () => undefined,
	};
	const person = { member: 'key', name: 'Iva', colour: '#225588' };
	const options = { who: { by: PersonId.parse('iva'), at: 1, person }, protocols: [] };
	const running = new WorkerExchange(() => worker).read([], options, () => undefined);
	running.cancel();
	expect(await running.result).toEqual({ at: 'cancelled' });
	expect(ended).toBe(1);
});
