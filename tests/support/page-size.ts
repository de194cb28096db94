// What a person downloads to see a page: every script that Vite's manifest reaches by static imports from Kit's two entries, the
// layouts, the error page (Kit loads it at once) and the page itself, gzipped. Lazy chunks are measured where they load: in a browser
// (tests/e2e/size.spec.ts). Refused: size-limit, which wants file names, and ours change with every build.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { LIMITS } from './page-limits.ts';

const Chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]) });
const Chunks = z.record(z.string(), Chunk);
const Route = z.object({
	id: z.string(),
	page: z
		.object({
			layouts: z.array(z.number().optional()),
			errors: z.array(z.number().optional()),
			leaf: z.number(),
		})
		.nullable(),
});
const Manifest = z.object({ manifest: z.object({ _: z.object({ routes: z.array(Route) }) }) });

const ENTRIES = [
	'node_modules/@sveltejs/kit/src/runtime/client/entry.js',
	'.svelte-kit/generated/client-optimized/app.js',
];

/** Gzipped bytes of each script the route needs to show itself; throws where the build in `root` has no such route. */
async function scriptsOf(root: string, route: string): Promise<Map<string, number>> {
	const output = join(root, '.svelte-kit/output');
	const chunks = Chunks.parse(JSON.parse(readFileSync(join(output, 'client/.vite/manifest.json'), 'utf8')));
	const imported: unknown = await import(pathToFileURL(join(output, 'server/manifest.js')).href);
	const page = Manifest.parse(imported).manifest._.routes.find(({ id }) => id === route)?.page;
	if (page === undefined || page === null) throw new Error(`The build has no page ${route}.`);
	const nodes = [...page.layouts, ...page.errors, page.leaf].filter((node) => node !== undefined);
	const open = [
		...ENTRIES,
		...nodes.map((node) => `.svelte-kit/generated/client-optimized/nodes/${node}.js`),
	];
	const sizes = new Map<string, number>();
	for (let key = open.pop(); key !== undefined; key = open.pop()) {
		const chunk = chunks[key];
		if (chunk === undefined) throw new Error(`Vite's manifest does not know ${key}.`);
		if (sizes.has(chunk.file)) continue;
		sizes.set(chunk.file, gzipSync(readFileSync(join(output, 'client', chunk.file)), { level: 9 }).length);
		open.push(...chunk.imports);
	}
	return sizes;
}

const tooLarge: string[] = [];
for (const [route, limit] of Object.entries(LIMITS)) {
	const sizes = await scriptsOf(join(import.meta.dirname, '../..'), route);
	const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
	if (total > limit) tooLarge.push(route);
	console.log(
		`${route}: ${(total / 1000).toFixed(1)} kB of ${limit / 1000} kB gzipped JavaScript, ${sizes.size} files`,
	);
	for (const [file, size] of [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 5)) {
		console.log(`    ${(size / 1000).toFixed(1).padStart(6)} kB  ${file}`);
	}
}
if (tooLarge.length > 0) console.error(`Larger than its limit: ${tooLarge.join(', ')}`);
process.exitCode = tooLarge.length > 0 ? 1 : 0;
