// The exchange as a browser runs it: in a worker, or in the page where there are no workers. Loaded when the first file comes or goes.

import type { Exchange, World } from '#lib/ports.ts';
import { InProcessExchange } from './in-process.ts';
import { WorkerExchange } from './in-worker.ts';

/** The best exchange this browser has. */
export function browserExchange(world: World): Exchange {
	if ('Worker' in globalThis) return new WorkerExchange();
	return new InProcessExchange({ newId: () => world.id() });
}
