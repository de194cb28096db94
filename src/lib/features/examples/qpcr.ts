// The wet-lab example as a worked path, completed: stocks, gradient, standard curve (with a correction of a mistyped Cq that had moved the
// efficiency below the limit), melt curve and gel; a colleague's run at another temperature stays as a branch. Slope, intercept, r²
// and efficiency are the least-squares values of the readings beside them; a test computes them again.

import { AT_58, AT_60, curveRecord, curveValues, MISTYPED } from './qpcr-curve.ts';
import { ticked, type Calendar, type PathScript, type Round, type Words } from './script.ts';

export interface QpcrWords {
	readonly title: string;
	readonly goal: Words;
	readonly strategy: Words;
	readonly target: string;
	readonly plasmid: string;
	readonly instrument: string;
	readonly stockSkipped: string;
	readonly gradientThought: string;
	readonly gradientConclusion: Words;
	readonly colderBranch: string;
	readonly colderConclusion: Words;
	readonly curveWhy: string;
	readonly curveCorrected: string;
	readonly curveConclusion: Words;
	readonly templates: readonly string[];
	readonly matches: string;
	readonly accept: string;
	readonly gelRemarks: string;
	readonly gelConclusion: Words;
	readonly gelNote: string;
	readonly final: Words;
}

/** The primer validation from the stocks to the final conclusion. */
export function qpcrPath(words: QpcrWords, calendar: Calendar): PathScript {
	return {
		title: words.title,
		at: calendar.instant(16, '08:15'),
		goal: words.goal,
		strategy: words.strategy,
		rounds: [
			stocks(words, calendar),
			gradient(words, calendar),
			colder(words, calendar),
			curve(words, calendar),
			gel(words, calendar),
			{
				key: 'end',
				after: 'gel',
				choice: 'end',
				at: calendar.instant(11, '16:20'),
				onLine: true,
				final: words.final,
			},
		],
	};
}

function stocks(words: QpcrWords, calendar: Calendar): Round {
	const values = {
		target: words.target,
		forward: 'GATCGTTACGCAACTGGAC',
		reverse: 'CCATAGTTGCACCGTTCTGA',
		amplicon_bp: 142,
		stock_um: 100,
		working_um: 10,
		standard: words.plasmid,
		dilution_factor: 10,
	};
	return {
		key: 'stocks',
		after: 'start',
		choice: 0,
		at: calendar.instant(16, '09:05'),
		onLine: true,
		values: { own: values },
		versions: [
			{
				var: {
					...values,
					prepared_on: calendar.date(16),
					standard_ng_ul: 38.4,
					a260_280: 1.86,
					series: [6, 5, 4, 3, 2].map((power) => ({
						tube: `S${power}`,
						copies_per_ul: 10 ** power / 2,
					})),
				},
				step: { dissolve: ticked, dilute: ticked },
				check: { no_template_area: ticked, frozen: ticked },
			},
		],
		phased: { skipped: words.stockSkipped },
	};
}

function gradient(words: QpcrWords, calendar: Calendar): Round {
	const values = {
		instrument: words.instrument,
		primer_nm: 300,
		reaction_ul: 20,
		lowest_c: 56,
		highest_c: 64,
		cycles: 40,
		copies: 10_000,
	};
	const wells: readonly (readonly [temperature: number, cq: number, sd: number, peaks: number])[] = [
		[56, 25.02, 0.06, 2],
		[58, 25.04, 0.05, 1],
		[60.1, 25.13, 0.04, 1],
		[62.2, 25.48, 0.09, 1],
		[64, 26.61, 0.21, 1],
	];
	return {
		key: 'gradient',
		after: 'stocks',
		choice: 1,
		at: calendar.instant(15, '08:50'),
		onLine: true,
		values: { offered: values, thought: words.gradientThought },
		versions: [
			{
				var: {
					...values,
					run_on: calendar.date(15),
					wells: wells.map(([annealing_c, cq_mean, cq_sd, melt_peaks]) => ({
						annealing_c,
						cq_mean,
						cq_sd,
						melt_peaks,
					})),
					ntc_cq: null,
					chosen_c: 60,
				},
				step: { controls: ticked },
				check: { same_threshold: ticked },
			},
		],
		phased: words.gradientConclusion,
	};
}

function colder(words: QpcrWords, calendar: Calendar): Round {
	const fit = { slope: -3.221, intercept: 37.77, r_squared: 0.9996, efficiency_pct: 104.4 };
	return {
		key: 'colder',
		after: 'gradient',
		choice: 2,
		at: calendar.instant(14, '09:30'),
		onLine: false,
		branch: words.colderBranch,
		values: { own: curveValues(58) },
		versions: [curveRecord(58, calendar.date(14), AT_58, fit, 36.2, null)],
		phased: words.colderConclusion,
	};
}

function curve(words: QpcrWords, calendar: Calendar): Round {
	const wrong = { slope: -3.601, intercept: 39.33, r_squared: 0.9734, efficiency_pct: 89.5 };
	const right = { slope: -3.361, intercept: 38.61, r_squared: 0.9999, efficiency_pct: 98.4 };
	return {
		key: 'curve',
		after: 'gradient',
		choice: 2,
		at: calendar.instant(14, '10:10'),
		proposed: words.curveWhy,
		onLine: true,
		values: { own: curveValues(60) },
		versions: [
			curveRecord(60, calendar.date(14), MISTYPED, wrong, null, null),
			curveRecord(60, calendar.date(14), AT_60, right, null, words.curveCorrected),
		],
		phased: words.curveConclusion,
	};
}

function gel(words: QpcrWords, calendar: Calendar): Round {
	const values = {
		melt_from_c: 65,
		melt_to_c: 95,
		melt_step_c: 0.5,
		agarose_pct: 2,
		templates: words.templates,
	};
	return {
		key: 'gel',
		after: 'curve',
		choice: 3,
		at: calendar.instant(13, '13:20'),
		onLine: true,
		values: { own: values },
		versions: [
			{
				var: {
					...values,
					melt_c: 84.5,
					melt_peaks: 1,
					bands: 1,
					band_bp: 142,
					sequence: words.matches,
					decision: words.accept,
					remarks: words.gelRemarks,
				},
				step: { melt: ticked, gel: ticked },
				check: { ladder: ticked, gel_photo: ticked },
			},
		],
		phased: words.gelConclusion,
		note: words.gelNote,
	};
}
