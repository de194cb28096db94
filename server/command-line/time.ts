// The time a conversion writes: SOURCE_DATE_EPOCH where it is set (the convention of reproducible builds), else now.

import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds since 1970; the error is one sentence. */
export function timeOf({ env, now }: Terminal): Result<number, string> {
	const said = env['SOURCE_DATE_EPOCH'];
	if (said === undefined || said === '') return ok(now());
	if (!/^\d{1,11}$/.test(said)) return err(m.command_line_epoch({ value: said }));
	return ok(Number(said) * 1000);
}
