import type { Store } from '../../../server/store/store.ts';
import { storeContract } from '../../contract/store-contract.ts';
import { openStore, testFolder } from '../../support/opened-stores.ts';

storeContract('in SQLite', async () => {
	const folder = testFolder();
	const store = await openStore(folder);
	const again = async (): Promise<Store> => {
		await store.close();
		return await openStore(folder);
	};
	return { store, again };
});
