// Files that belong to no package and no archive. Their endings say what they claim to be: what claims to be ours and is broken refuses
// the import, with its place; what claims nothing is tried, and named where it is none of ours. Refused: passing over a broken path in
// silence because a picture beside it could be read.

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { folderOf, addProtocol, hasMarks, hasWorkflow } from './packages.ts';
import type { Taken } from './taken.ts';

const JSON_LIKE = /^[\s\ufeff]*(?:[{[]|\/\/|\/\*)/;
const OTHERS = /^(?:csv|tsv|py|r|m|js|ts|html?|svg|xml|css|log|tex|bib|sh|bat|ini|cfg)$/;

/** Takes every loose file in its order. */
export function takeLoose(files: readonly NamedBytes[], taken: Taken, isAll: boolean): void {
	const tomls = tomlsBeside(files);
	const used = new Set([...tomls.values()]);
	const alone = isAll && files.length === 1;
	for (const file of files) {
		if (used.has(file)) continue;
		const base = file.name.slice(folderOf(file.name).length);
		const ending = base.includes('.') ? (base.split('.').at(-1) ?? '').toLowerCase() : '';
		if (['aimd', 'md', 'markdown'].includes(ending))
			takeMarkdown(file, ending, tomls.get(file), taken, alone);
		else takeOther(file, ending, taken, alone);
	}
}

/** The toml of each Markdown file: of its own name, else `protocol.toml` where no other file could mean it. */
function tomlsBeside(files: readonly NamedBytes[]): ReadonlyMap<NamedBytes, NamedBytes> {
	const byName = new Map(files.map((file) => [file.name, file]));
	const texts = files.filter(({ name }) => /\.(?:aimd|md|markdown)$/i.test(name));
	const counts = new Map<string, number>();
	for (const { name } of texts) counts.set(folderOf(name), (counts.get(folderOf(name)) ?? 0) + 1);
	const pairs = texts.flatMap((file) => {
		const own = byName.get(file.name.replace(/\.\w+$/, '.toml'));
		const folder = folderOf(file.name);
		const only = counts.get(folder) === 1;
		const toml = own ?? (only ? byName.get(`${folder}protocol.toml`) : undefined);
		return toml ? [[file, toml] as const] : [];
	});
	return new Map(pairs);
}

function takeMarkdown(
	file: NamedBytes,
	ending: string,
	toml: NamedBytes | undefined,
	taken: Taken,
	alone: boolean,
): void {
	const { name } = file;
	const read = taken.read(file);
	if (toml && !('text' in read)) taken.leave(toml.name, 'nothing_to_import');
	if (!('text' in read)) {
		if (ending === 'aimd') taken.refuse(name, 'not_text', { found: read.found });
		else taken.leave(name, 'not_text', { found: read.found });
		return;
	}
	const { text } = read;
	const workflow = hasWorkflow(text);
	if (workflow) taken.texts.push({ name, text, tolerate: ending === 'aimd' ? 'foreign' : 'any' });
	if (hasMarks(text) || (ending === 'aimd' && !workflow)) {
		const stem = name.slice(folderOf(name).length).replace(/\.\w+$/, '');
		const named = toml && taken.read(toml);
		const files = toml ? [{ path: 'protocol.toml', ...taken.keep(toml.bytes) }] : [];
		const contents = { markdown: text, toml: named && 'text' in named ? named.text : '', files };
		addProtocol(taken, name, stem, contents);
		return;
	}
	if (toml) taken.leave(toml.name, 'nothing_to_import');
	if (workflow) return;
	if (alone && JSON_LIKE.test(text)) taken.texts.push({ name, text, tolerate: 'any' });
	else taken.leave(name, 'nothing_to_import');
}

function takeOther(file: NamedBytes, ending: string, taken: Taken, alone: boolean): void {
	const { name } = file;
	const claims = /^json[c5]?$/.test(ending);
	const read = taken.read(file);
	if (!('text' in read)) {
		if (claims) taken.refuse(name, 'not_text', { found: read.found });
		else taken.leave(name, 'not_text', { found: read.found });
		return;
	}
	const { text } = read;
	if (claims) taken.texts.push({ name, text, tolerate: 'foreign' });
	else if (!OTHERS.test(ending) && (alone || JSON_LIKE.test(text) || hasWorkflow(text)))
		taken.texts.push({ name, text, tolerate: 'any' });
	else taken.leave(name, 'nothing_to_import');
}
