// The bench of servers stands outside of this repository, as somebody would run it who knows nothing of us: it is copied and run, nothing of it is
// imported. It brings the clients and the other servers. One thing is changed in the copy: better-sqlite3, on which two of the servers stand, is
// taken as 13, because below that it aborts the whole process under Node 24.19 and later when a statement is collected (and it would have to be
// built). Refused: another Node for the other servers, which would measure Node.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { err, ok, type Result } from '#lib/core/result.ts';

const BESIDE = join(import.meta.dirname, '../../../shared/bench');
/** What two of the servers keep their files with. */
export const DRIVER = 'better-sqlite3';
const DRIVER_VERSION = '13.2.0';
const STAND_ON_IT = ['floor', 'hocuspocus'];
/** Where the bench comes from: an installed copy, the sources beside this repository, or nothing. */
export interface Source {
	readonly at: 'installed' | 'sources';
	readonly folder: string;
}

export function findSource(): Source | undefined {
	const installed = process.env['PATHBOOK_RELAY_BENCH'];
	if (installed !== undefined && installed !== '') return { at: 'installed', folder: installed };
	return existsSync(join(BESIDE, 'bench.mjs')) ? { at: 'sources', folder: BESIDE } : undefined;
}

/** The folder the bench is run in, ready with all its servers; what is copied goes below `work`. An error is a sentence. */
export function checkOut(source: Source, work: string): Result<string, string> {
	const folder = source.at === 'installed' ? source.folder : join(work, 'bench');
	if (source.at === 'sources' && !existsSync(join(folder, 'installed'))) {
		cpSync(source.folder, folder, { recursive: true });
		console.log('Installing the bench and its servers, once for this folder …');
		if (!install(folder, work)) return err(`That failed; ${join(work, 'install.log')} says why.`);
	}
	return tried(folder);
}

function install(folder: string, work: string): boolean {
	const log = openSync(join(work, 'install.log'), 'w');
	const npm = (...args: string[]): boolean => {
		// the Node that runs this comes first; scripts would build the driver that is replaced
		const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
		const env = { ...process.env, PATH, npm_config_ignore_scripts: 'true' };
		return spawnSync('npm', args, { cwd: folder, env, stdio: ['ignore', log, log] }).status === 0;
	};
	const driver = join(folder, 'driver');
	if (!npm('run', 'setup') || !npm('install', '--prefix', driver, `${DRIVER}@${DRIVER_VERSION}`))
		return false;
	for (const peer of STAND_ON_IT) {
		const place = join(folder, 'peers', peer, 'node_modules', DRIVER);
		rmSync(place, { recursive: true, force: true });
		symlinkSync(join('../../../driver/node_modules', DRIVER), place);
	}
	writeFileSync(join(folder, 'installed'), '');
	return true;
}

/** A driver that does not load, or aborts, would fail every run of an hour. */
function tried(folder: string): Result<string, string> {
	for (const peer of STAND_ON_IT) {
		const cwd = join(folder, 'peers', peer);
		if (!existsSync(cwd)) return err(`${folder} holds no bench of servers.`);
		const script = `new (require('${DRIVER}'))(':memory:'); console.log(require('${DRIVER}/package.json').version)`;
		const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
		if (parseInt(stdout, 10) >= parseInt(DRIVER_VERSION, 10)) continue;
		return err(`In ${cwd}, ${DRIVER} does not load or is too old: put ${DRIVER_VERSION} in its place.`);
	}
	return ok(folder);
}
