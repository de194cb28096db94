// Protocols that a workflow names without bringing them: filled by id and version, never by something near.

import { expect, test } from 'vitest';
import { printJson } from '#lib/core/json/print.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { readProtocol } from '#lib/core/protocol/read.ts';
import { canonical } from '../sample.ts';
import { BLOCK, brought, linesOf, packed, protocolsIn } from './intake-sample.ts';

function entry(id: string, version: string): Protocol {
	const read = readProtocol({
		markdown: `# ${id}\n\n{{var|kept: str}}\n`,
		toml: `[airalogy_protocol]\nid = "${id}"\nversion = "${version}"\n`,
	});
	if (!read.ok) throw new Error(read.error);
	return read.value;
}

const libraryOf =
	(...entries: Protocol[]) =>
	(id: string, version: string | null): Protocol | undefined =>
		entries.find((one) => one.protocolId === id && (version === null || one.protocolVersion === version));

test('[X32] packages fill the protocols of a workflow by id, by folder where it says a folder, and pin what is open', () => {
	const done = brought({
		'peat.aimd': BLOCK,
		...packed('coring/', 'coring', '0.1.0'),
		...packed('drying/', 'oven_drying', '0.3.0'),
	});
	expect(protocolsIn(done)).toMatchObject([
		{
			index: 0,
			protocolId: 'coring',
			protocolVersion: '0.1.0',
			markdown: '# coring\n\n{{var|depth: float}}\n',
		},
		{ index: 1, protocolId: 'drying', protocolVersion: '0.3.0', files: [{ path: 'protocol.toml' }] },
	]);
	expect(done.protocols).toEqual([]);
	expect(done.report.changed.filter(({ rule }) => rule.startsWith('protocol'))).toMatchObject([
		{ rule: 'protocol_filled', data: { protocol: 'coring', version: '0.1.0', from: 'coring/protocol.aimd' } },
		{ rule: 'protocol_filled', data: { protocol: 'drying', version: '0.3.0', from: 'drying/protocol.aimd' } },
		{ rule: 'protocol_pinned', data: { protocol: 'drying', version: '0.3.0' } },
	]);
});

test('[X32] of several versions the pinned one fills; without a pin none does', () => {
	const versions = { ...packed('a/', 'coring', '0.1.0'), ...packed('b/', 'coring', '0.2.0') };
	const pinned = brought({ 'peat.aimd': BLOCK, ...versions });
	expect(protocolsIn(pinned)).toMatchObject([{ protocolId: 'coring', protocolVersion: '0.1.0' }]);
	expect(pinned.protocols).toMatchObject([{ protocolVersion: '0.2.0' }]);
	const open = brought({ 'peat.aimd': BLOCK.replace(', protocol_version: 0.1.0', ''), ...versions });
	expect(protocolsIn(open)).toEqual([]);
	expect(open.protocols).toHaveLength(2);
	expect(open.report.changed).toContainEqual(
		expect.objectContaining({
			rule: 'protocol_versions_several',
			data: { protocol: 'coring', versions: ['0.1.0', '0.2.0'] },
		}),
	);
});

test('[X32] another version than the pinned one is said and not used', () => {
	const done = brought({ 'peat.aimd': BLOCK, ...packed('coring/', 'coring', '0.2.0') });
	expect(protocolsIn(done)).toEqual([]);
	expect(done.protocols).toHaveLength(1);
	expect(done.report.changed).toContainEqual(
		expect.objectContaining({
			rule: 'protocol_version_differs',
			data: { protocol: 'coring', wanted: '0.1.0', versions: ['0.2.0'] },
		}),
	);
	const library = brought({ 'peat.aimd': BLOCK }, { library: libraryOf(entry('coring', '0.5.0')) });
	expect(protocolsIn(library)).toEqual([]);
	expect(linesOf(library.report)).toContain('changed peat.aimd protocol_version_differs');
});

const items = (more: object) =>
	printJson({
		...canonical([], 'waiting_for_research_goal'),
		protocols_info: [
			{
				protocol_index: 0,
				protocol_id: 'coring',
				protocol_version: '0.1.0',
				airalogy_protocol_id: null,
				protocol_data: null,
				...more,
			},
		],
	});

test('[X32] the library fills null protocol data by id and version', () => {
	const library = libraryOf(entry('coring', '0.2.0'), entry('coring', '0.1.0'));
	const done = brought({ 'path.json': items({}) }, { library });
	expect(protocolsIn(done)).toMatchObject([{ markdown: '# coring\n\n{{var|kept: str}}\n', kept: {} }]);
	expect(linesOf(done.report)).toContain('changed path.json/protocols_info/0 protocol_filled_library');
	expect(linesOf(done.report)).not.toContain('changed path.json/protocols_info/0 protocol_without_content');
	const open = brought({ 'path.json': items({ protocol_version: null }) }, { library });
	expect(protocolsIn(open)).toMatchObject([{ protocolVersion: '0.2.0' }]);
	expect(linesOf(open.report)).toContain('changed path.json/protocols_info/0 protocol_pinned');
});

test('[X32] what a path brought itself is never replaced, but files of the same text come to it', () => {
	const own = { protocol_data: { markdown: '# Mine', model: null, assigner: null, field_json_schema: null } };
	const done = brought({ 'path.json': items(own), ...packed('coring/', 'coring', '0.1.0') });
	expect(protocolsIn(done)).toMatchObject([{ markdown: '# Mine' }]);
	expect(done.protocols).toHaveLength(1);
	const text = '# coring\n\n{{var|depth: float}}\n';
	const same = { protocol_data: { ...own.protocol_data, markdown: text } };
	const joined = brought({ 'path.json': items(same), ...packed('coring/', 'coring', '0.1.0') });
	expect(protocolsIn(joined)).toMatchObject([{ markdown: text, files: [{ path: 'protocol.toml' }] }]);
	expect(joined.protocols).toEqual([]);
	expect(linesOf(joined.report)).toContain('changed path.json/protocols_info/0 protocol_files_added');
});
