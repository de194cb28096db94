// Foreseeable failure is a value with a named reason, so that callers must decide; bugs throw.
// Refused: a class with map/flatMap. Plain unions read well in `if (!r.ok)` and narrow by themselves.

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E> = { readonly ok: false; readonly error: E };
export type Result<T, E> = Ok<T> | Err<E>;

/** Wraps a success. */
export function ok<T>(value: T): Ok<T> {
	return { ok: true, value };
}

/** Wraps a foreseeable failure with its reason. */
export function err<const E>(error: E): Err<E> {
	return { ok: false, error };
}
