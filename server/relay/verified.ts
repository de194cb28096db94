// Capabilities that were read and verified, so that a client that comes back with the same one costs no signature. What time does to it is
// looked at every time. Only good ones are remembered: forged ones would push them out.

import { readCapability, timeFault, type Capability, type CapabilityFault } from '#lib/wire/capability.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { verifyEd25519 } from './ed25519.ts';

/** How many are remembered, of at most 4 kB each. */
const REMEMBERED = 2_000;

export class VerifiedCapabilities {
	readonly #known = new Map<string, Capability>();

	/** Reads a capability that counts at `now` (milliseconds). */
	read(token: string, now: number): Result<Capability, CapabilityFault> {
		const known = this.#known.get(token);
		if (known === undefined) {
			const read = readCapability(token, { now, verify: verifyEd25519 });
			if (read.ok) this.#remember(token, read.value);
			return read;
		}
		const fault = timeFault(known, now);
		if (fault !== undefined) return err(fault);
		this.#remember(token, known);
		return ok(known);
	}

	#remember(token: string, capability: Capability): void {
		this.#known.delete(token);
		this.#known.set(token, capability);
		const oldest = this.#known.size > REMEMBERED ? this.#known.keys().next().value : undefined;
		if (oldest !== undefined) this.#known.delete(oldest);
	}
}
