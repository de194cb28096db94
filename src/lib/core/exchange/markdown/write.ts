// A path as a lab notebook to read and print: the line in view from the goal to the final conclusion, then what lies beside it. It is for people;
// what comes back into a program is the canonical file, and the report says what this one leaves out. Refused: front matter (readers
// print it), a table of contents (every reader makes its own), links between parts (anchors differ from reader to reader).

import { pathStatus } from '#lib/core/flow/status.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { definitionOf, type Records } from '#lib/core/exchange/airalogy/write.ts';
import { attachments } from '#lib/core/exchange/archive/write.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { branchesOf, branchText, proposalText } from './beside.ts';
import { lostLines } from './lost.ts';
import { Reading, utc } from './reading.ts';
import { otherKinds, stageText } from './stage.ts';
import { blocks, code, heading, quoted } from './text.ts';
import type { MarkdownWords } from './words.ts';

export interface WrittenMarkdown {
	/** Ends in a line break. */
	readonly text: string;
	readonly lost: readonly ReportLine[];
}

/** The notebook of a path, in the language of `words`. */
export function writeMarkdown(
	snapshot: PathSnapshot,
	records: Records,
	words: MarkdownWords,
): WrittenMarkdown {
	const reading = new Reading(snapshot, records, words);
	const { tree } = reading;
	const branches = branchesOf(reading);
	const others = otherKinds(reading);
	const line = tree.line.filter((stage) => tree.live(stage));
	const last = line.at(-1);
	const text = blocks([
		heading(1, quoted(snapshot.meta?.title ?? '') || words.untitled),
		headText(reading),
		...line.map((stage) => stageText(reading, stage, stage === last, others)),
		fileText(reading),
		proposalText(reading),
		branchText(reading, branches),
	]);
	return { text: `${text}\n`, lost: lostLines(reading, branches) };
}

function headText(reading: Reading): string {
	const { snapshot, words, tree } = reading;
	const { meta } = snapshot;
	const workflow = definitionOf(snapshot)?.workflow;
	const { status, paused } = pathStatus(snapshot, tree);
	const rounds = tree.line.filter(
		(stage) => typeof snapshot.stages.get(stage)?.choice === 'number' && tree.live(stage),
	);
	const names = [...new Set([...snapshot.people.keys()].sort().map((id) => reading.person(id)))];
	const lines = [
		workflow ? words.workflow(quoted(workflow.title || workflow.id), code(workflow.id)) : '',
		paused ? `${words.status(status)}; ${words.paused}` : words.status(status),
		meta ? words.begun(utc(meta.createdAt), reading.person(meta.createdBy)) : '',
		names.length > 0 ? words.people(names) : '',
		words.rounds(rounds.length),
	];
	return lines
		.filter((one) => one !== '')
		.map((one) => `- ${one}`)
		.join('\n');
}

function fileText({ snapshot, words }: Reading): string {
	const files = attachments(snapshot);
	if (files.length === 0) return '';
	const items = files.map(({ name, sha256 }) => `- ${quoted(name)} (SHA-256 ${code(sha256)})`);
	return blocks([heading(2, words.files), items.join('\n')]);
}
