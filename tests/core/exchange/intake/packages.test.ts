// Folders, archives and loose files in any mixture: what is a protocol, what is a workflow, what is neither.

import { expect, test } from 'vitest';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { printJson } from '#lib/core/json/print.ts';
import { canonical } from '../sample.ts';
import {
	attempt,
	BLOCK,
	brought,
	linesOf,
	packed,
	protocolsIn,
	refusalsOf,
	zipped,
	type Files,
} from './intake-sample.ts';

const MARKS = '# Drying\n\n{{var|heat: float}}\n';
const PATH = printJson({ data: { workflow: { peat: canonical([], 'waiting_for_research_goal') } } });
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

test('[X29] a folder with protocol.aimd is a protocol with everything in it', () => {
	const more: Files = {
		'model.py': 'class VarModel: ...\n',
		'assigner.py': 'def assign(): ...\n',
		'files/bench.png': PNG,
		'README.md': 'Read me.',
		'protocol.zh-CN.aimd': '# 取芯\n',
	};
	const folder = packed('coring/', 'coring', '0.1.0', more);
	const done = brought(folder);
	expect(done.protocols).toMatchObject([
		{
			protocolId: 'coring',
			protocolVersion: '0.1.0',
			title: 'coring',
			model: 'class VarModel: ...\n',
			assigner: 'def assign(): ...\n',
			files: [
				{ path: 'README.md' },
				{ path: 'files/bench.png', sha256: sha256Hex(PNG), size: PNG.length },
				{ path: 'protocol.toml' },
				{ path: 'protocol.zh-CN.aimd' },
			],
		},
	]);
	expect(done.files.get(sha256Hex(PNG))).toEqual(PNG);
	expect(linesOf(done.report)).toEqual([]);
	expect(done.report.source).toBe('protocol');
	expect(brought({ 'any.zip': zipped(folder) }).protocols).toEqual(done.protocols);
});

test('[X29] a package with its languages alone is read in one, the others beside it', () => {
	const done = brought({
		'form/protocol.zh-CN.aimd': '# 表\n{{var|a}}',
		'form/protocol.en-US.aimd': '# Form\n{{var|a}}',
	});
	expect(done.protocols).toMatchObject([
		{ protocolId: 'form', title: 'Form', files: [{ path: 'protocol.zh-CN.aimd' }] },
	]);
	expect(linesOf(done.report)).toEqual(['changed form/protocol.en-US.aimd protocol_language']);
});

test('[X29] packages inside a folder are theirs, what lies beside them is not', () => {
	const done = brought({
		...packed('lab/a/', 'a', '1'),
		...packed('lab/a/inner/', 'inner', '1'),
		'lab/notes.csv': 'x,y\n',
	});
	expect(done.protocols.map(({ protocolId, files }) => [protocolId, files?.map(({ path }) => path)])).toEqual(
		[
			['a', ['protocol.toml']],
			['inner', ['protocol.toml']],
		],
	);
	expect(linesOf(done.report)).toEqual(['lost lab/notes.csv file_not_read']);
});

test('[X29] members chosen without their folder are a package, other files beside them are not in it', () => {
	const done = brought({ ...packed('', 'coring', '0.1.0', { 'model.py': 'x = 1\n' }), 'path.json': PATH });
	expect(done.plans).toHaveLength(1);
	expect(done.protocols).toMatchObject([{ protocolId: 'coring', model: 'x = 1\n' }]);
	expect(done.protocols[0]?.files?.map(({ path }) => path)).toEqual(['protocol.toml']);
});

test('[X29] a path that lies in the folder of a protocol is read as one', () => {
	const done = brought(packed('coring/', 'coring', '0.1.0', { 'run.json': PATH }));
	expect(done.plans).toHaveLength(1);
	expect(done.protocols[0]?.files?.map(({ path }) => path)).toContain('run.json');
});

test('[X29] a text with marks is a protocol by itself, named by its toml or its file', () => {
	const ids = (files: Files): string[] => brought(files).protocols.map(({ protocolId }) => protocolId);
	expect(ids({ 'drying.aimd': MARKS })).toEqual(['drying']);
	expect(ids({ 'drying.md': MARKS })).toEqual(['drying']);
	const toml = '[airalogy_protocol]\nid = "oven"\nversion = "2"\n';
	expect(brought({ 'drying.aimd': MARKS, 'drying.toml': toml }).protocols).toMatchObject([
		{ protocolId: 'oven', protocolVersion: '2', files: [{ path: 'protocol.toml' }] },
	]);
	expect(ids({ 'drying.aimd': MARKS, 'protocol.toml': toml })).toEqual(['oven']);
	expect(refusalsOf({ 'README.md': '# Only words\n' })).toEqual(['README.md nothing_to_import {}']);
});

