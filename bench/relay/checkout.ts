// The bench of servers stands outside of this repository, as somebody would run it who knows nothing of us: it is copied and run, nothing of it is
// imported. It brings the clients and the other servers, and installing them takes minutes (some are built on the spot), so an
// installed copy can be named in PATHBOOK_RELAY_BENCH.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { err, ok, type Result } from '#lib/core/result.ts';

const BESIDE = join(import.meta.dirname, '../../../shared/bench');
const PEERS = ['floor', 'hocuspocus'];

/** Where the bench comes from: an installed copy, the sources beside this repository, or nothing. */
export type Source = { readonly at: 'installed' | 'sources'; readonly folder: string };

export function findSource(): Source | undefined {
	const installed = process.env['PATHBOOK_RELAY_BENCH'];
	if (installed !== undefined && installed !== '') return { at: 'installed', folder: installed };
	return existsSync(join(BESIDE, 'bench.mjs')) ? { at: 'sources', folder: BESIDE } : undefined;
}

/** The folder the bench is run in, ready with all its servers; what is copied goes below `work`. An error is a sentence. */
export function checkOut(source: Source, work: string): Result<string, string> {
	if (source.at === 'installed') return loads(source.folder);
	const folder = join(work, 'bench');
	if (existsSync(join(folder, 'installed'))) return loads(folder);
	cpSync(source.folder, folder, { recursive: true });
	console.log('Installing the bench and its servers: some minutes, once for this folder …');
	const log = openSync(join(work, 'install.log'), 'w');
	// the Node that runs this comes first: what is built on the spot is built for it
	const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
	const { status } = spawnSync('npm', ['run', 'setup'], {
		cwd: folder,
		env: { ...process.env, PATH },
		stdio: ['ignore', log, log],
	});
	if (status !== 0) return err(`Installing the bench failed; ${join(work, 'install.log')} says why.`);
	writeFileSync(join(folder, 'installed'), '');
	return loads(folder);
}

/** A module that was built for another Node would fail every run of an hour. */
function loads(folder: string): Result<string, string> {
	for (const peer of PEERS) {
		const script = `new (require('better-sqlite3'))(':memory:')`;
		const cwd = join(folder, 'peers', peer);
		if (!existsSync(cwd)) return err(`${folder} holds no bench of servers.`);
		if (spawnSync(process.execPath, ['-e', script], { cwd, stdio: 'ignore' }).status !== 0) {
			return err(
				`In ${cwd}, better-sqlite3 does not load under Node ${process.versions.node}. Build it for this Node ` +
					'(npm rebuild better-sqlite3; npm_config_nodedir names the folder of its headers where they cannot be fetched).',
			);
		}
	}
	return ok(folder);
}
