// How somebody likes to fill in forms: in the protocol's text, or as a plain list. A habit of the person and the device, so it is kept in
// the browser and not in the notebook; where the browser keeps nothing, it lasts as long as the form.

export type FormView = 'written' | 'fields';

const KEY = 'pathbook.form-view';

export class ViewChoice {
	#current: FormView | undefined = $state(remembered());

	/** The remembered choice, else `fallback`. */
	get(fallback: FormView): FormView {
		return this.#current ?? fallback;
	}

	choose(view: FormView): void {
		this.#current = view;
		try {
			localStorage.setItem(KEY, view);
		} catch {
			// a private window: the choice lasts as long as the form
		}
	}
}

function remembered(): FormView | undefined {
	try {
		const kept = localStorage.getItem(KEY);
		return kept === 'written' || kept === 'fields' ? kept : undefined;
	} catch {
		return undefined;
	}
}
