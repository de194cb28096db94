// Who comes in: a capability that its lab signed, that counts now and was not taken back, of a lab that this relay serves, from a page that may.
// The same for sockets and for HTTP, and asked again while a session lives. What is revoked is held in memory, whole: it is asked about
// every half second for every session.

import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '#lib/core/result.ts';
import { timeFault, type Capability, type CapabilityFault } from '#lib/wire/capability.ts';
import { CLOSE } from '#lib/wire/close-codes.ts';
import type { RelaySettings } from '../relay-settings.ts';
import type { Store, StoreTrouble } from '../store/store.ts';
import { ClaimCode } from './claim-code.ts';
import { isFromAllowedPage, isFromThisMachine, tokenOf } from './credentials.ts';
import { VerifiedCapabilities } from './verified.ts';

export type Session = { readonly capability: Capability };

/** Why somebody does not come in; `reason` is for people who debug. */
export type Refusal = {
	readonly code: typeof CLOSE.unauthorized | typeof CLOSE.forbidden;
	readonly reason: string;
};

export type ClaimFault =
	| { readonly why: 'wrong_code' | 'too_many' | 'claimed_by_another' | 'labs_are_listed' }
	| { readonly why: 'trouble'; readonly trouble: StoreTrouble };

export type DoorSettings = Pick<RelaySettings, 'admission' | 'origins'>;
export type DoorStore = Pick<Store, 'revoked' | 'claimed' | 'claim'>;

/** Opens the door. `say` prints for the person who started the relay; `now` is in milliseconds since 1970. */
export async function createDoor(
	settings: DoorSettings,
	store: DoorStore,
	say: (line: string) => void,
	now: () => number = Date.now,
): Promise<Door> {
	const [revoked, claimed] = await Promise.all([store.revoked(), store.claimed()]);
	const door = new Door(settings, store, { say, now }, claimed);
	for (const [lab, { ids }] of revoked) door.revoke(lab, ids);
	if (settings.admission.kind === 'claim') door.offerClaim();
	return door;
}

export class Door {
	readonly #settings: DoorSettings;
	readonly #store: DoorStore;
	readonly #world: { readonly say: (line: string) => void; readonly now: () => number };
	readonly #capabilities = new VerifiedCapabilities();
	readonly #revoked = new Map<string, Set<string>>();
	readonly #code = new ClaimCode();
	#claimed: string | undefined;
	#offered = false;

	constructor(
		settings: DoorSettings,
		store: DoorStore,
		world: { readonly say: (line: string) => void; readonly now: () => number },
		claimed: string | undefined,
	) {
		this.#settings = settings;
		this.#store = store;
		this.#world = world;
		this.#claimed = claimed;
	}

	/** Whom a request comes from, whatever lab that is of. */
	identify(request: IncomingMessage): Result<Session, Refusal> {
		if (!isFromAllowedPage(request, this.#settings.origins)) return refused('this page may not connect');
		const token = tokenOf(request);
		if (token === undefined) return unknown('no capability');
		const capability = this.#capabilities.read(token, this.#world.now());
		if (!capability.ok) return unknown(REASONS[capability.error]);
		const session = { capability: capability.value };
		const refusal = this.stillValid(session);
		return refusal === undefined ? ok(session) : err(refusal);
	}

	/** Whom a request comes from, where this relay serves their lab. */
	admit(request: IncomingMessage): Result<Session, Refusal> {
		const session = this.identify(request);
		if (!session.ok || this.#serves(session.value.capability.lab, request)) return session;
		return refused('this relay does not serve this lab');
	}

	/** Why a session that came in may not stay; undefined where it may. */
	stillValid({ capability }: Session): Refusal | undefined {
		const fault = timeFault(capability, this.#world.now());
		if (fault !== undefined) return { code: CLOSE.unauthorized, reason: REASONS[fault] };
		if (this.#revoked.get(capability.lab)?.has(capability.jti))
			return { code: CLOSE.forbidden, reason: 'the capability was revoked' };
		return undefined;
	}

	/** From now on these capabilities count no more. */
	revoke(lab: string, ids: Iterable<string>): void {
		const revoked = this.#revoked.get(lab) ?? new Set();
		for (const id of ids) revoked.add(id);
		this.#revoked.set(lab, revoked);
	}

	/** All that a lab revoked. */
	revokedOf(lab: string): ReadonlySet<string> {
		return this.#revoked.get(lab) ?? new Set();
	}

	/** Makes the relay a lab's, for ever, where the code is right. The same lab may ask again. */
	async claim(lab: string, code: string): Promise<Result<void, ClaimFault>> {
		if (this.#settings.admission.kind === 'list') return err({ why: 'labs_are_listed' });
		const checked = this.#code.check(code, this.#world.now());
		if (checked === 'too_many') return err({ why: 'too_many' });
		if (checked === 'wrong') return err({ why: 'wrong_code' });
		const owner = await this.#store.claim(lab);
		if (!owner.ok) return err({ why: 'trouble', trouble: owner.error });
		this.#claimed = owner.value;
		return owner.value === lab ? ok(undefined) : err({ why: 'claimed_by_another' });
	}

	/** Shows the code, once, while nobody has claimed the relay. */
	offerClaim(): void {
		if (this.#claimed !== undefined || this.#offered) return;
		this.#offered = true;
		this.#world.say(`To claim this relay for your lab, give the app this code: ${this.#code.text}`);
	}

	#serves(lab: string, request: IncomingMessage): boolean {
		const { admission } = this.#settings;
		if (admission.kind === 'list') return admission.labs.has(lab);
		if (lab === this.#claimed) return true;
		if (admission.kind === 'claim') return false;
		if (isFromThisMachine(request)) return true;
		this.offerClaim(); // somebody put a proxy before a relay that was to be open here alone
		return false;
	}
}

const REASONS: Readonly<Record<CapabilityFault, string>> = {
	too_large: 'the capability is too large',
	malformed: 'the capability is malformed',
	wrong_header: 'the capability is of another kind',
	wrong_claims: 'the capability does not say what it must',
	wrong_key: 'the capability was not signed by its lab',
	forged: 'the capability is forged',
	from_future: 'the capability is from the future',
	expired: 'the capability expired',
};

function refused(reason: string): Result<never, Refusal> {
	return err({ code: CLOSE.forbidden, reason });
}

function unknown(reason: string): Result<never, Refusal> {
	return err({ code: CLOSE.unauthorized, reason });
}
