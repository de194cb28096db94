// What the command line takes, from the start of the process to its end: a person who waits for a prompt waits for all of it. Beside it, in the
// same round, a process that only reads the same file with `JSON.parse` and prints it again: what the machine and Node take for nothing.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { printJson } from '#lib/core/json/print.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { BenchPath } from './paths.ts';
import { Samples } from './samples.ts';

/** The steps in the order of the table. */
export const COMMAND_STEPS = [
	['floor', 'Node reads and prints the same file with JSON.parse'],
	['help', '`--help`'],
	['airalogy', 'the canonical file in and out again'],
	['aira', 'to the form of AIRA'],
	['back', 'from the form of AIRA back'],
	['aira-archive', 'to an archive'],
	['markdown', 'to Markdown'],
	['validate', '`validate`'],
] as const;
type Step = (typeof COMMAND_STEPS)[number][0];

const MAIN = join(import.meta.dirname, '..', 'server', 'command-line', 'main.ts');
const FLOOR =
	'const fs = require("node:fs"); fs.writeFileSync(process.argv[2], JSON.stringify(JSON.parse(fs.readFileSync(process.argv[1], "utf8"))));';

/** Runs every step on every path in turn, `rounds` times; samples are named "<step> <stages>", in ms on the wall. */
export function measureCommands(paths: readonly BenchPath[], rounds: number): Samples {
	const folder = mkdtempSync(join(tmpdir(), 'pathbook-bench-'));
	const samples = new Samples();
	try {
		for (const path of paths) writeFileSync(fileOf(folder, path), canonical(path));
		for (let round = 0; round < rounds; round += 1)
			for (const path of paths) measurePath(folder, path, samples);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return samples;
}

function measurePath(folder: string, path: BenchPath, samples: Samples): void {
	const file = fileOf(folder, path);
	const [out, aira] = [join(folder, 'out'), join(folder, `aira-${String(path.stages)}.json`)];
	const run = (step: Step, args: readonly string[]): void => {
		const start = performance.now();
		const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
		samples.add(`${step} ${String(path.stages)}`, performance.now() - start);
		if (status !== 0) throw new Error(`${step} ended with ${String(status)}: ${stderr}`);
	};
	const convert = (step: Step, from: string, form: string, to: string): void => {
		run(step, [MAIN, 'convert', from, '--to', form, '--out', to, '--force']);
	};
	run('floor', ['-e', FLOOR, file, out]);
	run('help', [MAIN, '--help']);
	convert('airalogy', file, 'airalogy', out);
	convert('aira', file, 'aira', aira);
	convert('back', aira, 'airalogy', out);
	convert('aira-archive', file, 'aira-archive', out);
	convert('markdown', file, 'markdown', out);
	run('validate', [MAIN, 'validate', file]);
}

function fileOf(folder: string, { stages }: BenchPath): string {
	return join(folder, `path-${String(stages)}.json`);
}

function canonical({ bytes, id }: BenchPath): string {
	const doc = new Y.Doc();
	Y.applyUpdate(doc, bytes);
	return printJson(exportPath(readPath(doc, id), new Map()));
}
