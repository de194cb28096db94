// Hands a text to the person as a file, where the browser keeps downloads.

/** Starts a download of `text` under `fileName`. */
export function download(fileName: string, text: string, type = 'application/json'): void {
	const url = URL.createObjectURL(new Blob([text], { type }));
	const link = document.createElement('a');
	link.href = url;
	link.download = fileName;
	link.click();
	// The browser has taken the blob once the click returned; a task later nothing refers to it any more.
	setTimeout(() => URL.revokeObjectURL(url), 0);
}
