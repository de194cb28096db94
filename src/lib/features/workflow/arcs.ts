// A workflow's graph as arcs beside a list: protocols stand below each other in their order, what leads on curves down their right side, what
// leads back curves up their left. It reads the same at any width, stays honest for loops (most workflows are one), and needs no layout
// library. Arcs of one side never share a lane where they overlap. Refused: layered graph drawing (56 kB and a surprise for every cycle).

export interface Link {
	readonly from: number;
	readonly to: number;
}

export interface Arc {
	/** Rows of the list, from 0. */
	readonly from: number;
	readonly to: number;
	/** Forward arcs stand on the right. */
	readonly side: 'left' | 'right';
	/** 0 is next to the list. */
	readonly lane: number;
}

/** More protocols than this are only listed. */
export const MOST = 12;

/** Arcs for links between protocols; `rows` are the protocols' indexes from top to bottom. Links to what is not in the list are left out. */
export function arcs(rows: readonly number[], links: readonly Link[]): readonly Arc[] {
	const row = new Map(rows.map((index, at) => [index, at]));
	const placed = new Map<string, Omit<Arc, 'lane'>>();
	for (const link of links) {
		const [from, to] = [row.get(link.from), row.get(link.to)];
		if (from === undefined || to === undefined) continue;
		placed.set(`${from} ${to}`, { from, to, side: to >= from ? 'right' : 'left' });
	}
	const short = [...placed.values()].toSorted((a, b) => span(a) - span(b) || a.from - b.from || a.to - b.to);
	const laned: Arc[] = [];
	for (const arc of short) {
		const beside = laned.filter((other) => other.side === arc.side && overlap(arc, other));
		const taken = new Set(beside.map(({ lane }) => lane));
		let lane = 0;
		while (taken.has(lane)) lane += 1;
		laned.push({ ...arc, lane });
	}
	return laned;
}

/** How many lanes a side needs. */
export function lanes(all: readonly Arc[], side: 'left' | 'right'): number {
	return Math.max(0, ...all.filter((arc) => arc.side === side).map(({ lane }) => lane + 1));
}

function span({ from, to }: Link): number {
	return Math.abs(to - from);
}

function overlap(a: Link, b: Link): boolean {
	const [top, bottom] = [Math.min(a.from, a.to), Math.max(a.from, a.to)];
	const [otherTop, otherBottom] = [Math.min(b.from, b.to), Math.max(b.from, b.to)];
	return top <= otherBottom && otherTop <= bottom;
}

export interface Size {
	/** Height of a row and distance between lanes, in px. */
	readonly row: number;
	readonly lane: number;
}

/** SVG path of an arc; x runs away from the list, 0 at its edge. Ends are apart from each other, so that both ways can be told. */
export function arcPath({ from, to, lane }: Arc, size: Size): string {
	const reach = (lane + 1) * size.lane;
	const middle = (at: number) => at * size.row + size.row / 2;
	if (from === to) {
		const y = middle(from);
		return `M0 ${y - 8}C${reach * 1.6} ${y - 14} ${reach * 1.6} ${y + 14} 0 ${y + 8}`;
	}
	const down = to > from ? 1 : -1;
	const [start, end] = [middle(from) + 7 * down, middle(to) - 7 * down];
	const bend = Math.min(reach, Math.abs(end - start) / 2) * down;
	return `M0 ${start}Q${reach} ${start} ${reach} ${start + bend}V${end - bend}Q${reach} ${end} 0 ${end}`;
}
