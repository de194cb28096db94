// What the built-in types of Airalogy mean for a form; facts from its published list of types. Short lists of values only: where a list
// is long (56 ethnic groups), the schema that comes with the protocol has it, and a mark alone makes a text field.

import type { FieldKind } from './protocol.ts';

export interface BuiltIn {
	readonly kind: FieldKind;
	readonly choices?: readonly string[];
	readonly fileExtensions?: readonly string[];
	/** Filled by the notebook itself (who, when), so never proposed. */
	readonly automatic?: boolean;
}

const TYPES: Readonly<Record<string, BuiltIn>> = {
	str: { kind: 'text' },
	string: { kind: 'text' },
	int: { kind: 'integer' },
	integer: { kind: 'integer' },
	float: { kind: 'number' },
	number: { kind: 'number' },
	Decimal: { kind: 'number' },
	bool: { kind: 'boolean' },
	boolean: { kind: 'boolean' },
	date: { kind: 'date' },
	time: { kind: 'time' },
	datetime: { kind: 'datetime' },
	timedelta: { kind: 'duration' },
	UserName: { kind: 'text', automatic: true },
	CurrentTime: { kind: 'datetime', automatic: true },
	CurrentProtocolId: { kind: 'text', automatic: true },
	CurrentRecordId: { kind: 'text', automatic: true },
	RecordId: { kind: 'text' },
	ProtocolId: { kind: 'text' },
	SnakeStr: { kind: 'text' },
	VersionStr: { kind: 'text' },
	IgnoreStr: { kind: 'text', automatic: true },
	ATCG: { kind: 'text' },
	AiralogyMarkdown: { kind: 'markdown' },
	CodeStr: { kind: 'code' },
	PyStr: { kind: 'code' },
	JsStr: { kind: 'code' },
	TsStr: { kind: 'code' },
	JsonStr: { kind: 'code' },
	TomlStr: { kind: 'code' },
	YamlStr: { kind: 'code' },
	DNASequence: { kind: 'json' },
	EntityRef: { kind: 'json' },
	ResourceRef: { kind: 'json' },
	Observation: { kind: 'json' },
	ObservationSeriesRef: { kind: 'json' },
	Recommended: { kind: 'json' },
	dict: { kind: 'json' },
	Any: { kind: 'json' },
	BloodType: {
		kind: 'choice',
		choices: ['A', 'B', 'AB', 'O', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'Rh+', 'Rh-'],
	},
	ChineseGender: { kind: 'choice', choices: ['男', '女'] },
	ChineseMaritalStatus: { kind: 'choice', choices: ['未婚', '已婚', '丧偶', '离婚', '再婚'] },
	ChineseEducationLevel: {
		kind: 'choice',
		choices: ['无学历', '小学', '初中', '高中', '中专', '大专', '本科', '硕士', '博士'],
	},
	ChineseEthnicGroup: { kind: 'text' },
	ChineseProvinceLevelRegion: { kind: 'text' },
};

/** The meaning of a type's name; undefined for a type of the protocol's own. Every `FileId…` is a file with that ending. */
export function builtIn(name: string): BuiltIn | undefined {
	if (Object.hasOwn(TYPES, name)) return TYPES[name];
	const [, ending] = /^FileId([A-Za-z0-9]*)$/.exec(name) ?? [];
	if (ending === undefined) return undefined;
	return { kind: 'file', fileExtensions: ending === '' ? [] : [ending.toLowerCase()] };
}
