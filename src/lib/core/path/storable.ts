// What goes into a document is copied and checked first: Yjs keeps the object it is given (whoever changes it later would change the document
// without a transaction), throws while encoding half an emoji, and turns a key `__proto__` into a prototype. Halves of surrogate
// pairs become U+FFFD, counted, so that the caller can say so. Refused: letting the encoder throw long after the edit.

import type { Json } from '#lib/core/json/json.ts';

export interface Storable<T> {
	readonly value: T;
	readonly replaced: number;
}

/** A text as UTF-8 can hold it, with the number of lone surrogates that were replaced. */
export function storableText(text: string): Storable<string> {
	if (text.isWellFormed()) return { value: text, replaced: 0 };
	let replaced = 0;
	const value = text.replace(/\p{Surrogate}/gu, () => {
		replaced += 1;
		return '\ufffd';
	});
	return { value, replaced };
}

/** A deep copy that is JSON and can be stored; undefined where it cannot be (NaN, functions, a key `__proto__`). Keys set to undefined go. */
export function storable(value: unknown): Storable<Json> | undefined {
	const count = { replaced: 0 };
	const copied = copy(value, count);
	return copied === undefined ? undefined : { value: copied, replaced: count.replaced };
}

function copy(value: unknown, count: { replaced: number }): Json | undefined {
	if (typeof value === 'string') {
		const text = storableText(value);
		count.replaced += text.replaced;
		return text.value;
	}
	if (value === null || typeof value === 'boolean') return value;
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (Array.isArray(value)) return copyList(value, count);
	if (typeof value !== 'object') return undefined;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null ? copyObject(value, count) : undefined;
}

function copyList(list: readonly unknown[], count: { replaced: number }): Json | undefined {
	const items: Json[] = [];
	for (const item of list) {
		const copied = copy(item, count);
		if (copied === undefined) return undefined;
		items.push(copied);
	}
	return items;
}

function copyObject(object: object, count: { replaced: number }): Json | undefined {
	const result: Record<string, Json> = {};
	for (const [key, item] of Object.entries(object)) {
		if (item === undefined) continue;
		const name = storableText(key);
		count.replaced += name.replaced;
		const copied = copy(item, count);
		if (copied === undefined || name.value === '__proto__') return undefined;
		result[name.value] = copied;
	}
	return result;
}
