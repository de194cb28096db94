// Every form as it is, before anything is done to it: the ground that the mutations stand on.

import { expect, test } from 'vitest';
import { ownFixtures, playedFixtures, publishedFixtures } from '../../support/file-fixtures.ts';
import { trip } from '../../support/file-trip.ts';

test.each([...ownFixtures(), ...playedFixtures(12, 20_261_130), ...publishedFixtures()])(
	'[X60] nothing of $name is dropped without a line, and its export comes back to the same bytes',
	({ files }) => {
		const { answer, wrong } = trip(files);
		expect(wrong).toEqual([]);
		expect(answer).toBe('read');
	},
);
