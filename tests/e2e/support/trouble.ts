// Everything a page may do wrong without a test looking: errors in the console (a refused policy is one), uncaught errors, failed or
// foreign requests. Listens to whole contexts, so that a second device or a popup in a test is watched as well.
// Refused: a list of known noise. A test that provokes an error on purpose says which, and only for itself.

import type { BrowserContext } from '@playwright/test';

export class Trouble {
	#origin: string;
	#found: string[] = [];
	#allowed: RegExp[] = [];

	constructor(origin: string) {
		this.#origin = origin;
	}

	/** Lets this test provoke what matches, once or often. */
	allow(...patterns: RegExp[]): void {
		this.#allowed.push(...patterns);
	}

	/** What was found and not allowed, one line each. */
	get lines(): string[] {
		return this.#found.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
	}

	/** Starts listening to everything in a context. */
	watch(context: BrowserContext): void {
		context.on('console', (message) => {
			if (message.type() !== 'error') return;
			this.#found.push(`console: ${message.text()} (${message.location().url})`);
		});
		context.on('weberror', (error) =>
			this.#found.push(`uncaught: ${error.error().stack ?? error.error().message}`),
		);
		context.on('requestfailed', (request) => {
			const why = request.failure()?.errorText ?? 'failed';
			// aborted is what a browser calls a preload or stream that a navigation made needless
			if (why !== 'net::ERR_ABORTED') this.#found.push(`request: ${request.url()} ${why}`);
		});
		context.on('response', (response) => {
			if (response.status() >= 400) this.#found.push(`response: ${response.status()} ${response.url()}`);
		});
		context.on('request', (request) => {
			const url = new URL(request.url());
			if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== this.#origin) {
				this.#found.push(`foreign request: ${url.href}`);
			}
		});
	}
}
