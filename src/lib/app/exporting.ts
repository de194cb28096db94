// A path as a file, written by the exchange: this side only hands over what the exchange asks for, as it is on the device, and an open
// document as it is on the screen. Works while storage fails, because that is when a copy is needed.

import type { ExportForm } from '#lib/core/exchange/forms.ts';
import type { PathId, RecordId } from '#lib/core/path/names.ts';
import type {
	DocumentStore,
	Exchange,
	Files,
	Running,
	StorageFault,
	Stopped,
	Supplies,
	Wanted,
	WriteOutcome,
} from '#lib/ports.ts';
import { pathRoom, recordRoom } from './rooms.ts';

export interface ExportingOutside {
	readonly documents: DocumentStore;
	readonly files: Files;
	readonly exchange: () => Promise<Exchange>;
}

export interface ExportWish {
	readonly id: PathId;
	readonly lab: string;
	readonly form: ExportForm;
	readonly language: string;
}

/** `absent`: there is no such document on this device. */
export type Exported =
	| WriteOutcome
	| Stopped
	| { readonly at: 'absent' }
	| { readonly at: 'failed'; readonly fault: StorageFault };

/** So many records are read at a time. */
const TOGETHER = 8;

/** Writes a path in one form. */
export async function exportPath(
	{ documents, files, exchange }: ExportingOutside,
	{ id, lab, form, language }: ExportWish,
	onstart: (running: Running<WriteOutcome>) => void = () => undefined,
): Promise<Exported> {
	const updates = await documents.updates(pathRoom(lab, id));
	if (!updates.ok) return { at: 'failed', fault: updates.error };
	if (updates.value === undefined) return { at: 'absent' };
	const loaded = await exchange().catch((cause: unknown) => String(cause));
	if (typeof loaded === 'string') return { at: 'died', detail: loaded };
	const running = loaded.write({ form, id, language, updates: updates.value }, (wanted) =>
		supplies({ documents, files }, lab, wanted),
	);
	onstart(running);
	return running.result;
}

async function supplies(
	{ documents, files }: Pick<ExportingOutside, 'documents' | 'files'>,
	lab: string,
	wanted: Wanted,
): Promise<Supplies> {
	const records = new Map<RecordId, readonly Uint8Array[]>();
	for (let from = 0; from < wanted.records.length; from += TOGETHER) {
		const some = wanted.records.slice(from, from + TOGETHER);
		const read = await Promise.all(some.map((record) => documents.updates(recordRoom(lab, record))));
		// One that cannot be read is missing, which the file's report says.
		for (const [at, record] of some.entries()) {
			const answer = read[at];
			if (answer?.ok && answer.value !== undefined) records.set(record, answer.value);
		}
	}
	const bytes = new Map<string, Uint8Array>();
	for (const sha256 of wanted.files) {
		const file = await files.get(sha256);
		if (file.ok && file.value !== undefined) bytes.set(sha256, file.value);
	}
	return { records, files: bytes };
}
