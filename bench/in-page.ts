// What is measured inside the page. These functions are sent to the browser as text, so each stands alone and knows nothing of this file.

/** Runs before the app's first script: `pathbookUsable` settles when the path can be worked in. */
export function watchForUsable(): void {
	const usable = new Promise<{ shown: number; usable: number }>((resolve) => {
		let shown: number | undefined;
		// Usable: what the path waits for is there, a key (g: go to it) was taken and moved the focus there, and that was painted.
		const look = (): void => {
			const anchor = document.querySelector('#next, .cell.waiting');
			if (anchor === null) {
				requestAnimationFrame(look);
				return;
			}
			shown ??= performance.now();
			const at = shown;
			dispatchEvent(new KeyboardEvent('keydown', { key: 'g' }));
			setTimeout(() => {
				if (document.activeElement !== anchor) requestAnimationFrame(look);
				else requestAnimationFrame(() => setTimeout(() => resolve({ shown: at, usable: performance.now() })));
			});
		};
		requestAnimationFrame(look);
	});
	Object.assign(globalThis, { pathbookUsable: usable });
}

/** The answer of `watchForUsable`, in ms since the navigation began. */
export function whenUsable(): Promise<{ shown: number; usable: number }> {
	return Reflect.get(globalThis, 'pathbookUsable') as Promise<{ shown: number; usable: number }>; // put there above
}

/** The id of this browser's private lab, which names its documents; undefined until the first visit has made it. */
export async function labId(): Promise<string | undefined> {
	const database = await new Promise<IDBDatabase>((resolve, reject) => {
		const request = indexedDB.open('pathbook');
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(new Error('no database'));
	});
	try {
		if (!database.objectStoreNames.contains('identity')) return undefined;
		return await new Promise((resolve) => {
			const request = database.transaction('identity').objectStore('identity').get('self');
			// The row as identity.ts writes it; it is our own browser's.
			request.onsuccess = () => resolve((request.result as { lab: { id: string } } | undefined)?.lab.id);
			request.onerror = () => resolve(undefined);
		});
	} finally {
		database.close();
	}
}

/** Stores a document as the app would have left it: y-indexeddb's layout, one row. */
export function storeDocument({ room, base64 }: { room: string; base64: string }): Promise<void> {
	const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(room);
		request.onerror = () => reject(new Error('not opened'));
		request.onupgradeneeded = () => {
			request.result.createObjectStore('updates', { autoIncrement: true });
			request.result.createObjectStore('custom');
		};
		request.onsuccess = () => {
			const transaction = request.result.transaction('updates', 'readwrite');
			transaction.objectStore('updates').add(bytes);
			transaction.oncomplete = () => {
				request.result.close();
				resolve();
			};
			transaction.onabort = () => reject(new Error('not stored'));
		};
	});
}

/** From now on notes for each key how long it took from the press to the frame that shows it, in ms. */
export function watchKeys(): void {
	const waits: number[] = [];
	addEventListener(
		'keydown',
		({ timeStamp }) =>
			requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - timeStamp))),
		true,
	);
	Object.assign(globalThis, { pathbookKeys: waits });
}

export function keyWaits(): number[] {
	return Reflect.get(globalThis, 'pathbookKeys') as number[]; // put there above
}

/** From now on notes when frames come, and the longest time between two. */
export function watchFrames(): void {
	const start = performance.now();
	const seen = { start, last: start, longest: 0, missed: 0, stop: false };
	const frame = (): void => {
		if (seen.stop) return;
		const now = performance.now();
		const gap = now - seen.last;
		seen.longest = Math.max(seen.longest, gap);
		// A frame is missed where its turn (60 a second) passed without one.
		seen.missed += Math.max(0, Math.round(gap / (1000 / 60)) - 1);
		seen.last = now;
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	Object.assign(globalThis, { pathbookFrames: seen });
}

/** What `watchFrames` saw until now, in ms and frames. */
export function framesSeen(): { lasted: number; longest: number; missed: number } {
	// Put there above.
	const seen = Reflect.get(globalThis, 'pathbookFrames') as {
		start: number;
		last: number;
		longest: number;
		missed: number;
		stop: boolean;
	};
	seen.stop = true;
	const lasted = performance.now() - seen.start;
	return { lasted, longest: seen.longest, missed: seen.missed };
}
