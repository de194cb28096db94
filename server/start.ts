// `npm start`: the web app and the relay. A folder named as the argument is served as it is: that is how the browser tests serve a copy.
// The rest is imported after the heap is set up, because loading it is what makes the heap grow.

import { keepHeapLean } from './lean-heap.ts';

keepHeapLean();
const { startAppAndRelay } = await import('./starting.ts');
await startAppAndRelay(process.argv[2]);
