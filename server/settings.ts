// The environment is a stranger: each variable is parsed once, here, and a wrong one stops the start with a sentence that names it,
// what it held and what it may hold. Refused: falling back to a default for a wrong value (the operator believes it was taken).

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { err, ok, type Result } from '#lib/core/result.ts';
import { RELAY_VARIABLES, readRelaySettings, type RelaySettings } from './relay-settings.ts';

export type { RelaySettings } from './relay-settings.ts';

export type Settings = {
	/** Address to listen at: an IP address or a host name. */
	readonly host: string;
	/** 1 to 65535; 0 lets the system choose. */
	readonly port: number;
	/** Absolute path of the folder the server may keep things in; it exists and can be written. */
	readonly data: string;
	readonly relay: RelaySettings;
	/** Sentences about variables that nobody reads, perhaps because they are mistyped. */
	readonly warnings: readonly string[];
};

/** Variables of ours that are read elsewhere, or will be. */
const ELSEWHERE = /^PATHBOOK_(DATA|MODEL|ICE|E2E|BENCH|SAMPLES|SOAK|KILL|RELAY_BENCH|FUZZ)(_[A-Z_]+)?$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from the environment, relative folders against `base`; makes the data folder. The error is one sentence for people. */
export function readSettings(env: Environment, base: string): Result<Settings, string> {
	const port = readPort(env['PORT']);
	if (!port.ok) return port;
	const host = readHost(env['HOST']);
	if (!host.ok) return host;
	const relay = readRelaySettings(env, host.value);
	if (!relay.ok) return relay;
	const data = readData(env['PATHBOOK_DATA'], base);
	if (!data.ok) return data;
	return ok({
		host: host.value,
		port: port.value,
		data: data.value,
		relay: relay.value,
		warnings: unread(env),
	});
}

function unread(env: Environment): string[] {
	return Object.keys(env)
		.filter(
			(name) => name.startsWith('PATHBOOK_') && !RELAY_VARIABLES.includes(name) && !ELSEWHERE.test(name),
		)
		.map((name) => `${name} is set, but nothing reads a variable of that name.`);
}

function readPort(value: string | undefined): Result<number, string> {
	if (value === undefined) return ok(4321);
	const port = Number(value);
	if (/^\d{1,5}$/.test(value) && port <= 65535) return ok(port);
	return err(`PORT is "${value}" but must be a whole number from 0 to 65535.`);
}

function readHost(value: string | undefined): Result<string, string> {
	if (value === undefined) return ok('127.0.0.1');
	const name = /^(?!\d+(\.\d+)*\.?$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/i;
	if (isIP(value) !== 0 || name.test(value)) return ok(value);
	return err(`HOST is "${value}" but must be an IP address or a host name, without scheme and port.`);
}

function readData(value: string | undefined, base: string): Result<string, string> {
	if (value === '') return err('PATHBOOK_DATA is empty but must name a folder.');
	const folder = resolve(base, value ?? 'data');
	try {
		// one level only: a mistyped path should not leave a chain of folders behind
		if (!existsSync(folder)) mkdirSync(folder);
		accessSync(folder, constants.W_OK);
		if (!statSync(folder).isDirectory()) return err(`PATHBOOK_DATA is "${folder}", which is not a folder.`);
	} catch (cause) {
		const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
		return err(`PATHBOOK_DATA is "${folder}", which cannot be made or written (${why}).`);
	}
	return ok(folder);
}
