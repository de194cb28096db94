// What tabs of one browser say to each other. Tabs can run two versions of the app at once (one was opened before an update), so every
// message carries its version and is parsed; what does not parse is for somebody else. Refused: structured clones that are trusted.

import * as z from 'zod/mini';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const Tab = z.int().check(z.gte(0));
const Count = z.int().check(z.gte(0));

export const TabMessage = z.discriminatedUnion('type', [
	/** "I am here and know this much." `answer` marks the reply to a greeting, which is not greeted back. */
	z.object({ v: z.literal(1), type: z.literal('hello'), from: Tab, vector: Bytes, answer: z.boolean() }),
	/** The sender's nth update; one meant for a single tab names it in `to`. */
	z.object({
		v: z.literal(1),
		type: z.literal('update'),
		from: Tab,
		to: z.nullable(Tab),
		n: Count,
		update: Bytes,
	}),
	/** The sender's updates up to n are in storage, or could not be written. */
	z.object({ v: z.literal(1), type: z.literal('kept'), from: Tab, n: Count, kept: z.boolean() }),
	z.object({ v: z.literal(1), type: z.literal('bye'), from: Tab }),
]);
export type TabMessage = z.infer<typeof TabMessage>;
