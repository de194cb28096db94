// Readings of the standard curves and the records they make. The fits beside them are least squares over all wells; a test computes them
// again.

import type { RecordData } from '#lib/core/record/record.ts';
import { ticked } from './script.ts';

type Readings = readonly (readonly [cq1: number, cq2: number, cq3: number])[];

interface Fit {
	readonly slope: number;
	readonly intercept: number;
	readonly r_squared: number;
	readonly efficiency_pct: number;
}

/** Cq of three wells for 10⁶ to 10² copies. */
export const AT_60: Readings = [
	[18.41, 18.47, 18.44],
	[21.83, 21.77, 21.81],
	[25.12, 25.2, 25.15],
	[28.55, 28.49, 28.58],
	[31.79, 31.96, 31.88],
];
/** As first typed: 14.81 for 18.41. */
export const MISTYPED: Readings = [[14.81, 18.47, 18.44], ...AT_60.slice(1)];
/** The same at 58 °C. */
export const AT_58: Readings = [
	[18.38, 18.41, 18.35],
	[21.66, 21.71, 21.62],
	[24.97, 24.9, 25.03],
	[28.14, 28.22, 28.09],
	[31.2, 31.42, 31.11],
];

/** What is set before the run. */
export function curveValues(annealing_c: number) {
	return { annealing_c, primer_nm: 300, points: 5, replicates: 3, cycles: 40 };
}

/** The record of one run with its fit. */
export function curveRecord(
	annealing_c: number,
	run_on: string,
	readings: Readings,
	fit: Fit,
	ntc_cq: number | null,
	left_out: string | null,
): RecordData {
	return {
		var: {
			...curveValues(annealing_c),
			run_on,
			readings: readings.map(([cq_1, cq_2, cq_3], at) => ({ copies: 10 ** (6 - at), cq_1, cq_2, cq_3 })),
			...fit,
			ntc_cq,
			left_out,
		},
		step: { run: ticked },
		check: { nothing_dropped: ticked },
	};
}
