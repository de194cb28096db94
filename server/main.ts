// Wires the web app and the relay to one port. The app is adapter-node's handler, given as an argument so that tests can pass their own;
// either can be left out. Who opens a connection and then says nothing is cut soon. Refused: adapter-node's own index.js, which opens the
// port by itself and leaves no place for a second protocol.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '#lib/core/result.ts';
import { setHeaders } from './headers.ts';
import type { Relay } from './relay/relay.ts';
import type { Settings } from './settings.ts';

/** How the built app answers a request: adapter-node's handler has this shape. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type Serving = {
	/** Where it answers, such as http://127.0.0.1:4321. */
	readonly url: string;
	/** Stops taking requests, lets running ones end for up to `patience` milliseconds, then cuts them. */
	close(patience: number): Promise<void>;
};

/** What a port needs to know. */
export type Listening = Pick<Settings, 'host' | 'port'>;

/** Milliseconds a client may take for the headers of a request, and for the whole of it (uploads come in parts). */
const HEADERS = 10_000;
const REQUEST = 300_000;

/** Listens as the settings say; without a handler only the relay answers. The error is one sentence for people. */
export function serve(
	settings: Listening,
	handler: Handler | undefined,
	relay?: Relay,
): Promise<Result<Serving, string>> {
	const options = { headersTimeout: HEADERS, requestTimeout: REQUEST, connectionsCheckingInterval: 2_000 };
	const server = createServer(options, (request, response) => {
		setHeaders(response);
		if (relay?.request(request, response)) return;
		if (handler) handler(request, response, () => notFound(response));
		else notFound(response);
	});
	server.on('upgrade', (request, socket, head) => {
		if (relay?.upgrade(request, socket, head)) return;
		socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
	});
	return new Promise((resolve) => {
		server.once('error', (cause) => resolve(err(sentence(cause, settings))));
		server.listen(settings.port, settings.host, () => {
			resolve(ok({ url: urlOf(server), close: (patience) => close(server, relay, patience) }));
		});
	});
}

function notFound(response: ServerResponse): void {
	response.statusCode = 404;
	response.end();
}

function sentence(cause: NodeJS.ErrnoException, { host, port }: Listening): string {
	if (cause.code === 'EADDRINUSE')
		return `Port ${port} at ${host} is taken by another program; set PORT to another one.`;
	if (cause.code === 'EACCES')
		return `Port ${port} at ${host} may not be opened by this user; set PORT to 1024 or above.`;
	return `HOST is "${host}", where this machine cannot listen (${cause.code ?? cause.message}).`;
}

function urlOf(server: Server): string {
	const { address, family, port } = server.address() as AddressInfo; // listening on a port, never on a pipe
	return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function close(server: Server, relay: Relay | undefined, patience: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	await relay?.close();
	const cut = setTimeout(() => server.closeAllConnections(), patience);
	await closed;
	clearTimeout(cut);
}
