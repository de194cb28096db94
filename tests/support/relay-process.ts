// The relay as people run it: a process of its own in a fresh folder, reached over real sockets. It is killed, stopped, paused and started again on
// the same folder and port, and asked what it holds. Refused: starting it inside the test's process (a crash, a blocked loop and a leak of
// the one could not be told from those of the other).

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'server/start-relay.ts');
const READY = /^The relay is at (http:\/\/\S+)$/m;
const START_MS = 15_000;
const STOP_MS = 15_000;

const Memory = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });

export type RelayOptions = {
	/** Variables for it; PORT and PATHBOOK_DATA are set already. */
	readonly env?: Readonly<Record<string, string>>;
	/** What stands before `node` on its command line, as `['unshare', …]`. */
	readonly before?: readonly string[];
	/** Where it keeps its data; a fresh folder if not given. */
	readonly data?: string;
};

export class RelayProcess {
	/** A folder of its own, removed at the end. */
	readonly folder: string;
	readonly data: string;
	readonly #options: RelayOptions;
	#child: ChildProcess | undefined;
	#output = '';
	#port = 0;

	private constructor(options: RelayOptions) {
		this.folder = mkdtempSync(join(tmpdir(), 'pathbook-relay-'));
		this.data = options.data ?? join(this.folder, 'data');
		this.#options = options;
	}

	/** Starts one and waits until it answers; throws with its output where it does not. */
	static async start(options: RelayOptions = {}): Promise<RelayProcess> {
		const relay = new RelayProcess(options);
		try {
			await relay.startAgain();
		} catch (cause) {
			await relay.end();
			throw cause;
		}
		return relay;
	}

	/** On the same folder and port, after `kill` or `stop`. */
	async startAgain(env: Readonly<Record<string, string>> = {}): Promise<void> {
		const [program, ...args] = [
			...(this.#options.before ?? []),
			process.execPath,
			'--expose-gc',
			'--import',
			join(import.meta.dirname, 'relay-memory.ts'),
			ENTRY,
		];
		const child = spawn(program, args, {
			cwd: ROOT,
			env: {
				PATH: process.env['PATH'],
				PORT: String(this.#port),
				PATHBOOK_DATA: this.data,
				...this.#options.env,
				...env,
			},
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		this.#child = child;
		const from = this.#output.length;
		const take = (chunk: Buffer): void => void (this.#output += chunk.toString());
		child.stdout?.on('data', take);
		child.stderr?.on('data', take);
		const url = await this.#line(READY, START_MS, from);
		this.#port = Number(new URL(url).port);
	}

	/** All that it wrote to stdout and stderr, over all starts. */
	get output(): string {
		return this.#output;
	}

	get port(): number {
		return this.#port;
	}

	get http(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	/** The address stock clients take: the room's name is appended. */
	get sync(): string {
		return `ws://127.0.0.1:${this.#port}/sync`;
	}

	get alive(): boolean {
		return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
	}

	get pid(): number {
		const pid = this.#child?.pid;
		if (pid === undefined) throw new Error('the relay does not run');
		return pid;
	}

	/** The first group of a line that it wrote or will write soon. */
	line(pattern: RegExp): Promise<string> {
		return this.#line(pattern, STOP_MS, 0);
	}

	#line(pattern: RegExp, patience: number, from: number): Promise<string> {
		const child = this.#child;
		const found = pattern.exec(this.#output.slice(from))?.[1];
		if (found !== undefined) return Promise.resolve(found);
		return new Promise((resolve, reject) => {
			const look = (): void => {
				const now = pattern.exec(this.#output.slice(from))?.[1];
				if (now !== undefined) end(() => resolve(now));
			};
			const gone = (): void => end(() => reject(new Error(`the relay ended:\n${this.#output.slice(from)}`)));
			const late = (): void =>
				end(() => reject(new Error(`no ${String(pattern)} in time:\n${this.#output.slice(from)}`)));
			const timer = setTimeout(late, patience);
			const end = (done: () => void): void => {
				clearTimeout(timer);
				child?.stdout?.off('data', look);
				child?.stderr?.off('data', look);
				child?.off('close', gone);
				done();
			};
			child?.stdout?.on('data', look);
			child?.stderr?.on('data', look);
			child?.once('close', gone);
		});
	}

	/** kill -9, and gone when this answers. */
	async kill(): Promise<void> {
		await this.#end('SIGKILL');
	}

	/** Asks it to end and answers its exit code; null where a signal ended it. */
	async stop(): Promise<number | null> {
		const child = this.#child;
		await this.#end('SIGTERM');
		return child?.exitCode ?? null;
	}

	async #end(signal: NodeJS.Signals): Promise<void> {
		const child = this.#child;
		if (child === undefined || !this.alive) return;
		const gone = once(child, 'exit');
		const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
		child.kill(signal);
		await gone;
		clearTimeout(timer);
	}

	/** Ends it for good and removes its folder. */
	async end(): Promise<void> {
		await this.kill();
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** Bytes the system counts for it, and bytes JavaScript holds in its main thread, both after garbage was collected. */
	async memory(): Promise<{ rss: number; held: number }> {
		const child = this.#child;
		if (child === undefined || !this.alive) throw new Error(`the relay does not run:\n${this.#output}`);
		const answer = once(child, 'message');
		child.send('memory');
		const { rss, heapUsed, external } = Memory.parse((await answer)[0]);
		return { rss, held: heapUsed + external };
	}

	/** Seconds of processor time it has used, all threads. */
	cpuSeconds(): number {
		const [, rest = ''] = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ');
		const fields = rest.split(' ');
		return (Number(fields[11]) + Number(fields[12])) / 100; // utime, stime in ticks of 10 ms
	}

	/** The metrics as text, as its own machine may read them. */
	async metrics(): Promise<string> {
		const response = await fetch(`${this.http}/metrics`);
		if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
		return response.text();
	}

	/** The sum of a metric over all its labels (that `labels` matches); 0 where there is none. */
	async metric(name: string, labels = /(?:)/): Promise<number> {
		let sum = 0;
		for (const line of (await this.metrics()).split('\n')) {
			const found = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/.exec(line);
			if (found?.[1] === name && labels.test(found[2] ?? '')) sum += Number(found[3]);
		}
		return sum;
	}
}
