// What the endpoints need of the relay around them.

import type { IncomingMessage } from 'node:http';
import type { Result } from '#lib/core/result.ts';
import type { Capability } from '#lib/wire/capability.ts';
import { CLOSE } from '#lib/wire/close-codes.ts';
import type { RelaySettings } from '../../relay-settings.ts';
import type { Store, StoreTrouble } from '../../store/store.ts';
import type { Door, Refusal } from '../door.ts';
import { problem, type Reply } from './reply.ts';

export type EndpointWorld = {
	/** Absolute path of the data folder. */
	readonly folder: string;
	readonly settings: Pick<RelaySettings, 'origins' | 'metricsToken' | 'limits'>;
	readonly door: Door;
	readonly store: Pick<Store, 'revoke' | 'revoked' | 'labBytes' | 'probe'>;
	/** Capabilities were revoked: live sessions are to be looked through. */
	readonly revoked: () => void;
	/** Erases rooms for good, and sends away who is in them. */
	readonly erase: (rooms: readonly string[]) => Promise<Result<void, StoreTrouble>>;
	/** The metrics in the text format of Prometheus. */
	readonly metrics: () => Promise<string>;
	/** Why nothing can be written now, as far as is known. */
	readonly trouble: () => StoreTrouble | undefined;
	/** A handler failed in a way that nobody foresaw; for the log. */
	readonly failed: (cause: unknown) => void;
};

/** Whose request it is, where they may; else what to answer. `lab`: the one that the address names. */
export function admitted(
	{ door }: Pick<EndpointWorld, 'door'>,
	request: IncomingMessage,
	lab: string,
	may: (capability: Capability) => boolean,
): Capability | Reply {
	const session = door.admit(request);
	if (!session.ok) return turnedAway(session.error);
	const { capability } = session.value;
	if (capability.lab !== lab) return problem(403, 'wrong_lab', 'the capability is of another lab');
	return may(capability) ? capability : problem(403, 'not_allowed', 'the capability does not allow this');
}

/** The door's refusal over HTTP. */
export function turnedAway({ code, reason }: Refusal): Reply {
	if (code === CLOSE.forbidden) return problem(403, 'forbidden', reason);
	return problem(401, 'unauthorized', reason, { 'WWW-Authenticate': 'Bearer' });
}
