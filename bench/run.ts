// `npm run bench`: measures the core in Node and the built app in Chromium and writes RESULTS.md beside this file. `node bench/run.ts quick` looks
// fewer times and writes nothing. Takes some minutes; a quiet machine gives better numbers. Refused: limits that fail a build (on a shared
// machine they would fail for somebody else's work).

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import serveBuild from '../tests/e2e/support/serve-build.ts';
import { measureCommands } from './command-line.ts';
import { measureCore } from './core.ts';
import { measureExchange } from './exchange.ts';
import { loadNow, thisMachine } from './machine.ts';
import { measurePages } from './pages.ts';
import { benchPaths } from './paths.ts';
import { REMARKS, writeReport } from './report.ts';

const quick = process.argv.includes('quick');
const rounds = quick
	? { core: 3, openings: 3, typing: 1, exchange: 1, commands: 1 }
	: { core: 9, openings: 9, typing: 3, exchange: 5, commands: 5 };
const results = join(import.meta.dirname, 'RESULTS.md');

const before = loadNow();
console.log('Building the paths …');
const paths = benchPaths();
console.log('Measuring the core …');
const core = measureCore(paths, rounds.core);
console.log('Measuring the command line …');
const commands = measureCommands(paths, rounds.commands);
const stop = await serveBuild();
try {
	console.log('Measuring the app in Chromium …');
	const address = process.env['PATHBOOK_E2E_URL'];
	if (address === undefined) throw new Error('the app is not served');
	const { samples: pages, browser } = await measurePages(address, paths, rounds);
	console.log('Measuring imports and exports in Chromium …');
	const largest = paths.at(-1);
	if (largest === undefined) throw new Error('no path');
	const exchange = await measureExchange(address, largest, rounds.exchange);
	const machine = thisMachine([before, loadNow()]);
	const report = writeReport({ machine, browser, paths, rounds, core, pages, exchange, commands }, remarks());
	console.log(report);
	if (!quick) writeFileSync(results, report);
} finally {
	await stop();
}

/** What somebody wrote under the figures of the last run. */
function remarks(): string {
	const last = existsSync(results) ? readFileSync(results, 'utf8') : '';
	const at = last.indexOf(REMARKS);
	return at < 0 ? REMARKS : last.slice(at);
}
