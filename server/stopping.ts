// How a server ends when it is told to: what runs may end, within bounds; a second signal does not wait.

import type { Serving } from './main.ts';

/** Milliseconds that running requests may take. */
const PATIENCE = 5_000;

/** Closes on SIGINT and SIGTERM, then ends the process. */
export function stopOnSignals(serving: Serving): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			process.once(signal, () => process.exit(1));
			void serving.close(PATIENCE).then(() => process.exit(0));
		});
	}
}
