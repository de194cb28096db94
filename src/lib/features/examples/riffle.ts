// The field survey as a worked path: control riffle described, kicked, counted (with a correction by the second observer), chemistry on
// a branch of the same visit; the impact riffle waits for its record. Numbers are invented but agree with each other: counts add up,
// BMWP is the sum of the published family scores, ASPT is BMWP by families.

import { count, LEUCTRIDAE } from './riffle-count.ts';
import { ticked, type Calendar, type PathScript, type Round, type Words } from './script.ts';

export interface RiffleWords {
	readonly title: string;
	readonly goal: Words;
	readonly strategy: Words;
	readonly control: string;
	readonly impact: string;
	readonly normalFlow: string;
	readonly sizeClasses: readonly [string, string, string, string, string];
	readonly positions: readonly [string, string, string];
	readonly ethanol70: string;
	readonly ethanol96: string;
	readonly family: string;
	readonly sure: string;
	readonly likely: string;
	/** Name of each family of the count, in the order of FAMILIES. */
	readonly families: readonly string[];
	/** What the first observer took Leuctridae for. */
	readonly mistaken: string;
	readonly describeRemarks: string;
	readonly describeConclusion: Words;
	readonly kickWhy: string;
	readonly kickThought: string;
	readonly kickSkipped: string;
	readonly kickNote: string;
	readonly chemistryBranch: string;
	readonly chemistryRemarks: string;
	readonly chemistryConclusion: Words;
	readonly countSkipped: string;
	readonly countRemarks: string;
	readonly countCorrected: string;
	readonly countConclusion: Words;
	readonly impactWhy: string;
	readonly impactNote: string;
}

/** The riffle survey up to the record that is still to be made. */
export function rifflePath(words: RiffleWords, calendar: Calendar): PathScript {
	return {
		title: words.title,
		at: calendar.instant(12, '08:40'),
		goal: words.goal,
		strategy: words.strategy,
		rounds: [
			describeControl(words, calendar),
			kickControl(words, calendar),
			chemistryBeside(words, calendar),
			countControl(words, calendar),
			describeImpact(words, calendar),
		],
	};
}

function describeControl(words: RiffleWords, calendar: Calendar): Round {
	const cover = [10, 45, 30, 12, 3];
	const values = { reach: words.control, distance_m: 150, reach_length_m: 50 };
	return {
		key: 'describe',
		after: 'start',
		choice: 0,
		at: calendar.instant(9, '08:05'),
		onLine: true,
		values: { own: values },
		versions: [
			{
				var: {
					...values,
					visited_on: calendar.date(9),
					arrived_at: '08:10:00',
					wetted_width_m: 6.4,
					mean_depth_cm: 18.5,
					flow_state: words.normalFlow,
					shade_pct: 35,
					bed_cover: words.sizeClasses.map((size_class, at) => ({
						size_class,
						cover_pct: cover[at] ?? 0,
					})),
					remarks: words.describeRemarks,
				},
				step: { permission: ticked },
				check: { cover_sums: ticked, kit_disinfected: ticked },
			},
		],
		phased: words.describeConclusion,
	};
}

function kickControl(words: RiffleWords, calendar: Calendar): Round {
	const values = {
		reach: words.control,
		net_mesh_mm: 0.5,
		kick_time_min: 3,
		hand_search_min: 1,
		replicates: 3,
		preservative: words.ethanol70,
	};
	const samples: readonly (readonly [depth: number, velocity: number])[] = [
		[14, 0.42],
		[22, 0.71],
		[17, 0.55],
	];
	return {
		key: 'kick',
		after: 'describe',
		choice: 1,
		at: calendar.instant(9, '09:00'),
		proposed: words.kickWhy,
		onLine: true,
		values: {
			offered: values,
			thought: words.kickThought,
			changed: { preservative: words.ethanol96 },
		},
		versions: [
			{
				var: {
					...values,
					preservative: words.ethanol96,
					sampled_at: calendar.moment(9, '09:25'),
					water_temperature_c: 9.8,
					samples: samples.map(([depth_cm, velocity_m_s], at) => ({
						sample_code: `C-${at + 1}`,
						position: words.positions[at] ?? '',
						depth_cm,
						velocity_m_s,
						kicked_s: 180,
					})),
					remarks: null,
				},
				step: { kick: ticked, hand_search: ticked, label: ticked },
				check: { control_first: ticked, pots_full: ticked },
			},
		],
		phased: { skipped: words.kickSkipped },
		note: words.kickNote,
	};
}

function chemistryBeside(words: RiffleWords, calendar: Calendar): Round {
	const values = { reach: words.control, readings: 3, calibrated_on: calendar.date(10) };
	return {
		key: 'chemistry',
		after: 'kick',
		choice: 3,
		at: calendar.instant(9, '10:05'),
		onLine: false,
		branch: words.chemistryBranch,
		values: { own: values },
		versions: [
			{
				var: {
					...values,
					measured_at: calendar.moment(9, '10:15'),
					temperature_c: 9.9,
					oxygen_mg_l: 10.6,
					oxygen_sat_pct: 98,
					conductivity_us_cm: 142,
					ph: 7.6,
					ammonium_n_mg_l: 0.03,
					remarks: words.chemistryRemarks,
				},
				step: { ammonium: ticked },
				check: { drift: ticked },
			},
		],
		phased: words.chemistryConclusion,
	};
}

function countControl(words: RiffleWords, calendar: Calendar): Round {
	const first = words.families.map((name, at) => (at === LEUCTRIDAE ? words.mistaken : name));
	return {
		key: 'count',
		after: 'kick',
		choice: 2,
		at: calendar.instant(5, '13:10'),
		onLine: true,
		values: { skipped: words.countSkipped },
		versions: [
			count(words, calendar.date(5), first, 7, words.countRemarks),
			count(words, calendar.date(4), words.families, 10, words.countCorrected),
		],
		phased: words.countConclusion,
	};
}

function describeImpact(words: RiffleWords, calendar: Calendar): Round {
	return {
		key: 'impact',
		after: 'count',
		choice: 0,
		at: calendar.instant(1, '17:30'),
		proposed: words.impactWhy,
		onLine: true,
		values: { own: { reach: words.impact, distance_m: 100, reach_length_m: 50 } },
		note: words.impactNote,
	};
}
