// Knows whether the built app belongs to the sources that are there, by a fingerprint of their content kept inside the build.
// Refused: comparing times (a checkout, a deleted file or a copied folder make times lie, in both directions).
// Two builds at once would write the same folders, so a build holds a lock that names its process.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const SOURCES = [
	'src',
	'static',
	'messages',
	'project.inlang/settings.json',
	'server/message-options.ts',
	'svelte.config.js',
	'vite.config.ts',
	'tsconfig.json',
	'package.json',
	'package-lock.json',
];
const GENERATED = join('src', 'lib', 'paraglide');

/** SHA-256 over names and content of everything the app in `root` is built from, hex. */
export function fingerprint(root: string): string {
	const hash = createHash('sha256');
	for (const name of SOURCES.flatMap((source) => filesUnder(root, source))) {
		hash.update(`${name}\0`);
		hash.update(readFileSync(join(root, name)));
	}
	return hash.digest('hex');
}

function filesUnder(root: string, name: string): string[] {
	const path = join(root, name);
	if (name === GENERATED || !existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [name];
	return readdirSync(path)
		.toSorted()
		.flatMap((child) => filesUnder(root, join(name, child)));
}

/** True when `root` holds a build made from exactly the sources that are there. */
export function isFresh(root: string): boolean {
	const stamp = join(root, 'build', 'sources.sha256');
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/** Builds the app in `root`, one build at a time; false if Vite failed (it has said why on stderr). */
export async function buildApp(root: string): Promise<boolean> {
	const release = await lock(join(root, '.svelte-kit', 'building'));
	try {
		const before = fingerprint(root);
		const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
		const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		if (run.status !== 0) return false;
		writeFileSync(join(root, 'build', 'sources.sha256'), before);
		return true;
	} finally {
		release();
	}
}

/** Builds unless the build is fresh, also when somebody else has just finished building. */
export async function ensureBuild(root: string): Promise<boolean> {
	if (isFresh(root)) return true;
	console.log('Building Pathbook …');
	return await buildApp(root);
}

async function lock(folder: string): Promise<() => void> {
	const owner = join(folder, 'pid');
	mkdirSync(join(folder, '..'), { recursive: true });
	for (;;) {
		try {
			mkdirSync(folder);
			writeFileSync(owner, String(process.pid));
			return () => rmSync(folder, { recursive: true, force: true });
		} catch (cause) {
			if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
		}
		if (!isAlive(owner)) rmSync(folder, { recursive: true, force: true });
		else await wait(200);
	}
}

function isAlive(owner: string): boolean {
	try {
		process.kill(Number(readFileSync(owner, 'utf8')), 0);
		return true;
	} catch {
		return false; // no such process, or a lock left without its owner's number
	}
}
