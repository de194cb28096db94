// `npm run build`: builds the app always, and leaves the mark by which `npm start` knows that the build belongs to these sources.

import { buildApp } from './app-build.ts';

process.exit((await buildApp(process.cwd())) ? 0 : 1);
