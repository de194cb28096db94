// The texts of this language, put together. Imported lazily by source.ts only.

import type { ExampleSource } from '#lib/features/examples/source.ts';
import { qpcrPath } from '#lib/features/examples/qpcr.ts';
import { rifflePath } from '#lib/features/examples/riffle.ts';
import kuramotoBaselineRun from './kuramoto/baseline_run.aimd?raw';
import kuramotoConvergenceCheck from './kuramoto/convergence_check.aimd?raw';
import kuramotoCouplingSweep from './kuramoto/coupling_sweep.aimd?raw';
import kuramotoThresholdFit from './kuramoto/threshold_fit.aimd?raw';
import kuramotoWorkflow from './kuramoto/workflow.aimd?raw';
import qpcrAnnealingGradient from './qpcr/annealing_gradient.aimd?raw';
import qpcrMeltAndGel from './qpcr/melt_and_gel.aimd?raw';
import qpcrPrimerStock from './qpcr/primer_stock.aimd?raw';
import qpcrStandardCurve from './qpcr/standard_curve.aimd?raw';
import qpcrWorkflow from './qpcr/workflow.aimd?raw';
import { qpcrWords } from './qpcr-words.ts';
import riffleKickSampling from './riffle/kick_sampling.aimd?raw';
import riffleReachDescription from './riffle/reach_description.aimd?raw';
import riffleSortAndCount from './riffle/sort_and_count.aimd?raw';
import riffleSpotChemistry from './riffle/spot_chemistry.aimd?raw';
import riffleWorkflow from './riffle/workflow.aimd?raw';
import { riffleWords } from './riffle-words.ts';

export const examples: readonly ExampleSource[] = [
	{
		key: 'riffle',
		workflow: riffleWorkflow,
		protocols: {
			reach_description: riffleReachDescription,
			kick_sampling: riffleKickSampling,
			sort_and_count: riffleSortAndCount,
			spot_chemistry: riffleSpotChemistry,
		},
		path: (calendar) => rifflePath(riffleWords, calendar),
	},
	{
		key: 'qpcr',
		workflow: qpcrWorkflow,
		protocols: {
			primer_stock: qpcrPrimerStock,
			annealing_gradient: qpcrAnnealingGradient,
			standard_curve: qpcrStandardCurve,
			melt_and_gel: qpcrMeltAndGel,
		},
		path: (calendar) => qpcrPath(qpcrWords, calendar),
	},
	{
		key: 'kuramoto',
		workflow: kuramotoWorkflow,
		protocols: {
			baseline_run: kuramotoBaselineRun,
			coupling_sweep: kuramotoCouplingSweep,
			convergence_check: kuramotoConvergenceCheck,
			threshold_fit: kuramotoThresholdFit,
		},
	},
];
