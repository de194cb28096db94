// A folder with `protocol.aimd` in it is a protocol, whatever lies beside it: its text, model and assigner are read, everything else rides
// along by path and hash, so that the folder can be given back whole. Refused: running or reading the Python in it.

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { isWorkflowBlock } from '#lib/core/exchange/detect.ts';
import { readMarks } from '#lib/core/protocol/marks.ts';
import type { Protocol, ProtocolFile } from '#lib/core/protocol/protocol.ts';
import { readProtocol } from '#lib/core/protocol/read.ts';
import type { Taken } from './taken.ts';

const MAIN = 'protocol.aimd';
const VARIANT = /^protocol\.[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*\.aimd$/i;

/** Members of a package that lies loose among other files, with no folder around it. */
const MEMBER = /^(?:protocol(?:\.[\w-]+)?\.aimd|protocol\.toml|model\.py|assigner\.py|files\/.+)$/i;

/** The folder of a path, with its `/`; '' where it lies in none. */
export function folderOf(name: string): string {
	return name.slice(0, name.lastIndexOf('/') + 1);
}

/** The last folder's name, an archive's without its ending. */
export function folderName(folder: string): string {
	return (folder.split('/').at(-2) ?? '').replace(/\.(?:zip|aira)$/i, '');
}

/** Files by the folder of the package they belong to, and those that belong to none. Packages may lie inside packages. */
export function splitPackages(files: readonly NamedBytes[]): {
	readonly packages: ReadonlyMap<string, readonly NamedBytes[]>;
	readonly loose: readonly NamedBytes[];
} {
	const packages = new Map<string, NamedBytes[]>();
	for (const { name } of files) {
		const folder = folderOf(name);
		const base = name.slice(folder.length);
		if (base === MAIN || VARIANT.test(base)) packages.set(folder, []);
	}
	const loose: NamedBytes[] = [];
	for (const file of files) (listFor(file.name, packages) ?? loose).push(file);
	return { packages, loose };
}

function listFor(name: string, packages: ReadonlyMap<string, NamedBytes[]>): NamedBytes[] | undefined {
	let folder = folderOf(name);
	while (folder !== '') {
		const list = packages.get(folder);
		if (list) return list;
		folder = folderOf(folder.slice(0, -1));
	}
	return MEMBER.test(name) ? packages.get('') : undefined;
}

/** What a manifest says of a package; the package itself has the last word. */
export interface Said {
	readonly id: string | null;
	readonly version: string | null;
}

/** Takes the package in `folder`; false where its text is no protocol, such as a workflow alone. */
export function takePackage(
	folder: string,
	files: readonly NamedBytes[],
	taken: Taken,
	said?: Said,
): boolean {
	const at = (name: string): NamedBytes | undefined => files.find((file) => file.name === folder + name);
	const variants = files.filter(({ name }) => VARIANT.test(name.slice(folder.length)));
	const main = at(MAIN) ?? variants.find(({ name }) => /\.en\b/i.test(name)) ?? variants[0];
	if (!main) return false;
	const read = taken.read(main);
	if (!('text' in read)) {
		taken.refuse(main.name, 'not_text', { found: read.found });
		return true;
	}
	if (hasWorkflow(read.text)) taken.texts.push({ name: main.name, text: read.text, tolerate: 'foreign' });
	if (hasWorkflow(read.text) && !hasMarks(read.text)) return false;
	if (main !== at(MAIN))
		taken.reporter.changed({ file: main.name, pointer: '' }, 'protocol_language', { count: variants.length });
	const texts = new Map<NamedBytes, string>([[main, read.text]]);
	for (const file of [at('model.py'), at('assigner.py')]) {
		const program = file && taken.read(file);
		if (file && program && 'text' in program) texts.set(file, program.text);
	}
	const toml = at('protocol.toml');
	const named = toml && taken.read(toml);
	offerPaths(folder, files, taken);
	const others = files.filter((file) => !texts.has(file));
	const text = (name: string) => texts.get(at(name) ?? main);
	return addProtocol(taken, main.name, folder, {
		markdown: read.text,
		toml: named && 'text' in named ? named.text : '',
		model: at('model.py') ? text('model.py') : undefined,
		assigner: at('assigner.py') ? text('assigner.py') : undefined,
		said,
		files: others.map(({ name, bytes }) => ({ path: name.slice(folder.length), ...taken.keep(bytes) })),
	});
}

interface Contents {
	readonly markdown: string;
	readonly toml: string;
	readonly model?: string | undefined;
	readonly assigner?: string | undefined;
	readonly said?: Said | undefined;
	readonly files: readonly ProtocolFile[];
}

/** Adds a protocol to what was taken; its id from the toml, else from the manifest, else from `place`. */
export function addProtocol(taken: Taken, file: string, place: string, contents: Contents): boolean {
	const { markdown, toml, model, assigner, said, files } = contents;
	const folder = place.endsWith('/') ? folderName(place) : place;
	const id = said?.id || folder;
	const read = readProtocol({
		markdown,
		toml,
		...(model === undefined ? {} : { model }),
		...(assigner === undefined ? {} : { assigner }),
		...(id === '' ? {} : { id }),
	});
	const spot = { file, pointer: '' };
	if (!read.ok) {
		taken.refuse(file, 'protocol_refused', { code: read.error });
		return true;
	}
	const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
	const protocol: Protocol = {
		...read.value,
		protocolVersion: read.value.protocolVersion ?? said?.version ?? null,
		...(sorted.length > 0 ? { files: sorted } : {}),
	};
	const found = { id: protocol.protocolId, version: protocol.protocolVersion };
	for (const key of ['id', 'version'] as const) {
		const says = said?.[key] ?? null;
		if (says !== null && says !== found[key])
			taken.reporter.kept(spot, 'manifest_differs', { key, says, found: found[key] });
	}
	taken.packages.push({ protocol, spot, folder });
	return true;
}

/** A path that somebody keeps in the folder of a protocol is read too; it rides along all the same. */
function offerPaths(folder: string, files: readonly NamedBytes[], taken: Taken): void {
	for (const file of files) {
		if (folderOf(file.name) !== folder || !/\.json$/i.test(file.name)) continue;
		const read = taken.read(file);
		if ('text' in read && read.text.includes('"path_data"'))
			taken.texts.push({ name: file.name, text: read.text, tolerate: 'any' });
	}
}

/** Whether a Markdown text holds a fenced workflow, or is one. */
export function hasWorkflow(text: string): boolean {
	return isWorkflowBlock(text);
}

/** Whether a text marks anything to fill in or to tick. */
export function hasMarks(text: string): boolean {
	const { vars, steps, checks, quizzes } = readMarks(text);
	return vars.length + steps.length + checks.length + quizzes.length > 0;
}
