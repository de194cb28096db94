// How much JavaScript a page may cost, gzipped, in bytes. The limits are promises to people on slow lines; raising one wants a reason.

export const LIMITS = {
	'/': 180_000,
	/** A completed path that is read: all that comes until the page is idle, without the editor and without mathematics. */
	'/path/[id]': 240_000,
} as const;
