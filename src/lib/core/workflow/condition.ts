// The `when` of a transition: one comparison and nothing else, so that it can be shown as a sentence and, later, decided without an
// expression language. We check the form and the nodes it speaks of; deciding it is not done yet.

export type Operand =
	| { readonly kind: 'ref'; readonly node: string; readonly path: readonly string[] }
	| { readonly kind: 'literal'; readonly text: string };

export interface Condition {
	readonly left: Operand & { readonly kind: 'ref' };
	/** Absent where the reference alone is asked for its truth. */
	readonly comparison: { readonly operator: string; readonly right: Operand } | null;
}

const REFERENCE = /^\$\{\s*([A-Za-z]\w*)\.(status|iteration|[A-Za-z_]\w*(?:\.[\p{L}_][\p{L}\p{N}_]*)+)\s*\}/u;
const OPERATOR = /^\s*(==|!=|>=|<=|>|<)\s*/;
const LITERAL =
	/^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/;

/** Reads `<ref> [op <literal|ref>]`; null where the text is anything else. */
export function readCondition(text: string): Condition | null {
	const rest = text.trim();
	const [whole, left] = takeReference(rest) ?? [];
	if (whole === undefined || left === undefined) return null;
	const after = rest.slice(whole.length);
	if (after.trim() === '') return { left, comparison: null };
	const [spaced, operator] = OPERATOR.exec(after) ?? [];
	if (spaced === undefined || operator === undefined) return null;
	const right = readOperand(after.slice(spaced.length).trim());
	return right && { left, comparison: { operator, right } };
}

/** The nodes a condition speaks of. */
export function nodesIn({ left, comparison }: Condition): readonly string[] {
	const right = comparison?.right;
	return right?.kind === 'ref' ? [left.node, right.node] : [left.node];
}

function takeReference(text: string): [string, Condition['left']] | null {
	const [whole, node, path] = REFERENCE.exec(text) ?? [];
	if (whole === undefined || node === undefined || path === undefined) return null;
	return [whole, { kind: 'ref', node, path: path.split('.') }];
}

function readOperand(text: string): Operand | null {
	const [whole, reference] = takeReference(text) ?? [];
	if (reference) return whole === text ? reference : null;
	return LITERAL.test(text) ? { kind: 'literal', text } : null;
}
