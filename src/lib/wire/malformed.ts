// What is wrong with bytes from a stranger, for logs and metrics alone: the one who sent them is told a close code.

/** A code for programs, and the offset in bytes where reading stopped. */
export type Malformed = { readonly code: string; readonly at: number };
