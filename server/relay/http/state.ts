// How the relay is: for whoever watches over it. Health is the truth about the disk: something is written and committed, at most every two
// seconds however often it is asked. Metrics are for this machine, and for who has the token.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { statfs } from 'node:fs/promises';
import { isFromThisMachine } from '../credentials.ts';
import { problem, type Reply } from './reply.ts';
import type { EndpointWorld } from './world.ts';

/** Milliseconds for which an answer is good, and after which a disk that does not answer counts as hanging. */
const GOOD = 2_000;
const HANGING = 5_000;
/** Bytes below which free space is called low. */
const LOW = 256 * 1024 * 1024;

type Found = { readonly at: number; readonly state: Promise<string> };

export class Health {
	readonly #world: Pick<EndpointWorld, 'folder' | 'store' | 'trouble'>;
	#found: Found | undefined;

	constructor(world: Pick<EndpointWorld, 'folder' | 'store' | 'trouble'>) {
		this.#world = world;
	}

	/** 200 while everything can be kept, 503 while not. */
	async reply(): Promise<Reply> {
		const probed = await this.#probe();
		const state = this.#world.trouble()?.why ?? probed;
		const free = await this.#free();
		const space = free === undefined ? {} : { free, space: free < LOW ? 'low' : 'enough' };
		return { status: state === 'ok' ? 200 : 503, body: { store: state, ...space } };
	}

	async #probe(): Promise<string> {
		const now = performance.now();
		if (this.#found === undefined || now - this.#found.at > GOOD) {
			const probe = this.#world.store.probe().then((result) => (result.ok ? 'ok' : result.error.why));
			this.#found = { at: now, state: Promise.race([probe, afterwards()]) };
		}
		return await this.#found.state;
	}

	async #free(): Promise<number | undefined> {
		try {
			const { bavail, bsize } = await statfs(this.#world.folder);
			return bavail * bsize;
		} catch {
			return undefined; // the folder is gone: the probe says so
		}
	}
}

function afterwards(): Promise<string> {
	return new Promise((resolve) => setTimeout(resolve, HANGING, 'hanging').unref());
}

/** The metrics, for this machine or with the token. */
export async function getMetrics(world: EndpointWorld, request: IncomingMessage): Promise<Reply> {
	const { metricsToken } = world.settings;
	const shown = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
	const known = metricsToken !== undefined && shown !== undefined && same(shown, metricsToken);
	if (!known && !isFromThisMachine(request)) {
		if (metricsToken === undefined) return problem(403, 'forbidden', 'metrics are for this machine alone');
		return problem(401, 'unauthorized', 'metrics need their token', { 'WWW-Authenticate': 'Bearer' });
	}
	const text = await world.metrics();
	return { status: 200, headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, body: text };
}

function same(one: string, other: string): boolean {
	const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(one), hash(other));
}
