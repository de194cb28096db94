// The editor writes a style element of its own; the page's policy wants the nonce on it.

/** The nonce of this page's content security policy; undefined in development, where none is asked for. */
export function cspNonce(): string | undefined {
	const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
	return meta?.nonce || undefined;
}
