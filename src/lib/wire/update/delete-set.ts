// What was deleted, as Yjs says it: ranges of clocks for each client. A relay keeps it because "who deleted this already?" decides whether a
// deletion is news.

import { ClockSet } from './clock-set.ts';

export class DeleteSet extends ClockSet {}
