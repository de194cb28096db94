// Files: right or not there, in parts, against limits, and never shown.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ask, EndpointsHere, type Answered, type Asking } from '../../../support/endpoints-here.ts';
import { test } from '../../../support/folder.ts';
import { RelayLab } from '../../../support/relay-lab.ts';

const lab = new RelayLab();
const BYTES = Uint8Array.from({ length: 300_000 }, (_, n) => (n * n) % 251);
const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const HASH = hashOf(BYTES);

class Files {
	readonly here: EndpointsHere;
	readonly folder: string;
	constructor(here: EndpointsHere, folder: string) {
		this.here = here;
		this.folder = folder;
	}

	static async open(folder: string, env: Record<string, string> = {}): Promise<Files> {
		return new Files(await EndpointsHere.open(folder, env), folder);
	}

	ask(
		method: string,
		asking: Asking & { hash?: string; over?: Record<string, unknown> } = {},
	): Promise<Answered> {
		const { hash = HASH, over = {}, ...rest } = asking;
		return this.here.ask(method, `/blobs/${lab.id}/${hash}`, { token: lab.capability(over), ...rest });
	}

	/** Brings bytes `from` to before `to` as a part. */
	part(from: number, to: number, more: Asking & { total?: number } = {}): Promise<Answered> {
		const { total = BYTES.length, ...rest } = more;
		return this.ask('PUT', {
			body: BYTES.subarray(from, to),
			...rest,
			headers: { 'content-range': `bytes ${from}-${to - 1}/${total}`, ...rest.headers },
		});
	}

	async offset(): Promise<unknown> {
		const { status, headers } = await this.ask('HEAD');
		return [status, headers['upload-offset'], headers['upload-complete']];
	}

	path(hash = HASH): string {
		return join(this.folder, 'blobs', lab.id, hash.slice(0, 2), hash);
	}

	uploads(): string[] {
		return readdirSync(join(this.folder, 'uploads'));
	}
}

describe('[Z13] a file is there when its hash is right, and not before', () => {
	test('whole: 201, then 200, then fetched as it was', async ({ folder }) => {
		const files = await Files.open(folder);
		expect(await files.offset()).toEqual([404, '0', undefined]);
		expect((await files.ask('GET')).status).toBe(404);
		expect((await files.ask('PUT', { body: BYTES, over: { role: 'reviewer' } })).status).toBe(201);
		expect(readFileSync(files.path())).toEqual(Buffer.from(BYTES));
		expect(files.uploads()).toEqual([]);
		expect((await files.ask('PUT', { body: BYTES })).status).toBe(200);
		const { status, headers } = await files.ask('HEAD', { over: { role: 'reader' } });
		expect([status, headers['content-length'], headers['upload-offset']]).toEqual([200, '300000', '300000']);
		const fetched = await files.ask('GET', { over: { role: 'reader', scope: 'path/any' } });
		expect([fetched.status, hashOf(Buffer.from(fetched.body, 'latin1'))]).toEqual([200, HASH]);
	});

	test('of no bytes, and of unknown length', async ({ folder }) => {
		const files = await Files.open(folder);
		expect((await files.ask('PUT', { hash: hashOf('') })).status).toBe(201);
		expect((await files.ask('GET', { hash: hashOf('') })).status).toBe(200);
		const chunked = { 'transfer-encoding': 'chunked' };
		expect((await files.ask('PUT', { body: BYTES, headers: chunked })).status).toBe(201);
	});

	test('other bytes are refused and gone', async ({ folder }) => {
		const files = await Files.open(folder);
		const refused = await files.ask('PUT', { body: BYTES.subarray(1) });
		expect([refused.status, JSON.parse(refused.body)]).toMatchObject([422, { error: 'wrong_hash' }]);
		expect(files.uploads()).toEqual([]);
		expect(await files.offset()).toEqual([404, '0', undefined]);
	});

	test('who may not is refused: readers bring nothing, other labs see nothing', async ({ folder }) => {
		const files = await Files.open(folder);
		expect((await files.ask('PUT', { body: BYTES, over: { role: 'reader' } })).status).toBe(403);
		await files.ask('PUT', { body: BYTES });
		const token = new RelayLab().capability({ role: 'owner' });
		for (const method of ['GET', 'HEAD', 'PUT']) {
			const { status } = await files.here.ask(method, `/blobs/${lab.id}/${HASH}`, { token });
			expect(status, method).toBe(403);
			expect((await files.here.ask(method, `/blobs/${lab.id}/${HASH}`)).status, method).toBe(401);
		}
	});
});

