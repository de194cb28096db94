// The door out: one function for every form, so that the app and the command line cannot write two different files of one path. Loads the YAML
// parser and the ZIP writer; whoever needs it loads it lazily.

import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { writeAira } from './aira/write.ts';
import { definitionOf, exportPath } from './airalogy/write.ts';
import { protocolsOf } from './archive/protocols.ts';
import { attachments, writeArchive } from './archive/write.ts';
import type { ExportForm, ExportSource, Written } from './forms.ts';
import type { MarkdownWords } from './markdown/words.ts';
import { writeMarkdown } from './markdown/write.ts';
import type { ReportLine } from './report.ts';
import { writeWorkflowBlock } from './workflow/block.ts';
import { writePublishedInfo } from './workflow/published.ts';

/** Writes a path in a form; `words` are those of Markdown, the only form with words of ours. */
export function exportAs(form: ExportForm, source: ExportSource, words: MarkdownWords): Written {
	const { snapshot, records } = source;
	switch (form) {
		case 'airalogy':
			return { ...json(exportPath(snapshot, records)), changed: [], lost: bytesLeftOut(source) };
		case 'aira': {
			const { value, changed, lost } = writeAira(snapshot, records);
			return { ...json(value), changed, lost: [...lost, ...bytesLeftOut(source)] };
		}
		case 'aira-archive': {
			const { bytes, lost } = writeArchive(source);
			return { bytes, extension: '.aira', mediaType: 'application/zip', changed: [], lost };
		}
		case 'markdown': {
			const { text, lost } = writeMarkdown(snapshot, records, words);
			return { ...markdown(text), changed: [], lost };
		}
		case 'workflow-info': {
			const { value, changed, lost } = writePublishedInfo(workflowOf(source));
			return { ...json(value, 2), changed, lost: [...lost, ...pathLeftOut(source)] };
		}
		case 'workflow-block': {
			const { text, changed, lost } = writeWorkflowBlock(workflowOf(source));
			return { ...markdown(text), changed, lost: [...lost, ...pathLeftOut(source)] };
		}
	}
}

type File = Pick<Written, 'bytes' | 'extension' | 'mediaType'>;

function json(value: Json, indent = 0): File {
	const bytes = utf8ToBytes(printJson(value, { indent }));
	return { bytes, extension: '.json', mediaType: 'application/json' };
}

function markdown(text: string): File {
	return { bytes: utf8ToBytes(text), extension: '.md', mediaType: 'text/markdown' };
}

/** A path whose definition cannot be read still has a file: a workflow that says nothing. */
function workflowOf({ snapshot }: ExportSource): Workflow {
	const empty = { logic: '', initial: null, defaultGoal: '', defaultStrategy: '' };
	const none: Workflow = {
		id: 'workflow',
		title: '',
		nodes: [],
		edges: null,
		...empty,
		form: 'info',
		source: null,
	} as const;
	return definitionOf(snapshot)?.workflow ?? none;
}

/** JSON names files by their hashes; their bytes stay behind. */
function bytesLeftOut({ snapshot }: ExportSource): ReportLine[] {
	const line = (pointer: string, name: string, size: number | null): ReportLine => ({
		file: '',
		pointer,
		rule: 'file_bytes_left_out',
		data: { name, size },
	});
	const ofProtocols = [...protocolsOf(snapshot).values()].flatMap(({ protocolId, files = [] }) =>
		files.map(({ path, size }) => line('/protocols_info', `${protocolId}/${path}`, size)),
	);
	const attached = attachments(snapshot).map(({ id, name, size }) =>
		line(`/path_data/pathbook/files/${id}`, name, size),
	);
	return [...ofProtocols, ...attached];
}

/** A workflow's forms say nothing of its path and of what its protocols hold. */
function pathLeftOut({ snapshot }: ExportSource): ReportLine[] {
	const texts = [...protocolsOf(snapshot).values()].filter(({ markdown: text }) => text !== null).length;
	const path: ReportLine = {
		file: '',
		pointer: '/path_data',
		rule: 'path_left_out',
		data: { count: snapshot.stages.size },
	};
	const protocols: ReportLine = {
		file: '',
		pointer: '/protocols_info',
		rule: 'protocol_texts_left_out',
		data: { count: texts },
	};
	return texts === 0 ? [path] : [path, protocols];
}
