// Answers as values: a handler says what is to be answered and one place sends it. Errors are `{error, message}`: a code for programs and a
// sentence for people who debug. Nothing here may be kept by caches, because what is asked may be taken back any time. A request whose
// body nobody wanted is heard for a moment more, so that its sender gets to read the answer, and then cut.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoreTrouble } from '../../store/store.ts';

export type Headers = Readonly<Record<string, string>>;

export type Reply = {
	readonly status: number;
	readonly headers?: Headers;
	/** An object is sent as JSON, a text as it is. */
	readonly body?: Readonly<Record<string, unknown>> | string;
	/** Sends the body by itself, after status and headers. */
	readonly stream?: (response: ServerResponse) => Promise<void>;
};

/** Milliseconds in which a body that nobody wanted is thrown away. */
const LINGER = 2_000;

export function problem(status: number, error: string, message: string, headers: Headers = {}): Reply {
	return { status, headers, body: { error, message } };
}

/** What the disk's trouble is to a client: try again later. */
export function troubled({ why }: StoreTrouble): Reply {
	const status = why === 'full' ? 507 : 503;
	return problem(status, why, 'nothing can be written now, try again later', { 'Retry-After': '10' });
}

export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
	const { status, headers = {}, body, stream } = reply;
	response.statusCode = status;
	if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	if (typeof body === 'object') response.setHeader('Content-Type', 'application/json; charset=utf-8');
	if (typeof body === 'string') response.setHeader('Content-Type', 'text/plain; charset=utf-8');
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	linger(request, response);
	if (stream && request.method !== 'HEAD') await stream(response);
	else
		response.end(
			body === undefined ? undefined : typeof body === 'string' ? body : `${JSON.stringify(body)}\n`,
		);
}

function linger(request: IncomingMessage, response: ServerResponse): void {
	if (request.complete) return;
	response.once('finish', () => {
		if (request.complete) return;
		request.on('error', () => undefined); // the sender hung up, which is what is wanted
		request.resume();
		const cut = setTimeout(() => request.socket.destroy(), LINGER);
		request.once('close', () => clearTimeout(cut));
	});
}
