// How far an import is, for whoever waits: which step, and how much of it is done. Bytes while unpacking, files while reading, paths while
// building.

export interface ImportProgress {
	readonly step: 'unpacking' | 'reading' | 'building';
	readonly done: number;
	readonly of: number;
}
