// Which file of a protocol its text means; that it is shown, and only as a picture, is told in the browser (U13).

import { expect, test } from 'vitest';
import { fileAt, pictureType } from '#lib/state/protocol-pictures.ts';

const FILES = ['files/tray 2.svg', 'files/layout.csv', 'scan.PNG'].map((path) => ({
	path,
	sha256: 'f'.repeat(64),
	size: 1,
}));

test.each([
	['files/tray%202.svg', 'files/tray 2.svg'],
	['./files/layout.csv', 'files/layout.csv'],
	['scan.PNG', 'scan.PNG'],
	['../files/layout.csv', undefined],
	['/files/layout.csv', undefined],
	['https://example.org/files/layout.csv', undefined],
	['files/100%.svg', undefined],
])('[N23] the address %s means the file %s', (source, path) => {
	expect(fileAt(source, FILES)?.path).toBe(path);
});

test('[N23] only what a browser draws is a picture', () => {
	expect(FILES.map(({ path }) => pictureType(path))).toEqual(['image/svg+xml', undefined, 'image/png']);
	expect(pictureType('files/page.html')).toBeUndefined();
});
