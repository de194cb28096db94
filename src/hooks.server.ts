// The editor (CodeMirror) writes its own style element, so style-src needs the nonce that Kit gives to scripts only.
// In development Kit allows inline styles instead, and a nonce would switch that off again: there the header is left alone.
// Refused: 'unsafe-inline' in style-src, which would let injected markup restyle the whole page.

import { dev } from '$app/environment';
import type { Handle, HandleServerError } from '@sveltejs/kit';

/** Gives style-src the nonce of script-src on every page. */
export const handle: Handle = async ({ event, resolve }) => {
	const response = await resolve(event);
	const policy = response.headers.get('content-security-policy');
	if (dev || policy === null) return response;
	const nonce = /script-src [^;]*('nonce-[^']+')/.exec(policy)?.[1];
	if (nonce !== undefined && !/style-src [^;]*'nonce-/.test(policy)) {
		response.headers.set('content-security-policy', policy.replace('style-src ', `style-src ${nonce} `));
	}
	return response;
};

/** Logs what is ours to mend; an address that does not exist is not. */
export const handleError: HandleServerError = ({ error, status, message }) => {
	if (status !== 404) console.error(error);
	return { message };
};
