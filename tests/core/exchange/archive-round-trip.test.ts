// An archive of ours read by our own reader is the path it was written from, and is written to the same archive again.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { applyPlan } from '#lib/core/exchange/apply.ts';
import { writeArchive } from '#lib/core/exchange/archive/write.ts';
import { importFiles } from '#lib/core/exchange/import-files.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { printJson } from '#lib/core/json/print.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { randomMoves } from '../../support/random-moves.ts';
import { playPath, readRecords } from '../../support/random-path.ts';
import { importer } from './sample.ts';

const decode = (bytes: Uint8Array, encoding: string): string | null => {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
};
const picture = new TextEncoder().encode('<svg/>');

describe('archive round trip', () => {
	test('[X47] any path comes back from its archive, and is written to the same archive again', () => {
		fc.assert(
			fc.property(randomMoves, (moves) => {
				const { doc, records } = playPath(moves);
				const attached = { name: 'gel.svg', type: 'image/svg+xml', size: picture.length, cell: 'x/note' };
				mapsOf(doc).files.set('f1', { ...attached, sha256: sha256Hex(picture) });
				mapsOf(doc).files.set('f2', { ...attached, sha256: sha256Hex('not here') });
				const snapshot = readPath(doc, 'here');
				const file = (sha256: string) => (sha256 === sha256Hex(picture) ? picture : undefined);
				const { bytes } = writeArchive({ snapshot, records, file });
				const read = importFiles([{ name: 'a.aira', bytes }], { ...importer(), decode });
				if (!read.ok) throw new Error(JSON.stringify(read.error));
				const { plans, report, files } = read.value;
				expect([
					...report.kept.filter(({ rule }) => rule !== 'damaged'),
					...report.changed,
					...report.lost.filter(({ rule }) => rule !== 'attachment_absent'),
				]).toEqual([]);
				const [plan, ...more] = plans;
				if (!plan) throw new Error('no plan');
				expect(more).toEqual([]);
				const back = new Y.Doc();
				const docs = new Map<RecordId, Y.Doc>();
				applyPlan(
					back,
					(id) => {
						const made = new Y.Doc();
						docs.set(id as RecordId, made);
						return made;
					},
					plan,
					{ id: 'there', who: importer().who },
				);
				const again = {
					snapshot: readPath(back, 'there'),
					records: readRecords(docs),
					file: (sha256: string) => files.get(sha256),
				};
				expect(printJson(exportPath(again.snapshot, again.records))).toBe(
					printJson(exportPath(snapshot, records)),
				);
				expect(writeArchive(again).bytes).toEqual(bytes);
			}),
			{ numRuns: 25 },
		);
	}, 60_000);
});
