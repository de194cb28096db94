// The field survey in English. No place, person or measurement in it is real.

import type { RiffleWords } from '#lib/features/examples/riffle.ts';

export const riffleWords: RiffleWords = {
	title: 'Riffle fauna above and below the village outfall',
	goal: {
		own:
			'Does the effluent of the village works (about 900 population equivalents) thin out the sensitive families in the first riffle below its pipe?\n\n' +
			'I count it as an effect only if ASPT differs by **more than 0.5**. That is how far two control riffles of this stream lay apart when we sampled both last year.',
	},
	strategy: {
		offered:
			'1. Pair one control riffle 150 m above with one impact riffle 100 m below the pipe, alike in width, depth, bed and shade.\n' +
			'2. In each, two kick samples of three minutes and one minute of hand search; control first; both within ten days at like flow.\n' +
			'3. Whole samples to family. Compare ASPT and the number of EPT families; BMWP only beside them, because it grows with effort.\n' +
			'4. Oxygen, conductivity and ammonium at both riffles on the day of sampling.',
		thought:
			'The question names its own threshold, so the strategy only has to hold effort and habitat equal. ASPT is least sensitive to effort; chemistry on the same day separates an outfall from a dry week.',
		edited: {
			passage: 'two kick samples of three minutes',
			instead: 'three kick samples of three minutes (with two, one bad pot costs half the evidence)',
		},
	},
	control: 'control, above the outfall',
	impact: 'impact, below the outfall',
	normalFlow: 'normal',
	sizeClasses: ['boulder', 'cobble', 'gravel', 'sand', 'silt'],
	positions: ['left', 'middle', 'right'],
	ethanol70: 'ethanol 70 %',
	ethanol96: 'ethanol 96 %',
	family: 'family',
	sure: 'sure',
	likely: 'likely',
	families: [
		'Heptageniidae',
		'Baetidae',
		'Ephemerellidae',
		'Leuctridae',
		'Perlodidae',
		'Rhyacophilidae',
		'Hydropsychidae',
		'Sericostomatidae',
		'Elmidae',
		'Gammaridae',
		'Simuliidae',
		'Chironomidae',
		'Oligochaeta',
	],
	mistaken: 'Nemouridae',
	describeRemarks:
		'Alder on the left bank, mown meadow on the right. A cattle drink 40 m above the upper end, fenced off since spring. No algal mats.',
	describeConclusion: {
		own:
			'Cobble and gravel make up 75 % of the bed and the water is 18.5 cm deep on average: a riffle like the one below the pipe, judged by eye on the first walk. ' +
			'The cattle drink is fenced and dry; I keep the reach as control, and will look at the sand fraction again if the fauna surprises us.',
	},
	kickWhy:
		'The control reach is described and nobody has been in the water yet, so it can be sampled now. Chemistry may follow on the same visit.',
	kickThought:
		'Strategy and protocol agree on three replicates of three minutes with a 0.5 mm net. 70 % ethanol is the default preservative and serves for counting.',
	kickSkipped: 'Nothing to conclude before the pots are sorted. What was seen in the net is in the note.',
	kickNote:
		'96 % instead of the proposed 70 % ethanol: we want to keep the stoneflies for barcoding. Two bullheads in C-2, put back. ' +
		'The case of one Sericostomatidae in C-3 was empty; not to be counted.',
	chemistryBranch: 'Chemistry of the control visit',
	chemistryRemarks: 'Clear, no smell. Conductivity standard 146 µS/cm against 147 nominal afterwards.',
	chemistryConclusion: {
		own:
			'Oxygen is close to saturation (98 %) and ammonium-N at 0.03 mg/L is what a meadow stream carries without sewage. ' +
			'At the control riffle nothing in the water would keep a sensitive family away. To be compared with the impact riffle on its own visit.',
	},
	countSkipped: 'The defaults of the protocol stand: family level, whole sample, 300 individuals.',
	countRemarks: 'First count. Small stoneflies with narrow wing pads entered as Nemouridae.',
	countCorrected:
		'Corrected after the second look: the 22 small stoneflies are Leuctridae (wing pads parallel to the body, no gills at the neck). Counts unchanged; BMWP rises from 82 to 85.',
	countConclusion: {
		offered:
			'The control riffle holds 327 individuals of 13 families, 8 of them EPT; BMWP is 85 and **ASPT 6.54**. ' +
			'All three pots were sorted whole and the count passes the limit of 200, so it can stand for the control.\n\n' +
			'An effect of the outfall should show first in Heptageniidae (46), Leuctridae (22) and Perlodidae (6). By the goal, the impact riffle differs if its ASPT is below 6.04.',
		thought: null,
	},
	impactWhy:
		'The control has a valid count, and the ten days for the pair are running. The impact reach must be described before it is kicked.',
	impactNote:
		'Go down only if the gauge at the bridge stays below 45 cm; it stood at 38 cm last night. Take the 5 m tape, the 2 m one is torn.',
};
