// Opening one database so that it always settles: opened, absent, blocked, refused or too late. A late success is closed at once, so that no
// forgotten connection blocks another tab. Looking for a document does not create it. Refused: indexedDB.databases(), which not every
// browser has and which answers for a moment that has passed.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { faultOf } from './faults.ts';

export interface Opened {
	/** Undefined where there is none and none was to be created. */
	readonly db: IDBDatabase | undefined;
	/** It was created just now, and is empty. */
	readonly fresh: boolean;
}

/** Opens `name` in y-indexeddb's layout within `ms`; 'existing' leaves an absent database absent. */
export function openDatabase(
	factory: IDBFactory | undefined,
	name: string,
	mode: 'existing' | 'create',
	ms: number,
): Promise<Result<Opened, StorageFault>> {
	return new Promise((resolve) => {
		let settled = false;
		let fresh = false;
		let absent = false;
		const settle = (outcome: Result<Opened, StorageFault>): void => {
			settled = true; // a second answer is ignored by the promise
			clearTimeout(timer);
			resolve(outcome);
		};
		const timer = setTimeout(
			() => settle(err({ why: 'timeout', detail: `opening did not answer in ${String(ms)} ms` })),
			ms,
		);
		const request = tryOpen(factory, name);
		if (!request.ok) {
			settle(request);
			return;
		}
		const open = request.value;
		open.onupgradeneeded = () => {
			fresh = true;
			absent = mode === 'existing' || settled;
			if (absent) open.transaction?.abort();
			else createStores(open.result);
		};
		open.onblocked = () => settle(err({ why: 'blocked', detail: 'another tab holds the database' }));
		open.onerror = (event) => {
			// Handled here: an unhandled error would also be reported to the page.
			event.preventDefault();
			settle(absent ? ok({ db: undefined, fresh: false }) : err(refusal(open.error)));
		};
		open.onsuccess = () => {
			const db = open.result;
			const ours = db.objectStoreNames.contains('updates');
			if (settled || !ours) db.close();
			if (ours) settle(ok({ db, fresh }));
			else settle(err({ why: 'damaged', detail: `no store "updates" in "${name}"` }));
		};
	});
}

function tryOpen(factory: IDBFactory | undefined, name: string): Result<IDBOpenDBRequest, StorageFault> {
	if (factory === undefined) return err({ why: 'unavailable', detail: 'no IndexedDB' });
	try {
		return ok(factory.open(name));
	} catch (error) {
		return err(refusal(error));
	}
}

function createStores(db: IDBDatabase): void {
	db.createObjectStore('updates', { autoIncrement: true });
	db.createObjectStore('custom');
}

/** Firefox says InvalidStateError where a private window allows no storage. */
function refusal(error: unknown): StorageFault {
	const fault = faultOf(error);
	return fault.why === 'closed' ? { ...fault, why: 'unavailable' } : fault;
}
