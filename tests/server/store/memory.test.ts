import { createMemoryStore } from '../../../server/store/memory.ts';
import { storeContract } from '../../contract/store-contract.ts';

storeContract('in memory', async () => {
	const store = createMemoryStore();
	return { store, again: async () => store };
});
