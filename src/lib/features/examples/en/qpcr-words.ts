// The primer validation in English. Target, sequences and readings are invented.

import type { QpcrWords } from '#lib/features/examples/qpcr.ts';

export const qpcrWords: QpcrWords = {
	title: 'Primer pair nirS-R7: fit for quantification?',
	goal: {
		own:
			'May the pair nirS-R7 (142 bp) be used to quantify isolate R7 in soil extracts with SYBR chemistry?\n\n' +
			'It may if the efficiency lies between 90 and 110 % with r² of at least 0.985 over five decades, with one product, and no signal without template before cycle 38.',
	},
	strategy: {
		offered:
			'Plasmid standard in tenfold steps from 10⁶ to 10² copies for each reaction. Find the annealing temperature by a gradient from 56 to 64 °C at 300 nM of each primer and 10⁴ copies; ' +
			'take the highest temperature at which Cq has not yet risen. There, a standard curve in triplicate. Then melt curve and gel of standards **and** of three soil extracts, since specificity on a plasmid says nothing about soil.',
		thought:
			'Efficiency and specificity both depend on the annealing temperature, so it is settled first. The goal concerns soil extracts; the specificity test therefore has to include them.',
	},
	target: 'nirS fragment, isolate R7',
	plasmid: 'plasmid',
	instrument: '96-well cycler, bay 2',
	stockSkipped: 'Stocks and dilutions only; there is nothing to conclude from them.',
	gradientThought:
		'Nearest-neighbour melting temperatures of the two primers are near 61 °C, so 56 to 64 °C brackets the optimum. 300 nM and 20 µL follow the strategy; 10⁴ copies is the middle of the later curve.',
	gradientConclusion: {
		own:
			'Cq stays within 0.11 from 56 to 60.1 °C and rises by 0.35 at 62.2 °C. At 56 °C a second melt peak appears at 78 °C. ' +
			'**60 °C** is the highest temperature without loss; we go on with it.',
	},
	colderBranch: '58 °C, run in parallel',
	colderConclusion: {
		own: '104.4 % would be within the limits, but one control without template crosses at cycle 36.2. By our rule such a run decides nothing. Not repeated, because 60 °C gives a clean one: branch set aside.',
	},
	curveWhy:
		'One temperature without second product and without loss of Cq is found. The next open question of the goal is the efficiency.',
	curveCorrected:
		'No well left out. Version 1 had 14.81 for the first well of 10⁶ copies; the instrument file says 18.41. The digits were swapped when typing; everything was computed again from the file.',
	curveConclusion: {
		own:
			'Slope −3.361, r² 0.9999: efficiency **98.4 %** from 10² to 10⁶ copies, controls empty to cycle 40. ' +
			'Version 1 of the record had put it at 89.5 %, below the limit; that was a typing error, found because r² was too poor (0.973) for wells that agree within 0.1 elsewhere. The pair passes.',
	},
	templates: ['plasmid 10⁴', 'soil extract N1', 'soil extract N4', 'soil extract W2'],
	matches: 'matches the target',
	accept: 'accept',
	gelRemarks: 'Extract N4 diluted 1:5 because of humic acids; undiluted it came 1.9 cycles late.',
	gelConclusion: {
		offered:
			'One melt peak at 84.5 °C in the standard and in all three extracts; one band at 142 bp; the sequence of the product matches the target. The pair is specific for soil extracts.',
		thought: null,
		edited: {
			passage: 'The pair is specific for soil extracts.',
			instead:
				'For these three extracts the pair is specific. N4 needed a dilution of 1:5, so inhibition has to be tested for every new soil.',
		},
	},
	gelNote:
		'Gel picture and the trace of the sequencing are in the folder of the run. The 150 bp band of the ladder is weak in lane 1.',
	final: {
		own:
			'nirS-R7 may be used for quantification: **60 °C, 300 nM, 98.4 % efficiency, linear from 10² to 10⁶ copies**, one product of 142 bp in standard and soil.\n\n' +
			'Two conditions. Every new soil gets an inhibition test with a 1:5 dilution, as extract N4 showed. And results below 100 copies for each reaction are reported as "detected, not quantified", because the curve ends there.',
	},
};
