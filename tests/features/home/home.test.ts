// What the first screen computes: which paths are meant, which file is which protocol's, what a graph says in words.

import { describe, expect, test } from 'vitest';
import { PathId } from '#lib/core/path/names.ts';
import { readDefinitionFiles } from '#lib/features/home/definition-files.ts';
import { foundPaths } from '#lib/features/home/found.ts';
import { followings } from '#lib/features/home/graph-words.ts';
import { ago } from '#lib/features/home/when.ts';
import type { CatalogueEntry } from '#lib/ports.ts';

function entry(id: string, title: string, changedAt: number): CatalogueEntry {
	const none = {
		example: null,
		importedFrom: null,
		removedAt: null,
		records: [],
		files: [],
		knownAs: [],
		openedAt: 0,
		createdAt: 0,
	};
	const position = { status: 'completed', stageTitle: '', stages: 1, paused: false };
	return { id: PathId.parse(id), lab: 'L', title, workflowTitle: 'Drying', changedAt, ...position, ...none };
}

const words = ({ title, workflowTitle }: CatalogueEntry) => `${title}\n${workflowTitle}`;

describe('finding a path', () => {
	const paths = [entry('a', 'Émile: Étude', 1), entry('b', 'Soil cores', 3), entry('c', '土壤水分', 2)];

	test('[B1] without a query the latest change comes first', () => {
		expect(foundPaths(paths, '  ', words).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
	});

	test('[B1] every word must occur, without regard to case, accents and order', () => {
		expect(foundPaths(paths, 'ETUDE emile', words).map(({ id }) => id)).toEqual(['a']);
		expect(foundPaths(paths, 'soil drying', words).map(({ id }) => id)).toEqual(['b']);
		expect(foundPaths(paths, '水分', words).map(({ id }) => id)).toEqual(['c']);
		expect(foundPaths(paths, 'soil nothing', words)).toEqual([]);
	});
});

const BLOCK = `# Two protocols
\`\`\`workflow
id: two
title: Two protocols
protocols:
  - {protocol_index: 0, protocol_id: weigh, protocol_name: Weighing}
  - {protocol_index: 1, protocol_id: dry, protocol_name: Drying}
edges:
  - 0 -> 1
\`\`\`
`;

describe('a definition from files', () => {
	test('[B2] protocols are found by file name, by folder, and by heading; the rest is named', () => {
		const read = readDefinitionFiles([
			{ name: 'notes.aimd', text: '# Something else\n' },
			{ name: 'weigh.en-US.aimd', text: '# W\n{{var|mass: float}}' },
			{ name: 'two.aimd', text: BLOCK },
			{ name: 'dry/protocol.aimd', text: '# D\n' },
		]);
		expect(read).toMatchObject({ ok: true, value: { unused: ['notes.aimd'] } });
		if (!read.ok) return;
		expect(read.value.definition.protocols.map(({ title, markdown }) => [title, markdown === null])).toEqual([
			['W', false],
			['D', false],
		]);
		const byHeading = readDefinitionFiles([
			{ name: 'two.aimd', text: BLOCK },
			{ name: 'x.aimd', text: '# Drying\n' },
		]);
		expect(byHeading.ok && byHeading.value.definition.protocols[1]?.markdown).toBe('# Drying\n');
	});

	test('[B9] a fault names its line and column', () => {
		const read = readDefinitionFiles([{ name: '', text: BLOCK.replace('0 -> 1', '0 -> 5') }]);
		expect(read).toMatchObject({ ok: false, error: [{ code: 'absent_protocol', at: { line: 9 } }] });
	});

	test('[B3] a graph in sentences', () => {
		const read = readDefinitionFiles([{ name: '', text: BLOCK }]);
		if (!read.ok) throw new Error('the block is read');
		const { workflow } = read.value.definition;
		expect(followings(workflow)).toEqual([
			{ from: 'Weighing', to: ['Drying'] },
			{ from: 'Drying', to: [] },
		]);
		expect(followings({ ...workflow, edges: null })).toBeNull();
	});
});

test('[B1] times far off are dates, a clock that was put back says nothing odd', () => {
	const now = Date.parse('2026-05-20T12:00:00Z');
	expect(ago(now + 60_000, now)).toBe(ago(now, now));
	expect(ago(now - 40 * 86_400_000, now)).toMatch(/2026/);
	expect(ago(now - 3 * 86_400_000, now)).not.toMatch(/2026/);
});