describe('[Z14] parts', () => {
	test('add up to the file; each says where the next begins', async ({ folder }) => {
		const files = await Files.open(folder);
		const first = await files.part(0, 100_000);
		expect([first.status, first.headers['upload-offset'], first.headers['upload-complete']]).toEqual([
			202,
			'100000',
			'?0',
		]);
		expect(await files.offset()).toEqual([204, '100000', '?0']);
		expect((await files.ask('GET')).status).toBe(404);
		expect((await files.part(100_000, 200_000)).status).toBe(202);
		expect((await files.part(200_000, 300_000)).status).toBe(201);
		expect(readFileSync(files.path())).toEqual(Buffer.from(BYTES));
		expect(files.uploads()).toEqual([]);
	});

	test('outlive the process, and are gone on with by anybody of the lab', async ({ folder }) => {
		await (await Files.open(folder)).part(0, 100_000);
		const files = await Files.open(folder);
		expect(await files.offset()).toEqual([204, '100000', '?0']);
		expect((await files.part(100_000, 300_000)).status).toBe(201);
	});

	test('at another place are refused with the right one', async ({ folder }) => {
		const files = await Files.open(folder);
		const early = await files.part(100_000, 200_000);
		expect([early.status, early.headers['upload-offset']]).toEqual([409, '0']);
		await files.part(0, 100_000);
		for (const from of [0, 50_000, 100_001]) {
			const { status, headers } = await files.part(from, 200_000);
			expect([status, headers['upload-offset']]).toEqual([409, '100000']);
		}
		expect(await files.offset()).toEqual([204, '100000', '?0']);
	});

	test('that turn out to be something else are thrown away', async ({ folder }) => {
		const files = await Files.open(folder);
		await files.part(0, 100_000, { body: new Uint8Array(100_000) });
		expect((await files.part(100_000, 300_000)).status).toBe(422);
		expect(await files.offset()).toEqual([404, '0', undefined]);
		expect((await files.part(0, 300_000)).status).toBe(201);
	});

	test.for<[string, Record<string, string>]>([
		['no unit', { 'content-range': '0-9/10' }],
		['backwards', { 'content-range': 'bytes 9-0/10' }],
		['beyond the end', { 'content-range': 'bytes 0-10/10' }],
		['no end', { 'content-range': 'bytes 0-/10' }],
		['unknown length', { 'content-range': 'bytes 0-9/*' }],
		['another length than the body', { 'content-range': 'bytes 0-8/10' }],
	])('with a wrong Content-Range (%s) are refused', async ([, headers], { folder }) => {
		const files = await Files.open(folder);
		expect((await files.ask('PUT', { body: BYTES.subarray(0, 10), headers })).status).toBe(400);
		expect(await files.offset()).toEqual([404, '0', undefined]);
	});
});

