import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/opened-stores.ts';
import { canWatch } from '../../support/power-cut.ts';
import type { Found } from '../../support/store-in-trouble.ts';

const CHILD = join(import.meta.dirname, '../../support/store-in-trouble.ts');
const NAMESPACE = process.getuid?.() === 0 ? '-m' : '-Urm';

// A file system of its own needs a namespace of its own; where neither is allowed there is no full disk to be had.
const canMount = spawnSync('unshare', [NAMESPACE, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;

test.skipIf(!canMount)(
	'[G31] a full disk: nothing is promised, the store says so and can be read, and goes on when there is space',
	{ timeout: 60_000 },
	() => {
		const folder = testFolder();
		const found = mounted(folder, '2m', `"$0" "$1" "$2" "$2/ballast"`);
		expect(found).toEqual({
			opened: 'yes',
			refused: 'full',
			after: expect.any(Number) as unknown,
			probe: expect.stringMatching(/^(full|ok)$/) as unknown, // a probe is small: it may fit where an update did not
			readable: true,
			more: 0,
			whole: true,
		});
		expect(found.after).toBeGreaterThan(50);
	},
);

test.skipIf(!canMount)('[G31] a store does not open on a full disk, and says why', () => {
	const found = mounted(testFolder(), '4k', `echo > "$2/x"; "$0" "$1" "$2"`);
	expect(found.opened).toMatch(/full|no space/i);
});

test.skipIf(!canMount)('[G32] a store does not open on a disk that is read only, and says why', () => {
	const script = `"$0" "$1" "$2" "" 5 > /dev/null && mount -o remount,ro "$2" && "$0" "$1" "$2"`;
	expect(mounted(testFolder(), '20m', script).opened).toMatch(/read-only file system/i);
});

const faults: readonly [error: string, call: string, why: string][] = [
	['EROFS', 'pwrite64', 'read_only'],
	['ENOSPC', 'pwrite64', 'full'],
	['EIO', 'pwrite64', 'broken'],
	['EIO', 'fsync', 'broken'],
];

for (const [error, call, why] of faults)
	test.skipIf(!canWatch())(
		`[G32] ${call} fails with ${error} for a while: nothing is promised, the state is ${why}, and it goes on by itself`,
		{ timeout: 60_000 },
		() => {
			const folder = testFolder();
			const files = ['relay.sqlite', 'relay.sqlite-wal', '.can-it-be-written'].map((name) =>
				join(folder, 'data', name),
			);
			const paths = files.flatMap((file) => ['-P', file]);
			const calls = [call, ...(call === 'pwrite64' ? ['write'] : [])];
			const inject = calls.flatMap((name) => [
				'-e',
				`inject=${name}:error=${error}:when=${name === 'write' ? '1+' : '61..85'}`,
			]);
			const options = [
				'-qq',
				'-f',
				'-o',
				join(folder, 'trace'),
				...paths,
				'-e',
				`trace=${calls.join()}`,
				...inject,
			];
			const found = foundBy(
				spawnSync('strace', [...options, process.execPath, CHILD, folder], { encoding: 'utf8' }),
			);
			expect(found).toEqual({
				opened: 'yes',
				refused: why,
				after: expect.any(Number) as unknown,
				probe: why,
				readable: true,
				more: expect.any(Number) as unknown,
				whole: true,
			});
			expect(found.after).toBeGreaterThan(5);
			expect(found.more).toBeGreaterThan(1);
		},
	);

/** Runs a script in which $0 is Node, $1 the child's file and $2 a file system of this size. */
function mounted(folder: string, size: string, script: string): Found {
	const command = `mount -t tmpfs -o size=${size} tmpfs "$2" && { ${script}; }`;
	const args = [NAMESPACE, 'sh', '-c', command, process.execPath, CHILD, folder];
	return foundBy(spawnSync('unshare', args, { encoding: 'utf8' }));
}

function foundBy({
	status,
	stdout,
	stderr,
}: {
	status: number | null;
	stdout: string;
	stderr: string;
}): Found {
	if (status !== 0) throw new Error(`it ended with ${status}: ${stderr}`);
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Found; // written by the child
}
