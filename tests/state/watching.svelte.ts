// Runs something as a component would: again after each change of what it read, until told to stop.

export function watching(read: () => void): () => void {
	return $effect.root(() => {
		$effect(read);
	});
}
