// The app as a browser runs it: the only file that names adapters.

import { BrowserTabs } from '#lib/adapters/link/tabs.ts';
import { DeviceCatalogue } from '#lib/adapters/storage/catalogue.ts';
import { DeviceDatabase } from '#lib/adapters/storage/device-database.ts';
import { Documents } from '#lib/adapters/storage/documents.ts';
import { DeviceFiles } from '#lib/adapters/storage/device-files.ts';
import { DeviceIdentity } from '#lib/adapters/storage/identity.ts';
import { IndexedShelves } from '#lib/adapters/storage/indexed-shelves.ts';
import { browserRoom } from '#lib/adapters/storage/room.ts';
import { deviceWorld } from '#lib/adapters/world.ts';
import { App } from './app.ts';

/** Makes the app over this browser's storage. Whoever calls it closes it. */
export function composeApp(): App {
	const device = new DeviceDatabase();
	const world = deviceWorld();
	const documents = new Documents(new IndexedShelves(), {}, window);
	return new App({
		world,
		documents,
		catalogue: new DeviceCatalogue(device),
		identity: new DeviceIdentity(device),
		tabs: new BrowserTabs(),
		files: new DeviceFiles(device),
		exchange: async () => {
			const { browserExchange } = await import('#lib/adapters/exchange/browser-exchange.ts');
			return browserExchange(world);
		},
		room: browserRoom((navigator as Partial<Navigator>).storage),
		close: () => {
			documents.close();
			device.close();
		},
	});
}
