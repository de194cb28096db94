// The relay's addresses over HTTP. Whatever is not one of them is left to the app that stands at the same port; below `/labs/` and `/blobs/`
// everything is ours. A handler that fails answers 500 and harms nobody else.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlobAnswers } from './blobs.ts';
import { allowPage, preflight } from './cors.ts';
import { deletePath, getRevoked, postClaim, putRevoked } from './labs.ts';
import { problem, send, type Reply } from './reply.ts';
import { Health, getMetrics } from './state.ts';
import type { EndpointWorld } from './world.ts';

type Handler = (request: IncomingMessage, first: string, second: string) => Promise<Reply> | Reply;
type Route = { readonly path: RegExp; readonly methods: Readonly<Record<string, Handler>> };

export type Endpoints = {
	/** Answers a request that is the relay's own; false leaves it to somebody else. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** Bytes of a lab's files. */
	fileBytes(lab: string): Promise<number>;
};

/** The relay's endpoints. Files go below `<folder>/blobs` and `<folder>/uploads`. */
export function createEndpoints(world: EndpointWorld): Endpoints {
	const blobs = new BlobAnswers(world);
	const routes = routesOf(world, blobs);
	return {
		answer: (request, response) => {
			const path = (request.url ?? '').split('?', 1)[0] ?? '';
			const route = routes.find((one) => one.path.test(path));
			if (!route && !/^\/(labs|blobs)(\/|$)/.test(path)) return false;
			void reply(world, route, path, request, response);
			return true;
		},
		fileBytes: (lab) => blobs.bytes(lab),
	};
}

function routesOf(world: EndpointWorld, blobs: BlobAnswers): readonly Route[] {
	const health = new Health(world);
	return [
		{
			// A room, without the words that make it a WebSocket: some proxies take them away.
			path: /^\/sync(\/|$)/,
			methods: {
				GET: () =>
					problem(426, 'websocket_needed', 'rooms are reached by WebSocket, which a proxy may block', {
						Connection: 'Upgrade',
						Upgrade: 'websocket',
					}),
			},
		},
		{ path: /^\/healthz$/, methods: { GET: () => health.reply() } },
		{ path: /^\/metrics$/, methods: { GET: (request) => getMetrics(world, request) } },
		{ path: /^\/claim$/, methods: { POST: (request) => postClaim(world, request) } },
		{
			path: /^\/labs\/([\w-]{43})\/revoked$/,
			methods: {
				GET: (request, lab) => getRevoked(world, request, lab),
				PUT: (request, lab) => putRevoked(world, request, lab),
			},
		},
		{
			path: /^\/labs\/([\w-]{43})\/paths\/([\w-]{1,64})$/,
			methods: { DELETE: (request, lab, id) => deletePath(world, request, lab, id) },
		},
		{
			path: /^\/blobs\/([\w-]{43})\/([0-9a-f]{64})$/,
			methods: {
				GET: (request, lab, hash) => blobs.get(request, lab, hash),
				HEAD: (request, lab, hash) => blobs.head(request, lab, hash),
				PUT: (request, lab, hash) => blobs.put(request, lab, hash),
			},
		},
	];
}

async function reply(
	world: EndpointWorld,
	route: Route | undefined,
	path: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	response.on('error', () => undefined); // who asked is gone
	try {
		allowPage(request, response, world.settings.origins);
		await send(request, response, await answerOf(world, route, path, request));
	} catch (cause) {
		world.failed(cause);
		if (response.headersSent) response.destroy();
		else await send(request, response, problem(500, 'internal', 'the relay failed at this, not you'));
	}
}

async function answerOf(
	world: EndpointWorld,
	route: Route | undefined,
	path: string,
	request: IncomingMessage,
): Promise<Reply> {
	if (!route) return problem(404, 'not_found', 'there is nothing at this address');
	const { methods } = route;
	const allowed = [...new Set([...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'])];
	const method = request.method ?? '';
	if (method === 'OPTIONS') return preflight(request, allowed, world.settings.origins);
	const handler = Object.hasOwn(methods, method)
		? methods[method]
		: method === 'HEAD'
			? methods['GET']
			: undefined;
	if (!handler)
		return problem(405, 'wrong_method', `this address takes ${allowed.join(', ')}`, {
			Allow: allowed.join(', '),
		});
	const [, first = '', second = ''] = route.path.exec(path) ?? [];
	return await handler(request, first, second);
}
