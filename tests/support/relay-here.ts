// One relay for the tests of a file, or one for a single test; gone afterwards, whatever happened.

import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { RelayProcess, type RelayOptions } from './relay-process.ts';

/** A relay for all tests of a file: started before the first, ended after the last. */
export function relayForAll(options: RelayOptions = {}): { readonly relay: RelayProcess } {
	const started: RelayProcess[] = [];
	beforeAll(async () => void started.push(await RelayProcess.start(options)));
	afterAll(() => Promise.all(started.map((relay) => relay.end())));
	return {
		get relay() {
			const [relay] = started;
			if (relay === undefined) throw new Error('the relay starts before the tests');
			return relay;
		},
	};
}

/** A relay for the test that is running. */
export async function relayForTest(options: RelayOptions = {}): Promise<RelayProcess> {
	const relay = await RelayProcess.start(options);
	onTestFinished(() => relay.end());
	return relay;
}