describe('[Z15] uploads that are cut off or come at the same time', () => {
	test('what came of a whole one that was cut off can be gone on with', async ({ folder }) => {
		const files = await Files.open(folder);
		const headers = { 'content-length': '300000' };
		expect((await files.ask('PUT', { body: BYTES.subarray(0, 120_000), headers, cut: true })).status).toBe(0);
		await expect.poll(() => files.offset()).toEqual([204, '120000', '?0']);
		expect((await files.part(120_000, 300_000)).status).toBe(201);
	});

	test('what came of a part that was cut off stays', async ({ folder }) => {
		const files = await Files.open(folder);
		const half = {
			body: BYTES.subarray(0, 70_000),
			headers: { 'content-length': '200000' },
			cut: true,
		} as const;
		await files.part(0, 200_000, half);
		await expect.poll(() => files.offset()).toEqual([204, '70000', '?0']);
		expect((await files.part(70_000, 300_000)).status).toBe(201);
	});

	test('who stands still in the middle of a part makes way', async ({ folder }) => {
		const files = await Files.open(folder);
		const socket = connect(files.here.port, '127.0.0.1');
		socket.on('error', () => undefined);
		socket.write(
			`PUT /blobs/${lab.id}/${HASH} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${lab.capability()}\r\n` +
				'content-range: bytes 0-199999/300000\r\ncontent-length: 200000\r\n\r\n',
		);
		socket.write(BYTES.subarray(0, 50_000));
		await expect.poll(() => files.offset()).toEqual([204, '50000', '?0']);
		expect((await files.part(50_000, 300_000)).status).toBe(201);
		socket.destroy();
	});

	test('many at once do not mix', async ({ folder }) => {
		const files = await Files.open(folder);
		const wrong = Uint8Array.from(BYTES, (byte) => byte ^ 1);
		const answers = await Promise.all([
			...Array.from({ length: 5 }, () => files.ask('PUT', { body: BYTES })),
			...Array.from({ length: 3 }, () => files.ask('PUT', { body: wrong })),
			files.part(0, 150_000),
			files.part(0, 150_000),
		]);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.slice(0, 5).every((status) => status === 201 || status === 200)).toBe(true);
		expect(statuses.slice(5, 8).every((status) => status === 422 || status === 200)).toBe(true);
		expect(statuses.slice(8).every((status) => [202, 409, 200].includes(status))).toBe(true);
		expect(readFileSync(files.path())).toEqual(Buffer.from(BYTES));
	});

	test('what an earlier process left in the middle is cleared away, and parts that are a week old', async ({
		folder,
	}) => {
		const uploads = join(folder, 'uploads');
		mkdirSync(uploads);
		const [old, young] = [hashOf('old'), hashOf('young')];
		for (const name of [`${lab.id}.${old}.part`, `${lab.id}.${young}.part`, `${lab.id}.${old}.x.whole`])
			writeFileSync(join(uploads, name), 'bytes');
		const long = Date.now() / 1000 - 8 * 86_400;
		utimesSync(join(uploads, `${lab.id}.${old}.part`), long, long);
		const files = await Files.open(folder);
		await files.ask('PUT', { body: BYTES });
		expect(files.uploads()).toEqual([`${lab.id}.${young}.part`]);
	});
});

