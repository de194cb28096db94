// Imported before anything that makes a schema, as in hooks.client.ts: each zod schema looks once whether it may compile itself, and finds out
// by calling eval, which the worker's policy forbids and reports.

import { config } from 'zod/v4/core';

config({ jitless: true });
