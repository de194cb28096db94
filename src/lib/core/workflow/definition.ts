// Reads one definition's parts and collects everything that is wrong with them, so that a person repairs a file once and not once per
// fault. Numbers are accepted as text by their lexeme: `protocol_version: 1.10` is "1.10" and not 1.1. Refused: zod (its messages are
// sentences, and it stops looking inside what it refuses).

import { fault, type Fault } from '#lib/core/json/fault.ts';
import { isExact, isList, isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import type { WorkflowFault, WorkflowFaultCode, WorkflowWarning, WorkflowWarningCode } from './faults.ts';

const FINDING_LIMIT = 100;

/** Collects faults and warnings by pointer; a hundred of each are enough to see what is wrong. */
export class Findings {
	readonly faults: WorkflowFault[] = [];
	readonly warnings: WorkflowWarning[] = [];

	refuse(code: WorkflowFaultCode, pointer: string, data: Fault['data'] = {}): void {
		if (this.faults.length < FINDING_LIMIT) this.faults.push(fault(code, { pointer, data }));
	}

	warn(code: WorkflowWarningCode, pointer: string, data: Fault['data'] = {}): void {
		if (this.warnings.length < FINDING_LIMIT) this.warnings.push(fault(code, { pointer, data }));
	}
}

/** An object of a definition with its place; what it lacks or has wrong is refused through `findings`. */
export class Part {
	readonly value: JsonObject;
	readonly pointer: string;
	readonly findings: Findings;

	constructor(value: JsonObject, pointer: string, findings: Findings) {
		this.value = value;
		this.pointer = pointer;
		this.findings = findings;
	}

	at(key: string | number): string {
		return appendPointer(this.pointer, key);
	}

	has(key: string): boolean {
		return (this.get(key) ?? null) !== null;
	}

	get(key: string): Json | undefined {
		return Object.hasOwn(this.value, key) ? this.value[key] : undefined;
	}

	/** A text; null where absent, null or refused. */
	text(key: string): string | null {
		if (!this.has(key)) return null;
		const text = textOf(this.get(key));
		if (text === null) this.findings.refuse('not_text', this.at(key), { key });
		return text;
	}

	/** A text that must be there and not be empty. */
	requiredText(key: string): string | null {
		const text = this.text(key)?.trim() ?? '';
		if (text !== '') return text;
		if (!this.has(key) || this.get(key) === '') this.findings.refuse('missing', this.pointer, { key });
		return null;
	}

	/** A whole number of at least 0; null where absent or refused. */
	index(key: string): number | null {
		if (!this.has(key)) return null;
		const index = numberOf(this.get(key));
		if (index !== undefined && Number.isSafeInteger(index) && index >= 0) return index;
		this.findings.refuse('not_an_index', this.at(key), { key });
		return null;
	}

	requiredIndex(key: string): number | null {
		if (!this.has(key)) this.findings.refuse('missing', this.pointer, { key });
		return this.index(key);
	}

	/** A list; null where absent or refused. */
	list(key: string): readonly Json[] | null {
		if (!this.has(key)) return null;
		const list = this.get(key);
		if (isList(list)) return list;
		this.findings.refuse('not_a_list', this.at(key), { key });
		return null;
	}

	/** The objects of a list; what is no object is refused and left out. */
	parts(key: string): Part[] {
		return (this.list(key) ?? []).flatMap((item, at) => {
			const pointer = appendPointer(this.at(key), at);
			if (isObject(item)) return [new Part(item, pointer, this.findings)];
			this.findings.refuse('not_an_object', pointer);
			return [];
		});
	}

	/** Free text that may be a list of strings, joined by line breaks. */
	prose(...keys: readonly string[]): string {
		const key = keys.find((name) => this.has(name));
		if (key === undefined) return '';
		const value = this.get(key);
		if (!isList(value)) return this.text(key) ?? '';
		return value
			.map((line, at) => {
				const text = textOf(line);
				if (text === null) this.findings.refuse('not_text', appendPointer(this.at(key), at), { key });
				return text ?? '';
			})
			.join('\n');
	}
}

function textOf(value: Json | undefined): string | null {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return isExact(value) ? value['#'] : null;
}

/** True for a list without items. */
export function isEmpty(value: Json | undefined): boolean {
	return isList(value) && value.length === 0;
}

/** Refuses what comes twice. */
export class Uniques<T extends string | number> {
	readonly #first = new Map<T, string>();
	readonly #findings: Findings;
	readonly #code: 'double_id' | 'double_index';

	constructor(findings: Findings, code: 'double_id' | 'double_index') {
		this.#findings = findings;
		this.#code = code;
	}

	add(value: T, pointer: string): void {
		const first = this.#first.get(value);
		if (first === undefined) this.#first.set(value, pointer);
		else
			this.#findings.refuse(this.#code, pointer, {
				[this.#code === 'double_id' ? 'id' : 'index']: value,
				first,
			});
	}
}
