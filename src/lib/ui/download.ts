// Hands a text or bytes to the person as a file, where the browser keeps downloads.

/** Starts a download of `text` under `fileName`. */
export function download(fileName: string, text: string, type = 'application/json'): void {
	save(fileName, new Blob([text], { type }));
}

/** Starts a download of bytes. */
export function downloadBytes(fileName: string, bytes: Uint8Array, type: string): void {
	// Bytes of ours never stand on shared memory, which is what the type leaves open.
	save(fileName, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
}

function save(fileName: string, blob: Blob): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement('a');
	link.href = url;
	link.download = fileName;
	link.click();
	// The browser has taken the blob once the click returned; a task later nothing refers to it any more.
	setTimeout(() => URL.revokeObjectURL(url), 0);
}
