// `.aira` archives: a manifest that lists protocols, records and attached files with their hashes. The members are what counts: they are taken
// whether the list is right or not, and where it is not, that is said with its place. A path rides as a record. Refused: refusing an
// archive for a wrong hash (the scientist would have nothing; now there is a line that says which file to look at).

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { without } from '#lib/core/exchange/keys.ts';
import { within, type Spot } from '#lib/core/exchange/report.ts';
import { folderOf, takePackage } from './packages.ts';
import type { Taken } from './taken.ts';

const MANIFEST = '_airalogy_archive/manifest.json';

const KEYS = {
	manifest: ['format', 'version', 'kind', 'created_at', 'protocol', 'protocols', 'records', 'blobs', 'files'],
	protocol: [
		'protocol_id',
		'protocol_version',
		'protocol_name',
		'entrypoint',
		'archive_root',
		'files',
		'file_hashes',
	],
	record: [
		'path',
		'record_id',
		'record_version',
		'protocol_id',
		'protocol_version',
		'sha1',
		'sha256',
		'source_path',
		'source_index',
		'embedded_protocol_root',
	],
	blob: ['blob_id', 'archive_path', 'sha256', 'size'],
};

/** Files by where their archive begins (the folder, with `/` or '', that holds a manifest), and those that lie in none. */
export function splitArchives(files: readonly NamedBytes[]): {
	readonly archives: ReadonlyMap<string, readonly NamedBytes[]>;
	readonly rest: NamedBytes[];
} {
	const archives = new Map<string, NamedBytes[]>();
	for (const { name } of files)
		if (name === MANIFEST || name.endsWith(`/${MANIFEST}`)) archives.set(name.slice(0, -MANIFEST.length), []);
	const rest: NamedBytes[] = [];
	for (const file of files) {
		let folder = folderOf(file.name);
		while (folder !== '' && !archives.has(folder)) folder = folderOf(folder.slice(0, -1));
		(archives.get(folder) ?? rest).push(file);
	}
	return { archives, rest };
}

/** Takes the archive at `root`; what its manifest does not name is returned. */
export function takeArchive(root: string, files: readonly NamedBytes[], taken: Taken): readonly NamedBytes[] {
	const manifest = readManifest(root, files, taken);
	if (!manifest) return [];
	taken.archives.push(root);
	const taker = new ArchiveTaker(root, files, taken);
	taker.take(manifest);
	return taker.rest();
}

function readManifest(root: string, files: readonly NamedBytes[], taken: Taken): JsonObject | null {
	const name = root + MANIFEST;
	const file = files.find((member) => member.name === name);
	const read = file && taken.read(file);
	if (!read || !('text' in read)) {
		taken.refuse(name, 'not_text', { found: read?.found ?? 'binary' });
		return null;
	}
	const parsed = parseJson(read.text);
	const value = parsed.ok ? parsed.value.value : null;
	if (isObject(value) && value['format'] === 'airalogy.archive' && numberOf(value['version']) === 1)
		return value;
	const version = isObject(value) ? (value['version'] ?? null) : null;
	if (isObject(value) && value['format'] === 'airalogy.archive' && version !== null)
		taken.refuse(name, 'archive_version', { version });
	else taken.refuse(name, 'archive_malformed');
	return null;
}

class ArchiveTaker {
	readonly #root: string;
	readonly #members: ReadonlyMap<string, NamedBytes>;
	readonly #taken: Taken;
	readonly #named = new Set<string>();
	readonly #manifest: Spot;

	constructor(root: string, files: readonly NamedBytes[], taken: Taken) {
		this.#root = root;
		this.#members = new Map(files.map((file) => [file.name.slice(root.length), file]));
		this.#taken = taken;
		this.#manifest = { file: root + MANIFEST, pointer: '' };
		this.#named.add(MANIFEST);
	}

