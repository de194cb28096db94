// A server that mostly passes bytes on makes much short-lived garbage and keeps little. V8 lets the space for young objects grow to tens of
// megabytes for it, in every thread, which is most of what a quiet relay would hold. Kept small, collections are more frequent and as cheap.
// What was compiled is kept too, so that from the second start on no thread loads the compiler for TypeScript (25 MB in each).
// Set by code and not by a flag of the command line, so that however the server is started it is the same.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Keeps the space for young objects from growing, and what was compiled; to be called before anything else. */
export function keepHeapLean(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
	enableCompileCache(join(import.meta.dirname, '../.cache/compiled')); // where nothing can be kept, nothing changes
}
