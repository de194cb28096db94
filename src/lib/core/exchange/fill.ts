// Protocols that a path or workflow names without bringing them: their contents come from packages in the same set of files, else from the
// library, by id and version. What a path brought itself is never replaced. Refused: another version than the pinned one (the
// records would be read by other fields than they were written under), and choosing among several.

import { contentHash } from '#lib/core/json/hash.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { Package } from './intake/taken.ts';
import { asJson } from './plan.ts';
import type { Reporter, Spot } from './report.ts';

/** A protocol by id and version (null: any one that has content); undefined where there is none. */
export type ProtocolLibrary = (id: string, version: string | null) => Protocol | undefined;

/** Gives a protocol of a path what it lacks; the same protocol where nothing fits. */
export type Fill = (protocol: Protocol, spot: Spot) => Protocol;

export class Filling {
	/** Packages that something was taken from. */
	readonly used = new Set<Package>();
	readonly #byId: ReadonlyMap<string, readonly Package[]>;
	readonly #byFolder: ReadonlyMap<string, readonly Package[]>;
	readonly #contents = new Map<Package, string>();
	readonly #choices = new Map<string, readonly Package[]>();
	readonly #library: ProtocolLibrary | undefined;
	readonly #reporter: Reporter;

	constructor(packages: readonly Package[], library: ProtocolLibrary | undefined, reporter: Reporter) {
		this.#byId = grouped(packages, ({ protocol }) => protocol.protocolId);
		this.#byFolder = grouped(packages, ({ folder }) => folder);
		this.#library = library;
		this.#reporter = reporter;
	}

	readonly fill: Fill = (protocol, spot) => {
		const candidates = this.#candidates(protocol);
		if (hasContent(protocol)) return this.#withFiles(protocol, candidates, spot);
		const fitting = this.#fitting(protocol, candidates, spot);
		if (fitting === 'several') return protocol;
		if (fitting) {
			this.used.add(fitting);
			this.#say(protocol, fitting.protocol, spot, fitting.spot.file);
			return filled(protocol, fitting.protocol);
		}
		const own = this.#library?.(protocol.protocolId, protocol.protocolVersion);
		if (own && hasContent(own)) {
			this.#say(protocol, own, spot, null);
			return filled(protocol, own);
		}
		this.#sayOthers(protocol, candidates, spot);
		return protocol;
	};

	#candidates({ protocolId }: Protocol): readonly Package[] {
		return this.#byId.get(protocolId) ?? this.#byFolder.get(protocolId) ?? [];
	}

	/** The one that fits; 'several' where the files leave a choice. */
	#fitting(protocol: Protocol, candidates: readonly Package[], spot: Spot): Package | 'several' | undefined {
		const { protocolId, protocolVersion } = protocol;
		const key = canonicalize([protocolId, protocolVersion]);
		const choices = this.#choices.get(key) ?? this.#choicesFor(protocolVersion, candidates);
		this.#choices.set(key, choices);
		if (choices.length <= 1) return choices[0];
		const versions = versionsOf(choices);
		this.#reporter.changed(spot, 'protocol_versions_several', { protocol: protocolId, versions });
		return 'several';
	}

	/** Of the pinned version, else those that say none; without a pin all. One of each content. */
	#choicesFor(pin: string | null, candidates: readonly Package[]): readonly Package[] {
		const exact = candidates.filter(({ protocol: { protocolVersion } }) => protocolVersion === pin);
		const unversioned = candidates.filter(({ protocol: { protocolVersion } }) => protocolVersion === null);
		const fitting = pin === null ? candidates : exact.length > 0 ? exact : unversioned;
		const different = new Map(fitting.map((one) => [this.#contentOf(one), one]));
		if (different.size === 1) for (const one of fitting) this.used.add(one);
		return [...different.values()];
	}

	/** One hash per package, however many nodes name it. */
	#contentOf(one: Package): string {
		const content = this.#contents.get(one) ?? contentOf(one.protocol);
		this.#contents.set(one, content);
		return content;
	}

	#withFiles(protocol: Protocol, candidates: readonly Package[], spot: Spot): Protocol {
		const same = candidates.filter(
			({ protocol: { markdown, protocolVersion } }) =>
				markdown === protocol.markdown && protocolVersion === protocol.protocolVersion,
		);
		for (const one of same) this.used.add(one);
		const files = same.find((one) => one.protocol.files)?.protocol.files;
		if (!files || protocol.files) return protocol;
		this.#reporter.changed(spot, 'protocol_files_added', {
			protocol: protocol.protocolId,
			count: files.length,
		});
		return { ...protocol, files };
	}

	#say(protocol: Protocol, found: Protocol, spot: Spot, from: string | null): void {
		const data = { protocol: protocol.protocolId, version: found.protocolVersion ?? '' };
		if (from === null) this.#reporter.changed(spot, 'protocol_filled_library', data);
		else this.#reporter.changed(spot, 'protocol_filled', { ...data, from });
		if (protocol.protocolVersion === null && found.protocolVersion !== null)
			this.#reporter.changed(spot, 'protocol_pinned', data);
	}

	#sayOthers(protocol: Protocol, candidates: readonly Package[], spot: Spot): void {
		const other = this.#library?.(protocol.protocolId, null)?.protocolVersion ?? null;
		const versions = [...versionsOf(candidates), ...(other === null ? [] : [other])];
		if (versions.length === 0) return;
		const data = { protocol: protocol.protocolId, wanted: protocol.protocolVersion, versions };
		this.#reporter.changed(spot, 'protocol_version_differs', data);
	}
}

function grouped(packages: readonly Package[], key: (one: Package) => string) {
	const groups = new Map<string, Package[]>();
	for (const one of packages) {
		const group = groups.get(key(one)) ?? [];
		group.push(one);
		groups.set(key(one), group);
	}
	return groups;
}

function hasContent({ markdown, schema }: Protocol): boolean {
	return markdown !== null || schema !== null;
}

/** What a line names; of a crowd the first few. */
function versionsOf(packages: readonly Package[]): readonly string[] {
	const versions = [...new Set(packages.map(({ protocol }) => protocol.protocolVersion ?? '–'))];
	return versions.length > 12 ? [...versions.slice(0, 12), '…'] : versions;
}

function contentOf({ markdown, model, assigner, schema, protocolVersion, files }: Protocol): string {
	return contentHash({
		markdown,
		model,
		assigner,
		schema,
		protocolVersion,
		files: (files ?? []).map(asJson),
	});
}

function filled(protocol: Protocol, found: Protocol): Protocol {
	const { protocol_data: data, ...kept } = protocol.kept;
	return {
		...protocol,
		protocolVersion: protocol.protocolVersion ?? found.protocolVersion,
		markdown: found.markdown,
		model: protocol.model ?? found.model,
		assigner: protocol.assigner ?? found.assigner,
		schema: found.schema,
		// That the foreign list said null is no longer true.
		kept: data === undefined || data === null ? kept : { ...kept, protocol_data: data },
		...(found.files ? { files: found.files } : {}),
	};
}
