// What IndexedDB says when it does not keep, in the few words the app decides by. Browsers report the same trouble under many names; the
// original words travel along for the banner's details. Refused: matching on messages, which are translated and change.

import { err, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';

const REASONS: Readonly<Record<string, StorageFault['why']>> = {
	QuotaExceededError: 'quota',
	// A connection that died: transactions cannot start any more, or were ended from outside.
	InvalidStateError: 'closed',
	AbortError: 'closed',
	TransactionInactiveError: 'closed',
	DatabaseClosedError: 'closed',
	VersionError: 'blocked',
	SecurityError: 'unavailable',
	NotAllowedError: 'unavailable',
	MissingAPIError: 'unavailable',
	TimeoutError: 'timeout',
	NotReadableError: 'damaged',
	DataError: 'damaged',
};

/** The fault behind whatever was thrown or stands in `request.error`; Dexie wraps the browser's error in `inner`. */
export function faultOf(error: unknown): StorageFault {
	if (!(error instanceof Error)) return { why: 'unknown', detail: typeof error === 'string' ? error : '' };
	const inner: unknown = 'inner' in error ? error.inner : undefined;
	const named = [inner, error].find((e): e is Error => e instanceof Error && e.name in REASONS);
	const said = named ?? error;
	return { why: REASONS[said.name] ?? 'unknown', detail: `${said.name}: ${said.message}` };
}

/** `task`, or a `timeout` after `ms`: storage that does not answer must not look like storage that is busy. */
export function within<T>(
	ms: number,
	what: string,
	task: Promise<Result<T, StorageFault>>,
): Promise<Result<T, StorageFault>> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => resolve(err({ why: 'timeout', detail: `${what} did not answer in ${String(ms)} ms` })),
			ms,
		);
		task.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