test('[X29] a text with a workflow is a workflow, with marks a protocol too', () => {
	const alone = brought({ 'peat.aimd': BLOCK });
	expect([alone.plans.length, alone.protocols.length]).toEqual([1, 0]);
	const both = brought({ 'peat.aimd': `${MARKS}\n${BLOCK}` });
	expect([both.plans.length, both.protocols.map(({ protocolId }) => protocolId)]).toEqual([1, ['peat']]);
	const folder = brought({ 'peat/protocol.aimd': BLOCK, ...packed('peat/coring/', 'coring', '0.1.0') });
	expect([folder.plans.length, folder.protocols.length]).toEqual([1, 0]);
	expect(protocolsIn(folder)).toMatchObject([{ protocolId: 'coring' }]);
});

test('[X30] what is none of ours is named beside what is, and refused where nothing is', () => {
	const done = brought({
		'path.json': PATH,
		'gel.png': PNG,
		'data.csv': 'a,b\n',
		'package.json': '{"name": "x"}',
		'odd.txt': '[12:00] started',
		'report.docx': zipped({ 'word/document.xml': '<w/>' }),
	});
	expect(linesOf(done.report).filter((line) => line.startsWith('lost'))).toEqual([
		'lost gel.png file_not_read',
		'lost data.csv file_not_read',
		'lost report.docx file_not_read',
		'lost package.json file_not_read',
		'lost odd.txt file_not_read',
	]);
	expect(refusalsOf({ 'gel.png': PNG, 'data.csv': 'a,b\n' })).toEqual([
		'gel.png not_text {"found":"png"}',
		'data.csv nothing_to_import {}',
	]);
	expect(refusalsOf({})).toEqual([' nothing_to_import {}']);
});

test('[X30] a broken file that claims to be ours refuses the whole, with its place', () => {
	const broken = refusalsOf({ 'path.json': PATH, 'protocols.json': '{"a": ' });
	expect(broken).toHaveLength(1);
	expect(broken[0]).toMatch(/^protocols.json not_json .*"line":1/);
	expect(refusalsOf({ 'path.json': PATH, 'x.json': PNG })).toEqual(['x.json not_text {"found":"png"}']);
	expect(refusalsOf({ 'pasted text': '{"a": ' })[0]).toMatch(/^pasted text not_json/);
});

test('[X30] what systems leave in folders is counted and passed over', () => {
	const done = brought({
		'a.zip': zipped({
			'path.json': PATH,
			'__MACOSX/._path.json': 'x',
			'.DS_Store': 'x',
			'sub/Thumbs.db': 'x',
			'empty/.DS_Store': '',
		}),
	});
	expect(done.report.lost).toMatchObject([{ file: 'a.zip', rule: 'files_ignored', data: { count: 3 } }]);
});

test('[X30] archives of other kinds are refused by their names, an archive inside one stays closed', () => {
	expect(refusalsOf({ 'a.eln': 'x' })).toEqual(['a.eln not_yet_read {"source":"eln"}']);
	expect(refusalsOf({ 'a.zip': zipped({ 'x/ro-crate-metadata.json': '{}' }) })).toEqual([
		'a.zip/x/ro-crate-metadata.json not_yet_read {"source":"eln"}',
	]);
	expect(
		refusalsOf({ 'a.zip': zipped({ 'manifest.json': '{"format": "pathbook", "version": "1.0"}' }) }),
	).toEqual(['a.zip/manifest.json not_yet_read {"source":"pathbook"}']);
	const nested = brought({ 'a.zip': zipped({ 'path.json': PATH, 'b.zip': zipped({ 'path.json': PATH }) }) });
	expect(nested.plans).toHaveLength(1);
	expect(linesOf(nested.report)).toContain('lost a.zip/b.zip file_not_read');
	expect(refusalsOf({ 'a.zip': PATH })).toEqual(['a.zip archive_refused {"code":"not_zip"}']);
});

test('[X34] progress goes from unpacking over reading to building', () => {
	const seen: string[] = [];
	const onprogress = ({ step, done, of }: { step: string; done: number; of: number }): void =>
		void seen.push(`${step} ${done === of}`);
	expect(attempt({ 'path.json': PATH }, { onprogress }).ok).toBe(true);
	expect(seen).toEqual(['unpacking true', 'reading true', 'building true']);
});
