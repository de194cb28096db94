// The house rules that a linter can see. Formatting is Prettier's, arrows are dependency-cruiser's, unused code is knip's.
// Types are used in linting .ts (a forgotten promise is a lost write); .svelte files are typed by svelte-check and linted for shape.

import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { wordsAreMessages } from './tests/support/words-are-messages.ts';

const OURS = [
	'src/**/*.ts',
	'src/**/*.svelte',
	'server/**/*.ts',
	'tests/**/*.ts',
	'bench/**/*.ts',
	'vite.config.ts',
];
const FRAMEWORK = ['*.config.{js,ts}', 'tests/e2e/playwright.config.ts', 'tests/e2e/support/serve-build.ts'];

const shape = [
	{
		selector: 'Program > VariableDeclaration[kind="let"]',
		message: 'Nothing lives in a module: no top-level let.',
	},
	{
		selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
		message: 'Nothing lives in a module: no top-level let.',
	},
	{
		selector: 'SvelteScriptElement:has(SvelteAttribute[key.name="module"]) > VariableDeclaration[kind="let"]',
		message: 'Nothing lives in a module: no let in a module script.',
	},
	{
		selector:
			'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[init.type="NewExpression"]' +
			':not([init.callee.name=/^(Set|Map|RegExp)$/])',
		message: 'Nothing lives in a module: no exported instance.',
	},
	{
		selector:
			'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > CallExpression[callee.name="$state"]',
		message: 'Nothing lives in a module: no exported state.',
	},
	{
		selector: 'TSEnumDeclaration, TSModuleDeclaration[kind="namespace"]',
		message: 'Node strips types: no enum, no namespace.',
	},
	{ selector: 'TSParameterProperty', message: 'Node strips types: no parameter properties.' },
	{ selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
];
const noDefault = { selector: 'ExportDefaultDeclaration', message: 'No default exports of our own.' };

export default defineConfig(
	{
		ignores: [
			'node_modules/',
			'build/',
			'data/',
			'.svelte-kit/',
			'.cache/',
			'test-results/',
			'src/lib/paraglide/',
			'tests/fixtures/',
		],
	},
	{
		files: OURS,
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: {
				projectService: { allowDefaultProject: ['vite.config.ts'] },
				tsconfigRootDir: import.meta.dirname,
				extraFileExtensions: ['.svelte'],
			},
		},
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			eqeqeq: ['error', 'always'],
			'no-console': 'off',
			'no-constant-binary-expression': 'error',
			'no-debugger': 'error',
			'no-empty': 'error',
			'no-empty-pattern': 'error',
			'no-eval': 'error',
			'no-fallthrough': 'error',
			'no-new-func': 'error',
			'no-self-compare': 'error',
			'no-unreachable-loop': 'error',
			'no-useless-rename': 'error',
			'object-shorthand': 'error',
			'prefer-template': 'error',
			'no-restricted-syntax': ['error', ...shape, noDefault],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			'@typescript-eslint/no-base-to-string': [
				'error',
				{ ignoredTypeNames: ['Error', 'RegExp', 'URL', 'URLSearchParams', 'YText', 'Text'] },
			],
			'@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }], // code points are what the core counts in
			// the house writes noUncheckedIndexedAccess-safe code with index signatures on purpose
			'@typescript-eslint/dot-notation': 'off',
		},
	},
	{
		files: ['src/lib/**/*.{ts,svelte}'],
		rules: {
			'no-console': 'error',
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{ regex: '^\\.\\./', message: 'Across folders by #lib/…' },
						{
							regex: '^(\\./|#lib/).*(?<!\\.(ts|svelte|js|css|json)|\\?raw|\\?worker|\\?url)$',
							message: 'Imports carry their extension.',
						},
						{ regex: '^\\$lib', message: '#lib/… is understood by Node, Vite and the server alike.' },
					],
				},
			],
		},
	},
	{
		files: ['src/lib/**/*.ts', 'server/**/*.ts'],
		rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true }] },
	},
	{ files: FRAMEWORK, rules: { 'no-restricted-syntax': ['error', ...shape] } },
	{
		files: ['tests/**/*.ts', 'bench/**/*.ts'],
		rules: { '@typescript-eslint/unbound-method': 'off', '@typescript-eslint/require-await': 'off' },
	},
	...svelte.configs.recommended.map((config) => ({
		files: ['src/**/*.svelte', 'src/**/*.svelte.ts'],
		...config,
	})),
	{ files: ['{src,tests}/**/*.svelte.ts'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
	{
		files: ['src/**/*.svelte'],
		extends: [tseslint.configs.disableTypeChecked],
		plugins: { house: { rules: { 'words-are-messages': wordsAreMessages } } },
		languageOptions: { parserOptions: { parser: tseslint.parser } },
		rules: {
			'house/words-are-messages': 'error',
			'svelte/button-has-type': 'error',
			'svelte/no-target-blank': 'error',
			'svelte/no-navigation-without-resolve': 'off', // the app always lives at the root of its host
			'svelte/no-at-html-tags': 'error',
			'@typescript-eslint/no-unused-expressions': 'off', // a bare read makes an effect depend on it
			'prefer-const': 'off', // $props() is one declaration for bindable and plain
		},
	},
);
