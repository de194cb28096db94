// The arrows hold in the house, and every rule that guards them really bites: the fixture tree breaks each one once.

import { join } from 'node:path';
import { cruise, type IReporterOutput, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import rules from '../../.dependency-cruiser.js';

const fixtures = join(import.meta.dirname, '../fixtures/arrows');

async function brokenIn(baseDir: string): Promise<string[]> {
	const { output }: IReporterOutput = await cruise(['src', 'server'], {
		...rules.options,
		ruleSet: { forbidden: rules.forbidden },
		validate: true,
		baseDir,
	});
	const { summary } = output as ICruiseResult; // without a reporter the output is the result itself
	return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).toSorted();
}

test('[H1] every closed arrow is found where somebody takes it, and no open one is', async () => {
	const broken = await brokenIn(fixtures);
	expect(broken).toEqual([
		'adapters-serve-ports: src/lib/adapters/storage/adapters-serve-ports.ts',
		'app-looks-down: src/lib/app/app-looks-down.ts',
		'compose-alone-names-adapters: src/lib/app/compose-alone-names-adapters.ts',
		'core-is-alone: src/lib/core/flow/core-is-alone.ts',
		'core-is-pure: src/lib/core/flow/core-is-pure-package.ts',
		'core-is-pure: src/lib/core/flow/core-is-pure.ts',
		'core-is-pure: src/lib/core/flow/resolvable.ts',
		'features-stand-alone: src/lib/features/beta/FeaturesStandAlone.svelte',
		'no-cycles: src/lib/core/flow/no-cycles-either.ts',
		'nobody-imports-routes: src/lib/features/beta/nobody-imports-routes.ts',
		'ports-name-core-only: src/lib/ports.ts',
		'product-has-no-tests: server/product-has-no-tests.ts',
		'resolvable: src/lib/core/flow/resolvable.ts',
		'server-has-no-app: server/product-has-no-tests.ts',
		'server-has-no-app: server/server-has-no-app.ts',
		'state-looks-down: src/lib/state/state-looks-down.ts',
		'ui-knows-no-domain: src/lib/ui/UiKnowsNoDomain.svelte',
		'wire-names-core-only: src/lib/wire/wire-names-core-only.ts',
		'words-know-codes-only: src/lib/words/words-know-codes-only.ts',
		'yjs-in-core-documents-only: src/lib/core/flow/yjs-in-core-documents-only.ts',
	]);
	const names = new Set(broken.map((line) => line.split(':')[0]));
	expect(rules.forbidden?.map((rule) => rule.name).filter((name) => !names.has(name))).toEqual([]);
});
