// RESULTS.md is written by two programs that run at different times, and by hand: what one of them does not write stays as it is. Prettier sets
// the page, so that the figures of a run can be committed as they are.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** The parts of the page; each but the first begins with its own heading, or is empty. */
export interface ResultsPage {
	/** The app, the command line and the core. */
	readonly notebook: string;
	readonly relay: string;
	/** By hand, on the notebook. */
	readonly remarks: string;
}

const FILE = join(import.meta.dirname, 'RESULTS.md');
const REMARKS = '## Remarks';
/** The heading of the relay's chapter. */
export const RELAY = '## The relay';

/** The page as it is, with empty parts where there is none. */
export function readResults(): ResultsPage {
	return splitPage(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');
}

function splitPage(text: string): ResultsPage {
	const parts = { notebook: '', relay: '', remarks: '' };
	let part: keyof typeof parts = 'notebook';
	for (const line of text.split('\n')) {
		if (line === RELAY) part = 'relay';
		else if (line === REMARKS) part = 'remarks';
		parts[part] += `${line}\n`;
	}
	return parts;
}

/** The parts as one page. */
export function printPage({ notebook, relay, remarks }: ResultsPage): string {
	const last = remarks === '' ? REMARKS : remarks;
	return `${[notebook, relay, last]
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join('\n\n')}\n`;
}

export async function writeResults(page: ResultsPage): Promise<void> {
	const options = await resolveConfig(FILE);
	writeFileSync(FILE, await format(printPage(page), { ...options, parser: 'markdown' }));
}
