// A server that mostly passes bytes on makes much short-lived garbage and keeps little. V8 lets the space for young objects grow to tens of
// megabytes for it, in every thread, which is most of what a quiet relay would hold. Kept small, collections are more frequent and as cheap.
// Set by code and not by a flag of the command line, so that however the server is started it is the same.

import { setFlagsFromString } from 'node:v8';

/** Keeps the space for young objects from growing; to be called before anything else. */
export function keepHeapLean(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
}