describe('[Z16] limits', () => {
	test('of a file: said before it comes, or once it is passed', async ({ folder }) => {
		const files = await Files.open(folder, { PATHBOOK_MAX_BLOB: '250000' });
		expect((await files.ask('PUT', { body: BYTES })).status).toBe(413);
		expect(
			(await files.ask('PUT', { body: BYTES, headers: { 'transfer-encoding': 'chunked' } })).status,
		).toBe(413);
		expect((await files.part(0, 100_000)).status).toBe(413);
		expect((await files.part(0, 100_000, { total: 200_000 })).status).toBe(202);
		const more = { total: 250_000, headers: { 'transfer-encoding': 'chunked' }, body: BYTES };
		expect((await files.part(100_000, 250_000, more)).status).toBe(413);
	});

	test('of a lab: files, parts and rooms together; what is thrown away counts no more', async ({
		folder,
	}) => {
		const env = { PATHBOOK_MAX_LAB: '700000' };
		const files = await Files.open(folder, env);
		const other = Uint8Array.from(BYTES, (byte) => byte ^ 2);
		const third = Uint8Array.from(BYTES, (byte) => byte ^ 4);
		expect((await files.ask('PUT', { body: third })).status).toBe(422);
		expect((await files.ask('PUT', { body: BYTES })).status).toBe(201);
		expect((await files.ask('PUT', { body: third })).status).toBe(200);
		expect((await files.ask('PUT', { body: other, hash: hashOf(other) })).status).toBe(201);
		const full = await files.ask('PUT', { body: third, hash: hashOf(third) });
		expect([full.status, JSON.parse(full.body)]).toMatchObject([413, { error: 'lab_full' }]);
		expect(await files.here.endpoints.fileBytes(lab.id)).toBe(600_000);
		const again = await Files.open(folder, env);
		expect((await again.ask('PUT', { body: third, hash: hashOf(third) })).status).toBe(413);
		const path = `/blobs/${new RelayLab().id}/${hashOf(third)}`;
		expect((await ask(again.here.port, 'PUT', path)).status).toBe(401);
	});

	test('a disk that takes nothing is said, and nothing is there', async ({ folder }) => {
		writeFileSync(join(folder, 'uploads'), 'in the way');
		const files = await Files.open(folder);
		const answer = await files.ask('PUT', { body: BYTES });
		expect([answer.status, JSON.parse(answer.body)]).toMatchObject([503, { error: 'broken' }]);
		expect(files.here.failures).toEqual([]);
		rmSync(join(folder, 'uploads'));
		expect((await files.ask('PUT', { body: BYTES })).status).toBe(201);
	});
});

describe('[Z17] fetching', () => {
	test('says what a browser may do with it, which is to save it', async ({ folder }) => {
		const files = await Files.open(folder);
		const page = '<script>alert(1)</script>';
		await files.ask('PUT', { hash: hashOf(page), body: page });
		const { headers, body } = await files.ask('GET', { hash: hashOf(page) });
		expect(body).toBe(page);
		expect(headers).toMatchObject({
			'content-type': 'application/octet-stream',
			'content-disposition': 'attachment',
			'content-security-policy': "default-src 'none'; sandbox",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, max-age=31536000, immutable',
			'accept-ranges': 'bytes',
			etag: `"${hashOf(page)}"`,
		});
	});

	test.for<[string, number, number, number]>([
		['bytes=0-9', 206, 0, 10],
		['bytes=100-', 206, 100, 300_000],
		['bytes=-5', 206, 299_995, 300_000],
		['bytes=-900000', 206, 0, 300_000],
		['bytes=299999-900000', 206, 299_999, 300_000],
		['bytes=0-1,4-5', 200, 0, 300_000],
		['bytes=9-2', 200, 0, 300_000],
		['lines=1-2', 200, 0, 300_000],
		['bytes=-', 200, 0, 300_000],
	])('%s answers %i', async ([range, status, from, to], { folder }) => {
		const files = await Files.open(folder);
		await files.ask('PUT', { body: BYTES });
		const answer = await files.ask('GET', { headers: { range } });
		expect([answer.status, answer.headers['content-length']]).toEqual([status, String(to - from)]);
		if (status === 206) expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/300000`);
		expect(Buffer.from(answer.body, 'latin1').equals(BYTES.subarray(from, to))).toBe(true);
	});

	test('outside of the file is 416; what is known is 304; a piece of another file is the whole', async ({
		folder,
	}) => {
		const files = await Files.open(folder);
		await files.ask('PUT', { body: BYTES });
		for (const range of ['bytes=300000-', 'bytes=-0']) {
			const outside = await files.ask('GET', { headers: { range } });
			expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */300000']);
		}
		const known = await files.ask('GET', { headers: { 'if-none-match': `"${HASH}"` } });
		expect([known.status, known.body]).toEqual([304, '']);
		const range = { range: 'bytes=0-9' };
		expect((await files.ask('GET', { headers: { ...range, 'if-range': `"${HASH}"` } })).status).toBe(206);
		expect((await files.ask('GET', { headers: { ...range, 'if-range': '"other"' } })).status).toBe(200);
	});
});
