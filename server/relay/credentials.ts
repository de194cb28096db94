// What a request shows of itself: the capability it carries and where it comes from. Pages may connect where they come from this very host or
// from a listed one; programs that are no browser send no Origin. Whether a request was made on this machine is believed only where
// nothing at all speaks of a proxy: with one before it, everybody's address is the proxy's.

import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../relay-settings.ts';

const SUBPROTOCOL = 'cap.';
const PROXY = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/;

/** The capability: a subprotocol `cap.…`, else `?token=` (both of sockets alone), else the bearer; undefined where there is none. */
export function tokenOf(request: IncomingMessage): string | undefined {
	const { authorization, upgrade, 'sec-websocket-protocol': protocols } = request.headers;
	if (upgrade !== undefined) {
		const offered = (protocols ?? '').split(',').map((name) => name.trim());
		const found = offered.find((name) => name.startsWith(SUBPROTOCOL));
		if (found !== undefined) return found.slice(SUBPROTOCOL.length);
		const asked = queryOf(request).get('token');
		if (asked !== null) return asked;
	}
	return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
	const at = url.indexOf('?');
	return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

/** Whether the page that makes the request may: none, one of this host, or one of the listed origins. */
export function isFromAllowedPage({ headers }: IncomingMessage, origins: ReadonlySet<string>): boolean {
	const { origin, host } = headers;
	if (origin === undefined || origins.has(origin)) return true;
	if (host === undefined || !/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
	const { host: page, protocol } = new URL(origin);
	const usual = protocol === 'https:' ? ':443' : ':80';
	const here = host.toLowerCase();
	return page === (here.endsWith(usual) ? here.slice(0, -usual.length) : here);
}

/** Whether a request was made on this machine: by its address, the name it was called by, and no word of a proxy. */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
	if (Object.keys(headers).some((name) => PROXY.test(name))) return false;
	const { remoteAddress = '' } = socket;
	return isLoopbackHost(remoteAddress.replace(/^::ffff:/i, '')) && isLocalName(headers.host ?? '');
}

/** Whether a Host header is localhost, 127.0.0.1 or [::1], with any port. */
function isLocalName(host: string): boolean {
	return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}
