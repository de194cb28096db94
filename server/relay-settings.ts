// The relay's share of the environment. Sizes are written as people write them (`16MB`, 1 kB being 1024 bytes), labs and origins separated by
// commas or blanks. Where two variables only make sense together, one alone stops the start as well: a list of labs that nobody looks
// at would be believed to keep strangers out.

import { err, ok, type Result } from '#lib/core/result.ts';
import { isLabName } from '#lib/wire/room-name.ts';

/** Which labs may use the relay; a capability is needed in any case. `open` holds only for requests that come from this machine. */
export type Admission =
	{ readonly kind: 'open' | 'claim' } | { readonly kind: 'list'; readonly labs: ReadonlySet<string> };

export type RelayLimits = {
	/** Bytes of one WebSocket frame, of a room, of a lab, of one file. */
	readonly frame: number;
	readonly room: number;
	readonly lab: number;
	readonly blob: number;
	readonly connections: number;
	readonly connectionsPerLab: number;
	/** Messages a second from one connection. */
	readonly rate: number;
	/** What one connection may say of who is here: client ids, and bytes of their states. */
	readonly presence: { readonly ids: number; readonly bytes: number };
	/** Bytes that may wait for one slow reader. */
	readonly buffered: number;
};

export type LogLevel = (typeof LEVELS)[number];

export type RelaySettings = {
	readonly admission: Admission;
	/** Origins of pages that may connect besides the relay's own. */
	readonly origins: ReadonlySet<string>;
	/** What opens `/metrics` from elsewhere. */
	readonly metricsToken?: string;
	readonly log: LogLevel;
	readonly limits: RelayLimits;
};

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = Result<T, string>;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: KB, mb: MB, gb: GB, tb: 1024 * GB };

/** Default, least and most. A room has to fit into one value of SQLite, which takes a gigabyte less a little. */
const BYTES = {
	PATHBOOK_MAX_FRAME: [16 * MB, KB, 256 * MB],
	PATHBOOK_MAX_ROOM: [64 * MB, KB, 768 * MB],
	PATHBOOK_MAX_LAB: [4 * GB, KB, 2 ** 53 - 1],
	PATHBOOK_MAX_BLOB: [256 * MB, 0, 2 ** 53 - 1],
	PATHBOOK_MAX_PRESENCE: [64 * KB, KB, 16 * MB],
	PATHBOOK_MAX_BUFFERED: [8 * MB, 64 * KB, GB],
} as const;
const COUNTS = {
	PATHBOOK_MAX_CONNECTIONS: [5_000, 1, 1_000_000],
	PATHBOOK_MAX_CONNECTIONS_PER_LAB: [2_000, 1, 1_000_000],
	PATHBOOK_MAX_RATE: [20_000, 10, 1_000_000],
	PATHBOOK_MAX_PRESENCE_IDS: [64, 1, 100_000],
} as const;

/** Every variable that is read here. */
export const RELAY_VARIABLES: readonly string[] = [
	'PATHBOOK_ADMISSION',
	'PATHBOOK_LABS',
	'PATHBOOK_ORIGINS',
	'PATHBOOK_METRICS_TOKEN',
	'PATHBOOK_LOG',
	...Object.keys(BYTES),
	...Object.keys(COUNTS),
];

/** The relay's settings; `host` is where the server listens. The error is one sentence for people. */
export function readRelaySettings(env: Environment, host: string): Read<RelaySettings> {
	const admission = readAdmission(env, host);
	if (!admission.ok) return admission;
	const origins = readOrigins(env['PATHBOOK_ORIGINS'] ?? '');
	if (!origins.ok) return origins;
	const token = readToken(env['PATHBOOK_METRICS_TOKEN']);
	if (!token.ok) return token;
	const level = env['PATHBOOK_LOG'] ?? 'info';
	const log = LEVELS.find((known) => known === level);
	if (log === undefined) return err(`PATHBOOK_LOG is "${level}" but must be one of ${LEVELS.join(', ')}.`);
	const limits = readLimits(env);
	if (!limits.ok) return limits;
	return ok({
		admission: admission.value,
		origins: origins.value,
		...(token.value === undefined ? {} : { metricsToken: token.value }),
		log,
		limits: limits.value,
	});
}

