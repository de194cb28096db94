// How much of other people's files is read, in one place: what is larger is refused by its name and size before it is unpacked. A path of
// 1,000 stages is 4 MB; pictures of gels and scans make the rest. Refused: a cap for every reader (nobody could say what holds).

import type { ZipCaps } from './zip.ts';

const MB = 1024 * 1024;

/** Bytes of one file, inside an archive too. */
export const FILE_BYTES = 64 * MB;

/** Files of one import, folders and unpacked archives together. */
export const ENTRIES = 5_000;

/** Bytes of one import, unpacked. */
export const TOTAL_BYTES = 256 * MB;

/** Caps of one archive: deflate reaches 1,032 to 1, texts of people stay far below 200 to 1. */
export const ZIP_CAPS: ZipCaps = {
	entries: ENTRIES,
	entryBytes: FILE_BYTES,
	totalBytes: TOTAL_BYTES,
	ratio: 400,
	ratioFrom: 4 * MB,
};
