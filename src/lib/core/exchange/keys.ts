// Foreign objects are taken apart by their keys: some are ours, the rest is kept.

import type { Json, JsonObject } from '#lib/core/json/json.ts';

/** The entries of an object without some keys. */
export function without(value: JsonObject, keys: readonly string[]): Record<string, Json> {
	return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
