// Bytes to texts, protocols and attachments: whatever was dropped is unpacked, archives and packages are found by what lies in them, and
// the rest is looked at file by file. Nothing is read as a path here. Refused: asking people what kind of thing they have (the files say it).

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { isObject } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { splitArchives, takeArchive } from './archive.ts';
import { takeLoose } from './loose.ts';
import { splitPackages, takePackage } from './packages.ts';
import { Taken } from './taken.ts';
import { unpackAll, type Unpacking } from './unpack.ts';

/** Everything in a set of files, or every reason against it. */
export function takeIn(
	given: readonly NamedBytes[],
	unpacking: Unpacking,
): Result<Taken, readonly Refusal[]> {
	const unpacked = unpackAll(given, unpacking);
	if (!unpacked.ok) return unpacked;
	const files = unpacked.value;
	const taken = new Taken(unpacking.decode, unpacking.reporter);
	for (const file of files) refuseOthers(file, taken);
	if (taken.refusals.length > 0) return err(taken.refusals);
	const { archives, rest } = splitArchives(files);
	for (const [root, members] of archives) rest.push(...takeArchive(root, members, taken));
	const { packages, loose } = splitPackages(rest);
	const others: NamedBytes[] = [...loose];
	for (const [folder, members] of packages) {
		if (takePackage(folder, members, taken)) continue;
		const offered = new Set(taken.texts.map(({ name }) => name));
		others.push(...members.filter(({ name }) => !offered.has(name)));
	}
	takeLoose(others, taken, files.length === 1);
	return taken.refusals.length > 0 ? err(taken.refusals) : ok(taken);
}

/** Archives of other kinds are known by a file in them, and refused by their names. */
function refuseOthers(file: NamedBytes, taken: Taken): void {
	if (/(?:^|\/)ro-crate-metadata\.json$/.test(file.name)) {
		taken.refuse(file.name, 'not_yet_read', { source: 'eln' });
		return;
	}
	if (!/(?:^|\/)manifest\.json$/.test(file.name) || file.bytes.length > 1_000_000) return;
	const read = taken.read(file);
	const parsed = 'text' in read ? parseJson(read.text) : null;
	if (parsed?.ok && isObject(parsed.value.value) && parsed.value.value['format'] === 'pathbook')
		taken.refuse(file.name, 'not_yet_read', { source: 'pathbook' });
}
