// Small invented packages and archives, and what becomes of them.

import { importFiles, type ImportedFiles, type ImportFilesOptions } from '#lib/core/exchange/import-files.ts';
import { writeZip } from '#lib/core/exchange/intake/zip.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import type { ImportReport, Refusal } from '#lib/core/exchange/report.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { importer } from '../sample.ts';
import { decode, named, utf8 } from './bytes.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const BLOCK = [
	'```workflow',
	'version: airalogy.workflow.v1',
	'id: peat',
	'nodes:',
	'  - {id: core, protocol_id: coring, protocol_version: 0.1.0, title: Coring}',
	'  - {id: dry, protocol: ./drying, title: Drying}',
	'transitions:',
	'  - {id: t1, from: core, to: dry}',
	'```',
	'',
].join('\n');

/** The files of a protocol package in a folder. */
export function packed(folder: string, id: string, version: string, more: Files = {}): Files {
	const files: Files = {
		'protocol.aimd': `# ${id}\n\n{{var|depth: float}}\n`,
		'protocol.toml': `[airalogy_protocol]\nid = "${id}"\nversion = "${version}"\n`,
		...more,
	};
	return Object.fromEntries(Object.entries(files).map(([name, content]) => [folder + name, content]));
}

export function zipped(files: Files): Uint8Array {
	return writeZip(named(files));
}

export function attempt(files: Files, more: Partial<ImportFilesOptions> = {}) {
	return importFiles(named(files), { ...importer(), decode, readWorkflow, ...more });
}

export function brought(files: Files, more: Partial<ImportFilesOptions> = {}): ImportedFiles {
	const done = attempt(files, more);
	if (!done.ok) throw new Error(refused(done.error).join('\n'));
	return done.value;
}

export function refused(refusals: readonly Refusal[]): string[] {
	return refusals.map(({ file, rule, data }) => `${file} ${rule} ${printJson(data)}`);
}

export function refusalsOf(files: Files, more: Partial<ImportFilesOptions> = {}): string[] {
	const done = attempt(files, more);
	return done.ok ? [] : refused(done.error);
}

/** Lines of a report: list, file, pointer and rule. */
export function linesOf({ kept, changed, lost }: ImportReport): string[] {
	return [
		...kept.map(({ file, pointer, rule }) => `kept ${file}${pointer} ${rule}`),
		...changed.map(({ file, pointer, rule }) => `changed ${file}${pointer} ${rule}`),
		...lost.map(({ file, pointer, rule }) => `lost ${file}${pointer} ${rule}`),
	];
}

/** Protocols of a plan's definition. */
export function protocolsIn({ plans }: ImportedFiles, at = 0): readonly JsonObject[] {
	return (frozenIn(plans[at])?.['protocols'] ?? []) as readonly JsonObject[];
}

/** The definition a plan's path is run under. */
export function frozenIn(plan: ImportPlan | undefined): JsonObject | undefined {
	const template = plan?.meta['template'];
	return typeof template === 'string' ? (plan?.maps.frozen[template] as JsonObject) : undefined;
}

export const RECORD_ID = '01900000-aaaa-7000-8000-000000000001';

/** A record of one value. */
export function record(id = RECORD_ID, depth: Json = 12): JsonObject {
	return {
		format: 'airalogy.record',
		schema_version: 1,
		record_id: id,
		record_version: 1,
		metadata: { protocol_id: 'coring', protocol_version: '0.1.0' },
		data: { var: { depth }, step: {}, check: {}, quiz: {} },
	};
}

/** A record in which a path of one round rides, with its protocol's contents left out. */
export function pathRecord(): JsonObject {
	const step = (name: string, path_index: number, data: JsonObject): JsonObject => ({
		step: name,
		path_index,
		mode: 'user',
		data,
	});
	return {
		format: 'airalogy.record',
		schema_version: 1,
		record_id: 'peat-path',
		record_version: 1,
		metadata: {},
		data: {
			var: {},
			workflow: {
				peat: {
					protocols_info: [
						{
							protocol_index: 0,
							protocol_id: 'coring',
							protocol_version: '0.1.0',
							airalogy_protocol_id: null,
							protocol_data: null,
						},
					],
					path_data: {
						path_status: 'waiting_for_phased_research_conclusion',
						steps: [
							step('add_research_goal', 0, { thought: null, goal: 'How deep?' }),
							step('add_next_protocol', 1, { thought: null, end_path: false, protocol_index: 0 }),
							step('record_protocol', 1, {
								protocol_index: 0,
								record_id: RECORD_ID,
								record_version: 1,
								airalogy_record_id: null,
							}),
						],
					},
				},
			},
		},
	};
}

const NOTE = 'A photograph of the core, in words.\n';
export const NOTE_HASH = sha256Hex(NOTE);
export const BLOB = `blobs/sha256/${NOTE_HASH.slice(0, 2)}/${NOTE_HASH.slice(2, 4)}/${NOTE_HASH}`;

/** The members of an `.aira` archive with a path, its record, its protocol and an attached note. */
export function archiveMembers(change: (manifest: Record<string, Json>) => void = () => undefined): Files {
	const root = 'protocols/coring__0.1.0/';
	const members: Record<string, string | Uint8Array> = {
		'records/peat-path.v1.json': printJson(pathRecord()),
		[`records/${RECORD_ID}.v1.json`]: printJson(record()),
		...packed(root, 'coring', '0.1.0', { 'files/scale.svg': '<svg/>', 'model.py': 'class VarModel: ...\n' }),
		[BLOB]: NOTE,
	};
	const hash = (name: string): string => {
		const content = members[name] ?? '';
		return sha256Hex(typeof content === 'string' ? utf8(content) : content);
	};
	const own = Object.keys(members).filter((name) => name.startsWith(root));
	const manifest: Record<string, Json> = {
		format: 'airalogy.archive',
		version: 1,
		kind: 'records',
		records: Object.keys(members)
			.filter((name) => name.startsWith('records/'))
			.map((path) => ({
				path,
				record_id: path.slice(8, -8),
				record_version: 1,
				sha256: hash(path),
				embedded_protocol_root: 'protocols/coring__0.1.0',
			})),
		protocols: [
			{
				protocol_id: 'coring',
				protocol_version: '0.1.0',
				protocol_name: 'Coring',
				entrypoint: 'protocol.aimd',
				archive_root: 'protocols/coring__0.1.0',
				files: own.map((name) => name.slice(root.length)),
				file_hashes: Object.fromEntries(own.map((name) => [name.slice(root.length), hash(name)])),
			},
		],
		blobs: [{ blob_id: `sha256:${NOTE_HASH}`, archive_path: BLOB, sha256: NOTE_HASH, size: NOTE.length }],
		files: [
			{
				file_id: 'airalogy.id.file.1.txt',
				source_uri: null,
				blob_id: `sha256:${NOTE_HASH}`,
				filename: 'core.txt',
				mime_type: 'text/plain',
				size: NOTE.length,
				record_path: `records/${RECORD_ID}.v1.json`,
				field_path: 'data.var.photograph',
			},
		],
	};
	change(manifest);
	return { '_airalogy_archive/manifest.json': printJson(manifest), ...members };
}
