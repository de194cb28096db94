// Wires the web app to one port. The app is adapter-node's handler, given as an argument so that tests can pass their own and so
// that the relay (/sync, on 'upgrade') can be put beside it here. Refused: adapter-node's own index.js, which opens the port by
// itself and leaves no place for a second protocol.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '#lib/core/result.ts';
import { setHeaders } from './headers.ts';
import type { Settings } from './settings.ts';

/** How the built app answers a request: adapter-node's handler has this shape. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type Serving = {
	/** Where it answers, such as http://127.0.0.1:4321. */
	readonly url: string;
	/** Stops taking requests, lets running ones end for up to `patience` milliseconds, then cuts them. */
	close(patience: number): Promise<void>;
};

/** Listens as the settings say. The error is one sentence for people. */
export function serve(settings: Settings, handler: Handler): Promise<Result<Serving, string>> {
	const server = createServer((request, response) => {
		setHeaders(response);
		handler(request, response, () => {
			response.statusCode = 404;
			response.end();
		});
	});
	return new Promise((resolve) => {
		server.once('error', (cause) => resolve(err(sentence(cause, settings))));
		server.listen(settings.port, settings.host, () => {
			resolve(ok({ url: urlOf(server), close: (patience) => close(server, patience) }));
		});
	});
}

function sentence(cause: NodeJS.ErrnoException, { host, port }: Settings): string {
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

function close(server: Server, patience: number): Promise<void> {
	return new Promise((resolve) => {
		const cut = setTimeout(() => server.closeAllConnections(), patience);
		server.close(() => {
			clearTimeout(cut);
			resolve();
		});
		server.closeIdleConnections();
	});
}