function readAdmission(env: Environment, host: string): Read<Admission> {
	const kind = env['PATHBOOK_ADMISSION'] ?? (isLoopbackHost(host) ? 'open' : 'claim');
	const listed = env['PATHBOOK_LABS'];
	if (kind !== 'open' && kind !== 'claim' && kind !== 'list')
		return err(`PATHBOOK_ADMISSION is "${kind}" but must be open, claim or list.`);
	if (kind !== 'list' && listed !== undefined)
		return err('PATHBOOK_LABS is set, which counts only where PATHBOOK_ADMISSION is list.');
	if (kind !== 'list') return ok({ kind });
	const labs = words(listed ?? '');
	if (labs.length === 0)
		return err('PATHBOOK_LABS must name at least one lab where PATHBOOK_ADMISSION is list.');
	const wrong = labs.find((lab) => !isLabName(lab));
	if (wrong !== undefined)
		return err(`PATHBOOK_LABS is "${listed ?? ''}", but "${wrong}" is no lab: labs have 43 characters.`);
	return ok({ kind, labs: new Set(labs) });
}

/** Whether a name or address means this machine alone. */
export function isLoopbackHost(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

function readOrigins(value: string): Read<ReadonlySet<string>> {
	const origins = words(value);
	const wrong = origins.find((origin) => !isOrigin(origin));
	if (wrong === undefined) return ok(new Set(origins));
	return err(
		`PATHBOOK_ORIGINS is "${value}", but "${wrong}" is no origin such as https://notes.example.org (no path, no slash at the end).`,
	);
}

function isOrigin(text: string): boolean {
	return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function readToken(value: string | undefined): Read<string | undefined> {
	if (value === undefined || /^[\x21-\x7e]{16,200}$/.test(value)) return ok(value);
	return err('PATHBOOK_METRICS_TOKEN is too short or has blanks in it; it must have 16 to 200 characters.');
}

function readLimits(env: Environment): Read<RelayLimits> {
	const found = new Map<string, number>();
	for (const [name, [usual, least, most]] of Object.entries(BYTES)) {
		const bytes = readBytes(env[name], usual);
		if (bytes === undefined || bytes < least || bytes > most)
			return err(
				`${name} is "${env[name] ?? ''}" but must be a size from ${sizeText(least)} to ${sizeText(most)}, such as ${sizeText(usual)}.`,
			);
		found.set(name, bytes);
	}
	for (const [name, [usual, least, most]] of Object.entries(COUNTS)) {
		const text = env[name] ?? String(usual);
		const count = /^\d{1,7}$/.test(text) ? Number(text) : -1;
		if (count < least || count > most)
			return err(`${name} is "${text}" but must be a whole number from ${least} to ${most}.`);
		found.set(name, count);
	}
	const value = (name: keyof typeof BYTES | keyof typeof COUNTS): number => found.get(name) ?? 0;
	return ok({
		frame: value('PATHBOOK_MAX_FRAME'),
		room: value('PATHBOOK_MAX_ROOM'),
		lab: value('PATHBOOK_MAX_LAB'),
		blob: value('PATHBOOK_MAX_BLOB'),
		connections: value('PATHBOOK_MAX_CONNECTIONS'),
		connectionsPerLab: value('PATHBOOK_MAX_CONNECTIONS_PER_LAB'),
		rate: value('PATHBOOK_MAX_RATE'),
		presence: { ids: value('PATHBOOK_MAX_PRESENCE_IDS'), bytes: value('PATHBOOK_MAX_PRESENCE') },
		buffered: value('PATHBOOK_MAX_BUFFERED'),
	});
}

function readBytes(value: string | undefined, usual: number): number | undefined {
	if (value === undefined) return usual;
	const [, digits = '', unit = ''] = /^(\d{1,16}(?:\.\d{1,3})?) ?([kmgt]?b)?$/i.exec(value) ?? [];
	const bytes = Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? 1));
	return digits !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
}

function sizeText(bytes: number): string {
	if (bytes === 2 ** 53 - 1) return '8000TB';
	for (const [name, unit] of [['GB', GB] as const, ['MB', MB] as const, ['kB', KB] as const])
		if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${name}`;
	return String(bytes);
}

function words(value: string): string[] {
	return value.split(/[\s,]+/).filter((word) => word !== '');
}
