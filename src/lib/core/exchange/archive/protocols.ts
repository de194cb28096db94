// Protocols as packages inside an archive: each in a folder of its own with its text, its code and its files, as far as they exist. A package
// that came with a protocol.toml of its own keeps its bytes; another gets the few lines that name it. Refused: a model.py made from a JSON
// schema (nobody wrote it), empty files for parts that are not there.

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { contentHash, sha256Hex } from '#lib/core/json/hash.ts';
import { wellFormed } from '#lib/core/json/jcs.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import type { ZipEntry } from '#lib/core/exchange/intake/zip.ts';
import { safeName, safePath } from './names.ts';

const TOML = 'protocol.toml';
const NONE = new Uint8Array();

export interface PackedProtocol {
	readonly root: string;
	/** Named by their whole path inside the archive. */
	readonly entries: readonly ZipEntry[];
	readonly manifest: JsonObject;
	readonly lost: readonly ReportLine[];
}

/** The protocols of every definition a path was run under, by what they say, in the order of their ids and versions. */
export function protocolsOf(snapshot: PathSnapshot): ReadonlyMap<string, Protocol> {
	const used = new Set([...snapshot.stages.values()].map(({ under }) => under));
	if (snapshot.meta) used.add(snapshot.meta.template);
	const found = [...used].flatMap((hash) => snapshot.definition(hash)?.protocols ?? []);
	const byContent = new Map(found.map((protocol) => [protocolKey(protocol), protocol]));
	return new Map([...byContent].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names what a protocol says, wherever it stands in a workflow. */
export function protocolKey({ index: _, ...said }: Protocol): string {
	return `${said.protocolId} ${said.protocolVersion ?? ''} ${contentHash(said)}`;
}

/** Packages by the keys of their protocols; one without any content has none. */
export function packProtocols(
	protocols: ReadonlyMap<string, Protocol>,
	file: (sha256: string) => Uint8Array | undefined,
): ReadonlyMap<string, PackedProtocol> {
	const roots = new Set<string>();
	const packed = new Map<string, PackedProtocol>();
	for (const [key, protocol] of protocols) {
		const { protocolId, protocolVersion, markdown, model, assigner, files = [] } = protocol;
		if (markdown === null && model === null && assigner === null && files.length === 0) continue;
		const version = protocolVersion === null ? '' : `__${safeName(protocolVersion)}`;
		const plain = `protocols/${safeName(protocolId)}${version}`;
		// An upgrade may have changed a text and kept its version.
		const root = roots.has(plain) ? `${plain}-${sha256Hex(key).slice(0, 10)}` : plain;
		roots.add(root);
		packed.set(key, packProtocol(protocol, root, file));
	}
	return packed;
}

function packProtocol(
	protocol: Protocol,
	root: string,
	file: (sha256: string) => Uint8Array | undefined,
): PackedProtocol {
	const parts = new Map<string, Uint8Array>();
	const { markdown, model, assigner, files = [] } = protocol;
	if (markdown !== null) parts.set('protocol.aimd', utf8ToBytes(markdown));
	if (model !== null) parts.set('model.py', utf8ToBytes(model));
	if (assigner !== null) parts.set('assigner.py', utf8ToBytes(assigner));
	const lost: ReportLine[] = [];
	for (const { path, sha256 } of files) {
		const bytes = file(sha256);
		if (bytes === undefined) lost.push(notHere(protocol, path, sha256));
		else if (!parts.has(path) && path !== TOML) parts.set(safePath(path, [...parts.keys(), TOML]), bytes);
	}
	const toml = files.find(({ path }) => path === TOML);
	const own = toml === undefined ? undefined : file(toml.sha256);
	parts.set(TOML, own ?? utf8ToBytes(tomlOf(protocol)));
	const names = [...parts.keys()].sort();
	return {
		root,
		entries: names.map((name) => ({ name: `${root}/${name}`, bytes: parts.get(name) ?? NONE })),
		manifest: {
			protocol_id: protocol.protocolId,
			protocol_version: protocol.protocolVersion,
			protocol_name: protocol.title,
			...(markdown === null ? {} : { entrypoint: 'protocol.aimd' }),
			archive_root: root,
			files: names,
			file_hashes: Object.fromEntries(names.map((name) => [name, sha256Hex(parts.get(name) ?? NONE)])),
		},
		lost,
	};
}

function notHere({ protocolId }: Protocol, path: string, sha256: string): ReportLine {
	return {
		file: '',
		pointer: '/protocols_info',
		rule: 'file_not_here',
		data: { name: `${protocolId}/${path}`, sha256 },
	};
}

function tomlOf({ protocolId, protocolVersion, title }: Protocol): string {
	const lines = [`id = ${tomlText(protocolId)}`, `name = ${tomlText(title)}`];
	if (protocolVersion !== null) lines.push(`version = ${tomlText(protocolVersion)}`);
	return `[airalogy_protocol]\n${lines.join('\n')}\n`;
}

/** A basic string of TOML, every control by its number. */
function tomlText(text: string): string {
	const escaped = wellFormed(text)
		.replaceAll(/["\\]/g, '\\$&')
		.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (char) => {
			return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
		});
	return `"${escaped}"`;
}
