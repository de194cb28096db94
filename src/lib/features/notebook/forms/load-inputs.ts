// The inputs of forms, which only those need who write: a path that is read shows values and loads none of them.

/** Loads every kind of input; rejects where the code cannot come. */
export async function loadInputs() {
	const [field, table, choice, text] = await Promise.all([
		import('./FieldInput.svelte'),
		import('./TableInput.svelte'),
		import('./ChoiceInput.svelte'),
		import('./TextInput.svelte'),
	]);
	return {
		FieldInput: field.default,
		TableInput: table.default,
		ChoiceInput: choice.default,
		TextInput: text.default,
	};
}

export type FormInputs = Awaited<ReturnType<typeof loadInputs>>;
