// The app is rendered in the browser only: a notebook lives in IndexedDB, so a server has nothing to render it from.
// `paths.relative` is off because a deep link that is served from a cache must find its scripts at any depth.
// Refused: hashes for script-src. The editor needs a nonce for its styles anyway, so one mechanism serves both.
import adapter from '@sveltejs/adapter-node';

/** @type {import('@sveltejs/kit').Config} */
const config = {
	kit: {
		adapter: adapter(),
		paths: { relative: false },
		csp: {
			mode: 'nonce',
			directives: {
				'default-src': ['none'],
				'script-src': ['self'],
				'style-src': ['self'],
				'style-src-attr': ['unsafe-inline'],
				'img-src': ['self', 'blob:', 'data:'],
				'font-src': ['self'],
				'connect-src': ['self'],
				'worker-src': ['self'],
				'manifest-src': ['self'],
				'object-src': ['none'],
				'base-uri': ['none'],
				'form-action': ['self'],
				'frame-ancestors': ['none'],
			},
		},
	},
};

export default config;