	take(manifest: JsonObject): void {
		this.#remark(this.#manifest, manifest, KEYS.manifest);
		if (isObject(manifest['protocol']))
			this.#protocol(manifest['protocol'], within(this.#manifest, 'protocol'));
		for (const [item, spot] of this.#items(manifest, 'protocols')) this.#protocol(item, spot);
		const records = new Map<string, string>();
		for (const [item, spot] of this.#items(manifest, 'records')) this.#record(item, spot, records);
		const blobs = new Map<string, JsonObject>();
		for (const [item, spot] of this.#items(manifest, 'blobs')) this.#blob(item, spot, blobs);
		const referred = new Set<string>();
		for (const [item, spot] of this.#items(manifest, 'files')) {
			const id = textOf(item['blob_id']);
			if (id !== null) referred.add(id);
			this.#attach(item, spot, id === null ? undefined : blobs.get(id), records);
		}
		for (const [id, blob] of blobs)
			if (!referred.has(id)) this.#attach({ blob_id: id }, within(this.#manifest, 'blobs'), blob, records);
	}

	/** Members that nothing named. */
	rest(): readonly NamedBytes[] {
		const rest = [...this.#members].filter(([path]) => !this.#named.has(path));
		for (const [, { name }] of rest) this.#taken.reporter.kept({ file: name, pointer: '' }, 'member_unnamed');
		return rest.map(([, file]) => file);
	}

	#items(manifest: JsonObject, key: string): readonly (readonly [JsonObject, Spot])[] {
		const list = manifest[key];
		if (list === undefined || list === null) return [];
		const spot = within(this.#manifest, key);
		if (!Array.isArray(list)) this.#odd(spot, key, list);
		return (Array.isArray(list) ? list : []).flatMap((item: Json, place) => {
			if (isObject(item)) return [[item, within(spot, place)] as const];
			this.#odd(within(spot, place), key, item);
			return [];
		});
	}

	#odd(spot: Spot, key: string, value: Json): void {
		this.#taken.remarks.push({ spot, key, value });
	}

	#remark(spot: Spot, item: JsonObject, known: readonly string[]): void {
		for (const [key, value] of Object.entries(without(item, known))) this.#odd(within(spot, key), key, value);
	}

	#protocol(item: JsonObject, spot: Spot): void {
		this.#remark(spot, item, KEYS.protocol);
		const folder = (textOf(item['archive_root']) ?? '').replace(/\/*$/, (end) => (end === '' ? '' : '/'));
		const root = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
		const listed = Array.isArray(item['files'])
			? item['files'].filter((path) => typeof path === 'string')
			: [];
		const hashes = isObject(item['file_hashes']) ? item['file_hashes'] : {};
		const paths = new Set([...listed, ...Object.keys(hashes)]);
		for (const path of paths) this.#check(root + path, hashes[path], within(spot, 'files'));
		// A single protocol lies at the top, beside the manifest: there only what is listed belongs to it.
		const files = [...this.#members].filter(([path]) =>
			root === '' ? paths.has(path) : path.startsWith(root) && !this.#isInside(path, root),
		);
		for (const [path, { name }] of files) {
			if (!this.#named.has(path)) this.#taken.reporter.kept({ file: name, pointer: '' }, 'member_unnamed');
			this.#named.add(path);
		}
		const said = { id: textOf(item['protocol_id']), version: textOf(item['protocol_version']) };
		const own = files.map(([, file]) => file);
		if (!takePackage(this.#root + root, own, this.#taken, said) && own.length > 0)
			for (const { name } of own) this.#taken.leave(name, 'nothing_to_import');
	}

	/** Whether another package lies between `root` and the member. */
	#isInside(path: string, root: string): boolean {
		for (let at = folderOf(path); at.length > root.length; at = folderOf(at.slice(0, -1)))
			if (this.#members.has(`${at}protocol.aimd`)) return true;
		return false;
	}

	#record(item: JsonObject, spot: Spot, records: Map<string, string>): void {
		this.#remark(spot, item, KEYS.record);
		const path = textOf(item['path']) ?? '';
		const id = textOf(item['record_id']);
		if (id !== null) records.set(path, id);
		const file = this.#check(path, item['sha256'], within(spot, 'path'));
		if (!file) return;
		const read = this.#taken.read(file);
		if ('text' in read) this.#taken.texts.push({ name: file.name, text: read.text, tolerate: 'foreign' });
		else this.#taken.refuse(file.name, 'not_text', { found: read.found });
	}

	#blob(item: JsonObject, spot: Spot, blobs: Map<string, JsonObject>): void {
		this.#remark(spot, item, KEYS.blob);
		const says = textOf(item['sha256']);
		const file = this.#check(textOf(item['archive_path']) ?? '', says, within(spot, 'archive_path'));
		const id = textOf(item['blob_id']) ?? `sha256:${says ?? ''}`;
		if (!file) return;
		const kept = this.#taken.keep(file.bytes);
		const size = numberOf(item['size']);
		if (size !== undefined && size !== kept.size)
			this.#taken.reporter.kept(within(spot, 'size'), 'manifest_differs', {
				key: 'size',
				says: size,
				found: kept.size,
			});
		blobs.set(id, kept);
	}

	#attach(
		item: JsonObject,
		spot: Spot,
		blob: JsonObject | undefined,
		records: ReadonlyMap<string, string>,
	): void {
		const id = textOf(item['blob_id']);
		const said = /^sha256:([0-9a-f]{64})$/.exec(id ?? '')?.[1];
		if (!blob) this.#taken.reporter.lost(spot, 'attachment_absent', { name: textOf(item['filename']) ?? id });
		const sha256 = blob?.['sha256'] ?? said;
		const entry: JsonObject = {
			...(sha256 === undefined ? {} : { sha256 }),
			name: textOf(item['filename']) ?? '',
			type: textOf(item['mime_type']) ?? '',
			size: blob?.['size'] ?? item['size'] ?? null,
			...without(item, ['filename', 'mime_type', 'size', 'blob_id']),
		};
		const record = records.get(textOf(item['record_path']) ?? '') ?? null;
		this.#taken.attachments.push({ spot, root: this.#root, record, entry });
	}

	/** The member at `path`, compared with the hash that is said of it; its absence is reported. */
	#check(path: string, says: Json | undefined, spot: Spot): NamedBytes | undefined {
		const file = this.#members.get(path);
		this.#named.add(path);
		if (!file) {
			this.#taken.reporter.lost(spot, 'member_absent', { path });
			return undefined;
		}
		if (typeof says === 'string') {
			const found = sha256Hex(file.bytes);
			if (found !== says)
				this.#taken.reporter.kept({ file: file.name, pointer: '' }, 'member_hash_differs', { says, found });
		}
		return file;
	}
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}
