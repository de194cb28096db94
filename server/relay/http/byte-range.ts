// The two headers that speak of a piece of a file. For a download one piece at most (several are answered with the whole, as HTTP allows); for an
// upload exactly `bytes from-to/total`.

/** Both ends count. */
export type Piece = { readonly from: number; readonly to: number };

/** What `Range` asks for: the whole file, a piece of it, or something outside of it. */
export function readRange(header: string | undefined, size: number): 'whole' | 'outside' | Piece {
	const [, first = '', last = ''] = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header ?? '') ?? [];
	if (first === '' && last === '') return 'whole';
	if (first === '') {
		const length = Math.min(Number(last), size);
		return length === 0 ? 'outside' : { from: size - length, to: size - 1 };
	}
	const from = Number(first);
	if (last !== '' && Number(last) < from) return 'whole';
	if (from >= size) return 'outside';
	return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** What `Content-Range` says of a body, or that it says nothing that can be. */
export function readContentRange(
	header: string | undefined,
): undefined | 'malformed' | (Piece & { total: number }) {
	if (header === undefined) return undefined;
	const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header)?.map(Number) ?? [];
	if (from === undefined || to === undefined || total === undefined) return 'malformed';
	return from <= to && to < total ? { from, to, total } : 'malformed';
}
