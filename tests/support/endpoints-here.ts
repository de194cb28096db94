// The relay's HTTP endpoints on a plain server of Node and a store in memory, for the test that is running; and requests with whatever headers,
// which `fetch` would not let through.

import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Result } from '#lib/core/result.ts';
import { createDoor, type Door } from '../../server/relay/door.ts';
import { createEndpoints, type Endpoints } from '../../server/relay/http/endpoints.ts';
import type { EndpointWorld } from '../../server/relay/http/world.ts';
import { readRelaySettings, type RelaySettings } from '../../server/relay-settings.ts';
import { createMemoryStore, type MemoryOptions } from '../../server/store/memory.ts';
import type { Store, StoreTrouble } from '../../server/store/store.ts';

export type Answered = {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

export type Asking = {
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array;
	/** Hangs up after the body, which then is shorter than it says. */
	readonly cut?: true;
};

export function settingsOf(env: Record<string, string> = {}): RelaySettings {
	const settings = readRelaySettings(env, '127.0.0.1');
	if (!settings.ok) throw new Error(settings.error);
	return settings.value;
}

/** Asks and waits for the whole answer; status 0 where there was none. */
export function ask(port: number, method: string, path: string, asking: Asking = {}): Promise<Answered> {
	return new Promise((resolve) => {
		const { headers, body, cut } = asking;
		const request = httpRequest(
			{ port, host: '127.0.0.1', method, path, headers, agent: false },
			(response) => {
				const pieces: Buffer[] = [];
				response.on('data', (piece: Buffer) => pieces.push(piece));
				response.on('close', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(pieces).toString('latin1'),
					}),
				);
				response.on('error', () => undefined);
			},
		);
		request.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
		if (cut) request.write(body ?? '', () => setTimeout(() => request.destroy(), 50));
		else request.end(body);
	});
}

export class EndpointsHere {
	readonly door: Door;
	readonly store: Store;
	readonly endpoints: Endpoints;
	readonly said: string[];
	readonly erased: string[] = [];
	readonly failures: unknown[] = [];
	/** How often sessions were to be looked through. */
	reviews = 0;
	trouble: StoreTrouble | undefined;
	readonly #server: Server;

	private constructor(folder: string, settings: RelaySettings, store: Store, door: Door, said: string[]) {
		this.store = store;
		this.door = door;
		this.said = said;
		const world: EndpointWorld = {
			folder,
			settings,
			door,
			store,
			revoked: () => {
				this.reviews++;
			},
			erase: (rooms) => this.#erase(rooms),
			metrics: () => Promise.resolve('a_metric 1\n'),
			trouble: () => this.trouble,
			failed: (cause) => this.failures.push(cause),
		};
		const endpoints = createEndpoints(world);
		this.endpoints = endpoints;
		this.#server = createServer((request, response) => {
			if (!endpoints.answer(request, response)) response.end('the app');
		});
	}

	/** Endpoints with settings as the environment says, gone when the test is over. */
	static async open(
		folder: string,
		env: Record<string, string> = {},
		options: MemoryOptions = {},
		now: () => number = Date.now,
	): Promise<EndpointsHere> {
		const settings = settingsOf(env);
		const store = createMemoryStore(options);
		const said: string[] = [];
		const door = await createDoor(settings, store, (line) => said.push(line), now);
		const here = new EndpointsHere(folder, settings, store, door, said);
		await new Promise<void>((resolve) => here.#server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => {
			here.#server.closeAllConnections();
			here.#server.close();
		});
		return here;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port; // it listens on a port
	}

	ask(method: string, path: string, asking: Asking & { readonly token?: string } = {}): Promise<Answered> {
		const { token, headers, ...rest } = asking;
		const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
		return ask(this.port, method, path, { ...rest, headers: { ...bearer, ...headers } });
	}

	#erase(rooms: readonly string[]): Promise<Result<void, StoreTrouble>> {
		this.erased.push(...rooms);
		return this.store.erase(rooms);
	}
}
