// Small invented files, and somebody who imports them.

import type { Importer } from '#lib/core/exchange/plan.ts';
import { PersonId } from '#lib/core/path/names.ts';

/** An importer with ids that rise. */
export function importer(): Importer {
	let ids = 0;
	const newId = (): string => {
		ids += 1;
		return `01900000-0000-7000-8000-${ids.toString(16).padStart(12, '0')}`;
	};
	const person = { member: 'iva-key', name: 'Iva', colour: '#225588' };
	return { newId, who: { by: PersonId.parse('iva'), at: 1_700_000_000_000, person } };
}
