// The count of the control riffle, of which there are two versions: one family was taken for another at first. Sums and scores are
// computed from the rows, so that they cannot disagree.

import type { RecordData } from '#lib/core/record/record.ts';
import type { RiffleWords } from './riffle.ts';
import { ticked } from './script.ts';

/** Individuals and BMWP score of each family of the control count. */
const FAMILIES: readonly (readonly [count: number, score: number])[] = [
	[46, 10], // Heptageniidae
	[71, 4], // Baetidae
	[18, 10], // Ephemerellidae
	[22, 10], // Leuctridae
	[6, 10], // Perlodidae
	[9, 7], // Rhyacophilidae
	[34, 5], // Hydropsychidae
	[5, 10], // Sericostomatidae
	[27, 5], // Elmidae
	[38, 6], // Gammaridae
	[15, 5], // Simuliidae
	[29, 2], // Chironomidae
	[7, 1], // Oligochaeta
];
/** The row that was first taken for another family. */
export const LEUCTRIDAE = 3;
const EPT_FAMILIES = 8;

/** One version of the count; `score` is that of the family the stoneflies were taken for. */
export function count(
	words: RiffleWords,
	counted_on: string,
	names: readonly string[],
	score: number,
	remarks: string,
): RecordData {
	const taxa = FAMILIES.map(([individuals, published], at) => ({
		taxon: names[at] ?? '',
		count: individuals,
		bmwp_score: at === LEUCTRIDAE ? score : published,
		certainty: at === LEUCTRIDAE && score !== published ? words.likely : words.sure,
	}));
	const bmwp = taxa.reduce((sum, taxon) => sum + taxon.bmwp_score, 0);
	return {
		var: {
			reach: words.control,
			level: words.family,
			count_target: 300,
			sorted_part_pct: 100,
			counted_on,
			taxa,
			individuals: taxa.reduce((sum, taxon) => sum + taxon.count, 0),
			families: taxa.length,
			ept_families: EPT_FAMILIES,
			bmwp,
			aspt: Math.round((bmwp / taxa.length) * 100) / 100,
			remarks,
		},
		step: { sort: ticked, second_look: ticked },
		check: { vouchers: ticked },
	};
}
