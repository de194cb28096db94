// Loaded into a relay under test before its own code (`--import`): answers the question how much memory is held after garbage was collected,
// so that a test of leaks measures what is kept and not when V8 felt like tidying. It changes nothing else and keeps nothing alive.

import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel !== undefined) {
	process.on('message', () => {
		for (let round = 0; round < 3; round++) globalThis.gc?.();
		process.send?.(process.memoryUsage());
	});
	process.channel.unref();
}
