// The port, its headers and its end, with a handler of the test's own in place of the built app.

import { get, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { serve, type Handler, type Serving } from '../../server/main.ts';

const settings = { host: '127.0.0.1', port: 0, data: '/nowhere' };
const running: Serving[] = [];
afterEach(() => Promise.all(running.splice(0).map((serving) => serving.close(0))));

async function start(handler: Handler): Promise<Serving> {
	const serving = await serve(settings, handler);
	if (!serving.ok) throw new Error(serving.error);
	running.push(serving.value);
	return serving.value;
}

test('[H8] every answer carries the headers, and a page may replace the policy', async () => {
	const { url } = await start((request, response) => {
		if (request.url === '/page') response.setHeader('content-security-policy', "default-src 'self'");
		response.end('here');
	});
	const worker = await fetch(`${url}/worker.js`);
	expect(worker.headers.get('content-security-policy')).toMatch(
		/default-src 'none'; script-src 'self'; connect-src 'self'/,
	);
	expect(worker.headers.get('x-content-type-options')).toBe('nosniff');
	expect(worker.headers.get('referrer-policy')).toBe('no-referrer');
	expect((await fetch(`${url}/page`)).headers.get('content-security-policy')).toBe("default-src 'self'");
});

test('[H8] what the app does not answer is not found', async () => {
	const { url } = await start((_, __, next) => next());
	expect((await fetch(url)).status).toBe(404);
});

test('[H9] a port that is taken is said in one sentence', async () => {
	const { url } = await start((_, response) => response.end());
	const port = Number(new URL(url).port);
	const second = await serve({ ...settings, port }, (_, response) => response.end());
	expect(second).toEqual({
		ok: false,
		error: `Port ${port} at 127.0.0.1 is taken by another program; set PORT to another one.`,
	});
});

test('[H9] closing lets a running answer end, and takes no new one', async () => {
	let release = (): void => undefined;
	const { url, close } = await start((_, response) => {
		response.write('first ');
		release = () => response.end('last');
	});
	const response = await new Promise<IncomingMessage>((resolve) => get(url, { agent: false }, resolve));
	const closed = close(60_000);
	await expect(fetch(url)).rejects.toThrow();
	release();
	expect(Buffer.concat((await response.toArray()) as Buffer[]).toString()).toBe('first last');
	await closed;
});
