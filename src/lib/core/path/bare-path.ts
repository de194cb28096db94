// A document read entry by entry, for edits that must look at one cell or stage before they write. A snapshot of the whole path would take
// a tenth of a second at 1,000 stages. Refused: asking callers for a snapshot: it could be older than the document.

import type * as Y from 'yjs';
import type { ContentSource } from './content.ts';
import * as doors from './doors.ts';
import { mapsOf, storedText } from './document.ts';
import type { Proposal } from './entries.ts';
import { assembleFields, readFieldEntry } from './field-index.ts';
import { ProposalId, textName, type CellId, type StageId } from './names.ts';
import type { Door } from './shelf.ts';
import { checkProposal } from './vault.ts';

/** What content.ts needs of a document, read when it is asked for; names of texts are those of one stage, if one is named. */
export function barePath(doc: Y.Doc, only?: StageId): ContentSource {
	const maps = mapsOf(doc);
	return {
		stages: lookup(maps.stages, doors.stageDoor),
		gone: lookup(maps.gone, doors.goneDoor),
		cells: lookup(maps.cells, doors.cellDoor),
		shown: { get: (cell) => doors.shownDoor.read(maps.cells.get(doors.shownKey(cell))) },
		records: lookup(maps.record, doors.recordDoor),
		proposalsOf: { get: (cell) => proposalsMadeFor(maps.proposals, cell) },
		proposal: (id) => readProposal(doc, id),
		text: (cell, variant) => storedText(doc, textName(cell, variant)),
		textNames: () => {
			const prefix = only === undefined ? 'cell/' : `cell/${only}/`;
			return [...doc.share.keys()].filter((name) => name.startsWith(prefix)).sort();
		},
		fields: (stage, variant) => {
			const prefix = `${stage}/${variant}/`;
			const written = [...maps.fields.keys()]
				.filter((key) => key.startsWith(prefix))
				.map((key) => readFieldEntry(key, maps.fields.get(key)));
			return assembleFields(written.filter((entry) => entry !== undefined));
		},
	};
}

/** One proposal of a document, checked against its id. */
export function readProposal(doc: Y.Doc, id: ProposalId): Proposal | undefined {
	const raw = mapsOf(doc).proposals.get(id);
	if (raw === undefined) return undefined;
	const checked = checkProposal(id, raw);
	return 'value' in checked ? checked.value : undefined;
}

/** A proposal of a document if it is there, undamaged, and made for `cell`. */
export function proposalFor(doc: Y.Doc, id: ProposalId, cell: CellId): Proposal | undefined {
	const proposal = readProposal(doc, id);
	return proposal?.cell === cell ? proposal : undefined;
}

function proposalsMadeFor(proposals: Y.Map<unknown>, cell: CellId): readonly ProposalId[] {
	const found: ProposalId[] = [];
	proposals.forEach((raw, key) => {
		if (typeof raw !== 'object' || raw === null || !('cell' in raw) || raw.cell !== cell) return;
		const id = ProposalId.safeParse(key);
		if (id.success) found.push(id.data);
	});
	return found.sort();
}

function lookup<K extends string, V>(map: Y.Map<unknown>, door: Door<K, V>): { get(key: K): V | undefined } {
	return {
		get: (key) => {
			const value = map.get(key);
			return value === undefined ? undefined : door.read(value);
		},
	};
}
