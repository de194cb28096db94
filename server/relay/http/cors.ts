// Pages of other origins may speak with the relay where they are listed, and hear nothing where they are not. No cookies are ever looked at, so
// `Allow-Credentials` is never sent.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromAllowedPage } from '../credentials.ts';
import { problem, type Reply } from './reply.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, Content-Range, Range, If-None-Match, If-Range';
const EXPOSED =
	'Upload-Offset, Upload-Complete, Content-Range, Content-Length, Accept-Ranges, ETag, Retry-After';

/** Marks an answer as readable by the page that asked, where it may. */
export function allowPage(
	request: IncomingMessage,
	response: ServerResponse,
	origins: ReadonlySet<string>,
): void {
	const { origin } = request.headers;
	response.setHeader('Vary', 'Origin');
	if (origin === undefined || !isFromAllowedPage(request, origins)) return;
	response.setHeader('Access-Control-Allow-Origin', origin);
	response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers OPTIONS: a browser's question ahead of a request, or anybody's. */
export function preflight(
	request: IncomingMessage,
	methods: readonly string[],
	origins: ReadonlySet<string>,
): Reply {
	const allow = methods.join(', ');
	if (request.headers.origin === undefined) return { status: 204, headers: { Allow: allow } };
	if (!isFromAllowedPage(request, origins)) return problem(403, 'wrong_origin', 'this page may not connect');
	const near = request.headers['access-control-request-private-network'] === 'true';
	return {
		status: 204,
		headers: {
			Allow: allow,
			'Access-Control-Allow-Methods': allow,
			'Access-Control-Allow-Headers': ALLOWED_HEADERS,
			'Access-Control-Max-Age': '600',
			...(near ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
		},
	};
}
