// The published JSON schema of our part of a canonical file, made from the schemas the app itself reads with, so that the two cannot part.
// Entries are open: what a newer version adds is no fault. `node tests/support/vendor-schema.ts` writes it to static/schema/.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import {
	BranchName,
	CellState,
	Definition,
	FieldEntry,
	GoneEntry,
	KeptEntry,
	LogEntry,
	PathMeta,
	Person,
	Proposal,
	RecordEntry,
	RowEntry,
	StageEntry,
} from '#lib/core/path/entries.ts';
import { RecordVersion } from '#lib/core/record/record.ts';

export const VENDOR_SCHEMA = join(import.meta.dirname, '../../static/schema/pathbook-1.0.schema.json');

const map = <T extends z.ZodMiniType>(entry: T) => z.record(z.string(), entry);

const Vendor = z.looseObject({
	version: z.string().check(z.regex(/^1\.\d+$/)),
	meta: PathMeta,
	people: map(Person),
	frozen: map(Definition),
	stages: map(StageEntry),
	gone: map(GoneEntry),
	line: map(z.string()),
	names: map(BranchName),
	cells: map(z.union([CellState, z.string()])),
	fields: map(z.union([FieldEntry, RowEntry])),
	record: map(RecordEntry),
	proposals: map(Proposal),
	log: map(LogEntry),
	kept: map(KeptEntry),
	texts: map(z.string()),
	records: z.array(z.looseObject({ id: z.string(), versions: map(RecordVersion), draft: map(z.json()) })),
});

/** The schema as JSON schema 2020-12. */
export function vendorSchema(): Record<string, unknown> {
	return {
		title: 'path_data.pathbook, version 1',
		description:
			'What Pathbook keeps of a path beside its canonical steps. See src/lib/wire/WIRE.md, "Files".',
		...z.toJSONSchema(Vendor, { io: 'input' }),
	};
}

if (process.argv[1] === import.meta.filename) {
	mkdirSync(dirname(VENDOR_SCHEMA), { recursive: true });
	writeFileSync(VENDOR_SCHEMA, `${JSON.stringify(vendorSchema(), null, '\t')}\n`);
}
