// Names of archive members are paths of somebody else's disk. They are decoded like the tools that wrote them meant it, and refused where
// unpacking them elsewhere would leave the folder, hide one file behind another, or do what a name must not. Refused: repairing a name
// (two tools would then see two archives).

import type { Decode } from '#lib/core/exchange/files.ts';

export type NameFault =
	| 'name_encoding'
	| 'name_control'
	| 'name_backslash'
	| 'name_absolute'
	| 'name_drive'
	| 'name_parent'
	| 'name_empty'
	| 'name_long';

const LONGEST = 1_024;

/** The name in `bytes`: UTF-8 where it says so, else UTF-8 if it is, else GB18030 (Windows in Chinese); null where it is none of them. */
export function decodeName(bytes: Uint8Array, isUtf8: boolean, decode: Decode): string | null {
	const name = decode(bytes, 'utf-8');
	return name !== null || isUtf8 ? name : decode(bytes, 'gb18030');
}

/** What is wrong with a path inside an archive or folder; null where nothing is. A folder's name ends with `/`. */
export function nameFault(name: string): NameFault | null {
	if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/.test(name)) return 'name_control';
	if (name.includes('\\')) return 'name_backslash';
	if (name.startsWith('/')) return 'name_absolute';
	if (/^[a-z]:/i.test(name)) return 'name_drive';
	if (name.length > LONGEST) return 'name_long';
	const steps = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
	if (steps.includes('..')) return 'name_parent';
	return steps.some((step) => step === '' || step === '.') ? 'name_empty' : null;
}

/** What a name is on disks that fold case and compose accents: two names with one of these cannot lie beside each other. */
export function foldedName(name: string): string {
	return name.toLowerCase().normalize('NFC');
}

/** The first name that collides with an earlier one: the same file, or a file where another has a folder. */
export function collision(names: readonly string[]): string | null {
	const files = new Set<string>();
	const folders = new Set<string>();
	for (const name of names) {
		const folded = foldedName(name);
		const steps = folded.split('/');
		const last = steps.pop() ?? '';
		if (last !== '') {
			if (files.has(folded) || folders.has(folded)) return name;
			files.add(folded);
		}
		let folder = '';
		for (const step of steps) {
			folder = folder === '' ? step : `${folder}/${step}`;
			if (files.has(folder)) return name;
			folders.add(folder);
		}
	}
	return null;
}
