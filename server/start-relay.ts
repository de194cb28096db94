// `npm run relay`: the relay alone, without the web app, with the same variables. The rest is imported after the heap is set up, because
// loading it is what makes the heap grow.

import { keepHeapLean } from './lean-heap.ts';

keepHeapLean();
const { startRelay } = await import('./starting.ts');
await startRelay();
