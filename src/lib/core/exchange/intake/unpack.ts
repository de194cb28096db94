// Whatever was dropped becomes one flat list of files: a folder is one already, an archive becomes a folder of its own name. Archives
// inside archives stay closed: nobody's tools nest them, and bombs do. Office documents are archives too and are not opened.

import type { Decode, NamedBytes } from '#lib/core/exchange/files.ts';
import type { ImportProgress } from '#lib/core/exchange/progress.ts';
import { refusal, type Refusal, type Reporter } from '#lib/core/exchange/report.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { ENTRIES, FILE_BYTES, TOTAL_BYTES, ZIP_CAPS } from './caps.ts';
import { isZip } from './text-bytes.ts';
import { readZip } from './zip.ts';

const ARCHIVES = /\.(?:zip|aira|eln|pathbook)$/i;
const DOCUMENTS = /\.(?:docx|docm|xlsx|xlsm|pptx|pptm|od[tspg]|epub|jar|whl|kmz|npz|apk|ipa|xpi)$/i;
const NOT_YET = [
	['eln', /\.eln$/i],
	['pathbook', /\.pathbook$/i],
] as const;

export interface Unpacking {
	readonly decode: Decode;
	readonly reporter: Reporter;
	readonly onprogress?: (at: ImportProgress) => void;
}

/** Every file there is, archives unpacked below their own names; or why not, file by file. */
export function unpackAll(
	given: readonly NamedBytes[],
	unpacking: Unpacking,
): Result<readonly NamedBytes[], readonly Refusal[]> {
	const files: NamedBytes[] = [];
	const refusals: Refusal[] = [];
	let total = 0;
	const of = given.reduce((sum, { bytes }) => sum + bytes.length, 0);
	let done = 0;
	for (const file of given) {
		const opened = openFile(file, TOTAL_BYTES - total, unpacking);
		if (opened.ok) {
			const kept = withoutJunk(file.name, opened.value, unpacking.reporter);
			files.push(...kept);
			total += kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
		} else refusals.push(opened.error);
		done += file.bytes.length;
		unpacking.onprogress?.({ step: 'unpacking', done, of });
	}
	if (refusals.length > 0) return err(refusals);
	const whole = { file: given[0]?.name ?? '', pointer: '' };
	if (files.length > ENTRIES)
		return err([refusal(whole, 'too_many_files', { found: files.length, limit: ENTRIES })]);
	if (total > TOTAL_BYTES)
		return err([refusal(whole, 'too_large_together', { found: total, limit: TOTAL_BYTES })]);
	return ok(files);
}

function openFile(
	{ name, bytes }: NamedBytes,
	left: number,
	{ decode }: Unpacking,
): Result<readonly NamedBytes[], Refusal> {
	const spot = { file: name, pointer: '' };
	const early = NOT_YET.find(([, ending]) => ending.test(name));
	if (early) return err(refusal(spot, 'not_yet_read', { source: early[0] }));
	const isArchive = ARCHIVES.test(name) || (isZip(bytes) && !DOCUMENTS.test(name));
	const limit = isArchive ? TOTAL_BYTES : FILE_BYTES;
	if (bytes.length > limit) return err(refusal(spot, 'too_large', { found: bytes.length, limit }));
	if (!isArchive) return ok([{ name, bytes }]);
	const read = readZip(bytes, { ...ZIP_CAPS, totalBytes: Math.max(0, left) }, decode);
	if (read.ok) return ok(read.value.map((entry) => ({ name: `${name}/${entry.name}`, bytes: entry.bytes })));
	const { code, name: entry, data } = read.error;
	const file = entry === '' ? name : `${name}/${entry}`;
	return err(refusal({ file, pointer: '' }, 'archive_refused', { code, ...data }));
}

const JUNK = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/** Without what systems leave in folders of people, which is counted where it holds something. */
function withoutJunk(name: string, files: readonly NamedBytes[], reporter: Reporter): readonly NamedBytes[] {
	const junk = files.filter((file) => JUNK.test(file.name));
	const count = junk.filter(({ bytes }) => bytes.length > 0).length;
	if (count > 0) reporter.lost({ file: name, pointer: '' }, 'files_ignored', { count });
	return junk.length === 0 ? files : files.filter((file) => !JUNK.test(file.name));
}
