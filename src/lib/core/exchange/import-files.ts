// The door for other people's files as they lie on a disk: bytes of any kind and number in, plans, protocols for the library and a report out,
// nothing written. What is none of ours does not stop what is; where nothing is ours, every file says why. Refused: paths made up for
// records that came without one.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { withAttachments } from './attach.ts';
import type { Decode, FileBytes, NamedBytes } from './files.ts';
import { Filling, type ProtocolLibrary } from './fill.ts';
import { readSet, type Imported, type ImportOptions, type ReadSet } from './import.ts';
import { takeIn } from './intake/intake.ts';
import type { Taken, Unread } from './intake/taken.ts';
import type { ImportProgress } from './progress.ts';
import { refusal, Reporter, type Refusal, type Source } from './report.ts';

export interface ImportFilesOptions extends ImportOptions {
	readonly decode: Decode;
	/** A protocol by id and version (null: any one that has content), to fill what a file lacks. */
	readonly library?: ProtocolLibrary;
	readonly onprogress?: (at: ImportProgress) => void;
}

export interface ImportedFiles extends Imported {
	/** Protocols that came without a path or workflow: entries for the library. */
	readonly protocols: readonly Protocol[];
	/** Bytes of attachments and protocol files by SHA-256. */
	readonly files: FileBytes;
}

/** Reads files that belong together: paths, workflows, packages, archives, folders. Every plan is complete; nothing is written. */
export function importFiles(
	files: readonly NamedBytes[],
	options: ImportFilesOptions,
): Result<ImportedFiles, readonly Refusal[]> {
	const reporter = new Reporter();
	const taken = takeIn(files, { ...options, reporter });
	if (!taken.ok) return taken;
	const filling = new Filling(taken.value.packages, options.library, reporter);
	const read = readSet(taken.value.texts, { ...options, fill: filling.fill }, reporter);
	if (!read.ok) return read;
	const { plans, found, built } = read.value;
	const protocols = taken.value.packages
		.filter((one) => !filling.used.has(one))
		.map(({ protocol }) => protocol);
	const unread = [...taken.value.unread, ...read.value.unread];
	if (plans.length === 0 && taken.value.packages.length === 0)
		return err(nothing(files[0]?.name ?? '', read.value, unread));
	for (const { spot, why } of unread)
		reporter.lost(spot, 'file_not_read', { found: why[0]?.data['found'] ?? null, why: why[0]?.rule ?? null });
	for (const spot of read.value.records) reporter.lost(spot, 'record_needs_path');
	const whole = attached(read.value, taken.value, options, reporter);
	const report = reporter.report(sourceOf(read.value, taken.value));
	return ok({ plans: whole, report, found, built, protocols, files: taken.value.files });
}

/** Why nothing was read: records alone need a path; everything else says what it is. */
function nothing(name: string, { records }: ReadSet, unread: readonly Unread[]): readonly Refusal[] {
	const [first] = records;
	if (first)
		return [refusal({ file: first.file, pointer: '' }, 'records_need_path', { count: records.length })];
	const reasons = unread.flatMap(({ why }) => why);
	return reasons.length > 0 ? reasons : [refusal({ file: name, pointer: '' }, 'nothing_to_import')];
}

function sourceOf({ dialect }: ReadSet, { archives }: Taken): Source {
	if (archives.length > 0) return 'aira-archive';
	return dialect ?? 'protocol';
}

/** The plans with the attachments of the archives they came in; those of other archives go to the first. */
function attached(
	{ plans, wholes }: ReadSet,
	{ attachments, remarks }: Taken,
	options: ImportFilesOptions,
	reporter: Reporter,
): ReadSet['plans'] {
	if (plans.length === 0) {
		for (const { spot, entry } of attachments)
			reporter.lost(spot, 'attachment_needs_path', { name: entry['name'] ?? null });
		for (const { spot, key } of remarks) reporter.lost(spot, 'manifest_key_needs_path', { key });
	}
	const planOf = (root: string): number =>
		Math.max(
			0,
			wholes.findIndex(({ file }) => file.startsWith(root)),
		);
	return plans.map((plan, place) => {
		const own = attachments.filter(({ root }) => planOf(root) === place);
		const said = place === 0 ? remarks : [];
		return own.length + said.length === 0 ? plan : withAttachments(plan, own, said, options, reporter);
	});
}
