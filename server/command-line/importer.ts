// Who imports on a command line, and how what is made anew is named: the same files give the same ids, so that a conversion can be repeated and
// compared. An id is a UUIDv7 whose time is taken from the hash of all that was read and lies before 2020 (an id made later in the app sorts
// behind it), whose middle counts, and whose end is a hash again. Refused: ids of chance, and ids that differ by the name of a file.

import { createHash } from 'node:crypto';
import type { Importer } from '#lib/core/exchange/plan.ts';
import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { PersonId } from '#lib/core/path/names.ts';

const BEGIN = Date.UTC(2000, 0, 1);
const SPAN = Date.UTC(2020, 0, 1) - BEGIN;

/** The importer of a command line; `at` in milliseconds since 1970. */
export function importerOf(files: readonly NamedBytes[], at: number): Importer {
	const seed = seedOf(files);
	let made = 0;
	return {
		newId: () => idFrom(seed, made++),
		who: {
			by: PersonId.parse('command-line'),
			at,
			person: { member: 'command-line', name: 'Pathbook command line', colour: '#5b6470' },
		},
	};
}

/** SHA-256 (hex) over the contents, whatever they are called and in whatever order they come. */
function seedOf(files: readonly NamedBytes[]): string {
	const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).sort();
	return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

function idFrom(seed: string, count: number): string {
	if (count >= 2 ** 24) throw new Error('one import makes fewer than 16 million things');
	const time = (BEGIN + (Number.parseInt(seed.slice(0, 12), 16) % SPAN)).toString(16).padStart(12, '0');
	const end = createHash('sha256').update(`${seed}/${count}`).digest('hex');
	const high = (count >> 12).toString(16).padStart(3, '0');
	const low = (0x8000 | ((count & 0xfff) << 2) | (Number.parseInt(end.slice(12, 13), 16) & 3)).toString(16);
	return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}-${end.slice(0, 12)}`;
}
