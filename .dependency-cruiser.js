// The arrows of the house: routes → features → state → app → ports → core, adapters → ports, core, wire; server → wire → core;
// words → core, for screens and the command line alike.
// Each rule says which way is closed. tests/architecture/arrows.test.ts keeps one wrong import per rule in a small tree of its own
// and fails when a rule lets it through, so that a typing error in a pattern here cannot open a door.

const SRC = '^src/lib/';
const GENERATED = '^src/lib/paraglide/';
const APP = `${SRC}(app|state|ui|features|adapters)/|^src/routes/|^server/|^tests/`;

const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		only(
			'core-is-alone',
			'Core is told everything; it imports the core and nothing above it.',
			{ path: `${SRC}core/` },
			{
				path: '^(src|server|tests|bench)/',
				pathNot: `${SRC}core/`,
			},
		),
		only(
			'core-is-pure',
			'Core uses these packages and no other, and nothing of Node.',
			{ path: `${SRC}core/` },
			{
				pathNot:
					'^(src|server|tests|bench)/|node_modules/(zod|yjs|lib0|yaml|@noble/(hashes|curves)|@cfworker/json-schema|fflate)/',
			},
		),
		only(
			'yjs-in-core-documents-only',
			'Who decides what comes next, or reads a file, works on plain values and asks the documents for them.',
			{ path: `${SRC}core/`, pathNot: `${SRC}core/(path|record|review|index|convergence)/` },
			{ path: 'node_modules/yjs/', dependencyTypesNot: ['type-only'] }, // a signature may name the document it hands on
		),
		only(
			'ports-name-core-only',
			'What we need of the world is said in words of the core.',
			{ path: `${SRC}ports\\.ts$` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(core|wire)/`,
			},
		),
		only(
			'wire-names-core-only',
			'Messages are shared with the relay, which has no app.',
			{ path: `${SRC}wire/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(core|wire)/`,
			},
		),
		only(
			'adapters-serve-ports',
			'An adapter knows its technology and the port it serves; one that writes for people has their words (functions cross no thread).',
			{ path: `${SRC}adapters/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(adapters|core|wire|words)/|${SRC}ports\\.ts$|${GENERATED}`,
			},
		),
		only(
			'app-looks-down',
			'The app performs effects; it shows nothing.',
			{ path: `${SRC}app/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(app|adapters|core|wire)/|${SRC}ports\\.ts$`,
			},
		),
		only(
			'compose-alone-names-adapters',
			'One file says which technology serves which port.',
			{
				path: '^src/',
				pathNot: `${SRC}(app/compose\\.ts$|adapters/)`,
			},
			{ path: `${SRC}adapters/` },
		),
		only(
			'state-looks-down',
			'State is what components read; it knows no component.',
			{ path: `${SRC}state/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(state|app|core|wire|words)/|${SRC}ports\\.ts$|${GENERATED}`,
			},
		),
		only(
			'words-know-codes-only',
			'Sentences for the codes of the core are the same on a screen and in a terminal, so they know neither.',
			{ path: `${SRC}words/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}(words|core)/|${GENERATED}`,
			},
		),
		only(
			'ui-knows-no-domain',
			'Buttons and dialogs have no word of the domain.',
			{ path: `${SRC}ui/` },
			{
				path: '^(src|server)/',
				pathNot: `${SRC}ui/|${GENERATED}`,
			},
		),
		only(
			'features-stand-alone',
			'Features do not import each other; a route puts them side by side.',
			{
				path: `${SRC}features/([^/]+)/`,
			},
			{ path: `${SRC}features/`, pathNot: `${SRC}features/$1/` },
		),
		only(
			'nobody-imports-routes',
			'Routes put features side by side; nothing stands on a route.',
			{
				path: '^(src/lib|server)/',
			},
			{ path: '^src/routes/' },
		),
		only(
			'server-has-no-app',
			'The relay speaks wire and core; the app reaches it as a build.',
			{ path: '^server/' },
			{
				path: APP,
				pathNot: '^server/',
			},
		),
		only(
			'product-has-no-tests',
			'What is shipped does not lean on what tests it.',
			{ path: '^(src|server)/' },
			{
				path: '^(tests|bench)/',
			},
		),
		only(
			'no-cycles',
			'Two files that need each other are one file, or three. (Components that draw a tree may: that is how Svelte recurs.)',
			{ pathNot: '\\.svelte$' },
			{
				circular: true,
				viaOnly: { dependencyTypesNot: ['type-only'] },
			},
		),
		only(
			'resolvable',
			'An import that leads nowhere.',
			{ path: '^(src|server)/', pathNot: '\\.js$' },
			{
				couldNotResolve: true,
				pathNot: '^(\\$app|\\$env|\\$service-worker)',
			},
		),
	],
	options: {
		doNotFollow: { path: ['node_modules', GENERATED] },
		tsPreCompilationDeps: 'specify',
		extraExtensionsToScan: ['.css', '.json'],
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['svelte', 'browser', 'import', 'types', 'default'],
			extensions: ['.ts', '.js', '.svelte', '.d.ts'],
			mainFields: ['module', 'main', 'types'],
		},
		skipAnalysisNotInRules: true,
	},
};
