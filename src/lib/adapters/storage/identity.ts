// Who this device is: a member key and a private lab's key, made offline at the first run, so that ids and authors are real from the first
// path. Private keys stay raw bytes in a table of their own, which nothing lists, shows or logs. They are not encrypted: whoever has the
// device has them, and Settings say so. Refused: non-extractable WebCrypto keys (absent on http over a LAN address, and no backup possible).

import * as z from 'zod/mini';
import { colourOf } from '#lib/core/keys/colour.ts';
import type { KeyPair } from '#lib/core/keys/key-pair.ts';
import { thumbprint } from '#lib/core/keys/thumbprint.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Identity, IdentityKeeper, StorageFault } from '#lib/ports.ts';
import type { DeviceDatabase } from './device-database.ts';
import { faultOf } from './faults.ts';

const KEY = 'self';
const Thumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const IdentityRow = z.looseObject({
	lab: z.looseObject({ id: Thumbprint, name: z.string() }),
	member: z.looseObject({ id: Thumbprint, name: z.string(), colour: z.string() }),
});

export interface IdentityOptions {
	/** Fills an array with unpredictable bytes. */
	readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
	/** Undefined where the browser has no locks: then the transaction alone decides which tab was first. */
	readonly locks: LockManager | undefined;
	/** Brings the curve, which only the first run needs. */
	readonly curve: () => Promise<{ readonly keyPairFrom: (seed: Uint8Array) => KeyPair }>;
}

export class DeviceIdentity implements IdentityKeeper {
	#device: DeviceDatabase;
	#options: IdentityOptions;

	constructor(device: DeviceDatabase, options: Partial<IdentityOptions> = {}) {
		this.#device = device;
		this.#options = {
			random: (bytes) => crypto.getRandomValues(bytes),
			locks: (globalThis.navigator as Navigator | undefined)?.locks,
			curve: () => import('#lib/core/keys/key-pair.ts'),
			...options,
		};
	}

	async load(): Promise<Result<Identity, StorageFault>> {
		const found = await this.#read();
		if (!found.ok || found.value !== undefined) return found as Result<Identity, StorageFault>; // a value, or the fault
		const { locks } = this.#options;
		if (locks === undefined) return this.#make();
		return locks.request('pathbook/identity', () => this.#make());
	}

	async rename(change: {
		name?: string;
		colour?: string;
		labName?: string;
	}): Promise<Result<Identity, StorageFault>> {
		const loaded = await this.load();
		if (!loaded.ok) return loaded;
		return this.#settle(async () => {
			const row: unknown = await this.#device.table('identity').get(KEY);
			const { lab, member, ...rest } = IdentityRow.parse(row);
			const next = {
				...rest,
				lab: { ...lab, name: change.labName ?? lab.name },
				member: {
					...member,
					name: change.name ?? member.name,
					colour: change.colour ?? member.colour,
				},
			};
			await this.#device.table('identity').put(next);
			return identityOf(next);
		});
	}

	watch(listener: () => void): () => void {
		return this.#device.watch(['identity'], listener);
	}

	/** Undefined where there is none yet. One that cannot be read is damaged, and is never replaced by a new one. */
	async #read(): Promise<Result<Identity | undefined, StorageFault>> {
		const row = await this.#device.read(() => this.#device.table('identity').get(KEY));
		if (!row.ok || row.value === undefined) return row as Result<undefined, StorageFault>; // narrowed by the test
		const parsed = IdentityRow.safeParse(row.value);
		return parsed.success ? ok(identityOf(parsed.data)) : err({ why: 'damaged', detail: 'identity' });
	}

	/** Makes keys, unless another tab was quicker; then its identity is the answer. */
	async #make(): Promise<Result<Identity, StorageFault>> {
		const found = await this.#read();
		if (!found.ok || found.value !== undefined) return found as Result<Identity, StorageFault>; // a value, or the fault
		const curve = await this.#options.curve().catch((error: unknown) => faultOf(error));
		if ('why' in curve) return err(curve); // offline, or a newer build: nothing is made, and asking again is safe
		const { keyPairFrom } = curve;
		const lab = keyPairFrom(this.#options.random(new Uint8Array(32)));
		const member = keyPairFrom(this.#options.random(new Uint8Array(32)));
		const labId = thumbprint(lab.publicKey);
		const id = thumbprint(member.publicKey);
		return this.#settle(async () => {
			const quicker: unknown = await this.#device.table('identity').get(KEY);
			if (quicker !== undefined) return identityOf(IdentityRow.parse(quicker));
			const made = {
				lab: { id: labId, name: '' },
				member: { id, name: '', colour: colourOf(id) },
			};
			await this.#device.table('keys').put({ id: labId, kind: 'lab', ...lab });
			await this.#device.table('keys').put({ id, kind: 'member', ...member });
			await this.#device.table('identity').put({ key: KEY, ...made });
			return made;
		});
	}

	#settle(body: () => Promise<Identity>): Promise<Result<Identity, StorageFault>> {
		return this.#device.write(['identity', 'keys'], body);
	}
}

/** Only what an identity is: columns of another version stay in the row. */
function identityOf({ lab, member }: z.infer<typeof IdentityRow>): Identity {
	return {
		lab: { id: lab.id, name: lab.name },
		member: { id: member.id, name: member.name, colour: member.colour },
	};
}
