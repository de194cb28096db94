// A process that reads files from seed to seed and says after each what came of it, one line of JSON: whoever started it watches, and ends it
// when a line does not come. A process, so that a hang and a heap that is full are failures and no stuck gate.
// Arguments: first seed, number of seeds; or `shapes`, for what every hostile shape costs short and long.

import { importFiles } from '#lib/core/exchange/import-files.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { decode, utf8 } from '../core/exchange/intake/bytes.ts';
import { importer } from '../core/exchange/sample.ts';
import { filesOf, HOSTILE, stock, type Stock } from './byte-mutations.ts';
import { exportedFrom } from './file-trip.ts';
import { Random } from './fuzz-random.ts';

/** One line: what became of a seed. */
export interface Heard {
	readonly seed: number;
	/** What it met: read, or the rules it was refused by, or a failure. */
	readonly answer: 'read' | 'refused' | 'failed';
	readonly rules: readonly string[];
	readonly bytes: number;
	/** Milliseconds of the import alone. */
	readonly took: number;
	readonly why: string;
}

/** One line: what a hostile shape costs at a length and at eight times that, in milliseconds. */
export interface Cost {
	readonly shape: string;
	readonly short: number;
	readonly long: number;
}

const LONG = 200_000;
const [first = '', count = '0'] = process.argv.slice(2);

if (first === 'shapes') {
	for (const [name, make] of Object.entries(HOSTILE)) {
		// YAML is looked at by itself; as a file of another kind it is one text among others.
		const names = name.startsWith('YAML')
			? ['a.md']
			: ['path.json', 'w.yaml', 'protocol.aimd', 'protocol.toml'];
		for (const file of names) {
			const shape = `${name} as ${file}`;
			tell({ begun: shape });
			tell({ shape, short: cost(file, make(LONG / 8)), long: cost(file, make(LONG)) });
		}
	}
} else {
	const held = stock();
	for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
		tell({ begun: String(seed) });
		tell(heard(seed, held));
	}
}

function tell(message: object): void {
	process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** The lesser of two runs: what the text costs, and not what else the machine does. */
function cost(name: string, text: string): number {
	const files = [{ name, bytes: utf8(text) }];
	if (name === 'protocol.toml') files.push({ name: 'protocol.aimd', bytes: utf8('# a {{var|b: str}}') });
	const took = [1, 2].map(() => {
		const started = performance.now();
		importFiles(files, { ...importer(), decode, readWorkflow });
		return performance.now() - started;
	});
	return Math.round(Math.min(...took));
}

function heard(seed: number, held: Stock): Heard {
	const files = filesOf(new Random(seed), held);
	const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
	const started = performance.now();
	const said = (answer: Heard['answer'], rules: readonly string[], why = ''): Heard => ({
		seed,
		answer,
		rules: [...new Set(rules)],
		bytes,
		took: Math.round(performance.now() - started),
		why,
	});
	try {
		const read = importFiles(files, { ...importer(), decode, readWorkflow });
		if (!read.ok) {
			const placed = read.error.length > 0 && read.error.every(({ file }) => typeof file === 'string');
			return said(
				placed ? 'refused' : 'failed',
				read.error.map(({ rule }) => rule),
				placed ? '' : 'refused without a reason',
			);
		}
		const done = said(
			'read',
			[...read.value.report.kept, ...read.value.report.changed, ...read.value.report.lost].map(
				({ rule }) => rule,
			),
		);
		// What was read can be written: an import that cannot be applied was no import.
		for (const plan of read.value.plans) exportedFrom(plan);
		return done;
	} catch (error) {
		return said('failed', [], error instanceof Error ? (error.stack ?? error.message) : String(error));
	}
}
