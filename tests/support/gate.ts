// The whole gate, in order, with one honest line at its end. `quick` stops before the build. A step that fails does not stop the
// next, so that one run shows everything that is wrong; only what needs the build is left out (and counted as failed) without one.
// A check without tests of its own counts as one; unit and browser tests count each test.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type Count = { passed: number; failed: number; skipped: number };
type Step = { name: string; command: string[]; needsBuild?: true; count?: () => Count };

const root = join(import.meta.dirname, '../..');
const report = (name: string): string => join(root, 'test-results', name);

const Unit = z.object({
	numPassedTests: z.number(),
	numFailedTests: z.number(),
	numPendingTests: z.number(),
});
const Browser = z.object({
	stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

function countUnit(): Count {
	const { numPassedTests, numFailedTests, numPendingTests } = Unit.parse(
		JSON.parse(readFileSync(report('unit.json'), 'utf8')),
	);
	return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function countBrowser(): Count {
	const { stats } = Browser.parse(JSON.parse(readFileSync(report('e2e.json'), 'utf8')));
	return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

const QUICK: Step[] = [
	{ name: 'messages and generated types', command: ['npm', 'run', '-s', 'sync'] },
	{ name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
	{ name: 'lint', command: ['eslint', '--max-warnings', '0', '.'] },
	{ name: 'types', command: ['npm', 'run', '-s', 'types'] },
	{ name: 'arrows', command: ['npm', 'run', '-s', 'arrows'] },
	{ name: 'unused code', command: ['knip', '--no-config-hints'] },
	{
		name: 'unit tests',
		command: [
			'vitest',
			'run',
			'--reporter=dot',
			'--reporter=json',
			`--outputFile.json=${report('unit.json')}`,
		],
		count: countUnit,
	},
];
const WHOLE: Step[] = [
	...QUICK,
	{ name: 'build', command: ['npm', 'run', '-s', 'build'] },
	{ name: 'page sizes', command: ['node', 'tests/support/page-size.ts'], needsBuild: true },
	{
		name: 'browser tests',
		command: ['playwright', 'test', '-c', 'tests/e2e'],
		needsBuild: true,
		count: countBrowser,
	},
];

function run({ name, command: [program = '', ...args], count }: Step): Count {
	console.log(`\n── ${name}`);
	const started = performance.now();
	const succeeded = spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0;
	console.log(
		`── ${name}: ${succeeded ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - started) / 1000)} s`,
	);
	const one = { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
	if (count === undefined) return one;
	try {
		const counted = count();
		// a runner that fails without a failed test (a file that does not load) has failed nonetheless
		return !succeeded && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
	} catch {
		return { passed: 0, failed: 1, skipped: 0 }; // no report: the runner did not get that far
	}
}

const steps = process.argv[2] === 'quick' ? QUICK : WHOLE;
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const failed: string[] = [];
rmSync(join(root, 'test-results'), { recursive: true, force: true });
for (const step of steps) {
	const possible =
		step.needsBuild === undefined || (existsSync(join(root, 'build')) && !failed.includes('build'));
	const count = possible ? run(step) : { passed: 0, failed: 1, skipped: 0 };
	if (count.failed > 0) failed.push(step.name);
	for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
