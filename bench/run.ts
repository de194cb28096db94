// `npm run bench`: measures the core in Node, the built app in Chromium and the relay beside other servers, and writes RESULTS.md beside this file.
// `node bench/run.ts quick` looks fewer times and writes nothing; `notebook` leaves out the relay, which takes an hour and has a program of its own
// (relay.ts). A quiet machine gives better numbers. Refused: limits that fail a build (on a shared machine they would fail for somebody else's work).

import serveBuild from '../tests/e2e/support/serve-build.ts';
import { measureCommands } from './command-line.ts';
import { measureCore } from './core.ts';
import { measureExchange } from './exchange.ts';
import { loadNow, thisMachine } from './machine.ts';
import { measurePages } from './pages.ts';
import { benchPaths } from './paths.ts';
import { benchRelay, relayTime } from './relay.ts';
import { writeReport } from './report.ts';
import { printPage, readResults, writeResults } from './results-page.ts';

const quick = process.argv.includes('quick');
const rounds = quick
	? { core: 3, openings: 3, typing: 1, exchange: 1, commands: 1 }
	: { core: 9, openings: 9, typing: 3, exchange: 5, commands: 5 };
const relay = process.argv.includes('notebook') ? undefined : quick ? ['quick'] : [];

const relayTakes = relay === undefined ? undefined : relayTime(relay);
if (relayTakes !== undefined) console.log(`Some minutes, and ${relayTakes} for the relay at the end.`);
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
	const notebook = writeReport({ machine, browser, paths, rounds, core, pages, exchange, commands });
	const page = readResults();
	console.log(printPage({ ...page, notebook, relay: '' }));
	if (!quick) await writeResults({ ...page, notebook });
} finally {
	await stop();
}
if (relay !== undefined) await benchRelay(relay);
