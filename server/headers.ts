// Headers for every answer, set before anybody else writes. The policy here allows nothing but scripts and connections of our own:
// it is what worker files are served with, since a worker obeys the policy of its own file and not of its page. Pages replace it
// by the one Kit computes. Refused: Cross-Origin-Opener-Policy (over http at a LAN address browsers ignore it and log an error).

import type { ServerResponse } from 'node:http';

const HEADERS: Readonly<Record<string, string>> = {
	'Content-Security-Policy':
		"default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Sets the headers every answer carries; whoever answers may replace one. */
export function setHeaders(response: ServerResponse): void {
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}
