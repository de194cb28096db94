// The origin of an edit that came from another tab. That tab writes it to storage; this one only waits to hear that it did, and writes it
// itself when the other tab dies or fails in between. So one edit makes one row, however many tabs are open, and none is lost between a
// broadcast and its store. Refused: every tab writing everything (rows grow with the number of tabs) and trusting the other tab blindly.

export class OtherTab {
	/** Settles true once the other tab's transaction is complete, false when it never will be. */
	readonly kept: Promise<boolean>;

	constructor(kept: Promise<boolean>) {
		this.kept = kept;
	}
}
