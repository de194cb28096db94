// Runs before any page is loaded, and so before any schema is made: each zod schema looks once whether it may compile itself, and
// finds out by calling eval, which the content security policy reports. Refused: setting it where schemas are used (too late).

import { config } from 'zod/v4/core';

config({ jitless: true });
