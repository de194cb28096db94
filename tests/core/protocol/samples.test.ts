// Every public sample gives the fields a person finds by reading it; kinds are abbreviated to one word, units follow in brackets.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isObject, type Json } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import type { Field, Protocol } from '#lib/core/protocol/protocol.ts';
import { readProtocol } from '#lib/core/protocol/read.ts';

const samples = `${process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples'}/airalogy`;
const sample = (path: string) => readFileSync(`${samples}/${path}`, 'utf8');

function read(folder: string): { protocol: Protocol; fields: ReturnType<typeof fieldsOf> } {
	const name = existsSync(`${samples}/${folder}/protocol.aimd`) ? 'protocol.aimd' : folder.split('/').at(-1);
	const toml = `${folder}/protocol.toml`;
	const markdown = name === 'protocol.aimd' ? sample(`${folder}/protocol.aimd`) : sample(folder);
	const result = readProtocol({
		markdown,
		...(existsSync(`${samples}/${toml}`) ? { toml: sample(toml) } : {}),
	});
	if (!result.ok) throw new Error(result.error);
	return { protocol: result.value, fields: fieldsOf(result.value) };
}

function short({ id, kind, unit, columns }: Field): string {
	const inner = columns.map((column) => short(column)).join(', ');
	return `${id} ${kind}${unit === '' ? '' : ` [${unit}]`}${inner === '' ? '' : ` (${inner})`}`;
}

const lines = (text: string) =>
	text
		.trim()
		.split(/\s*\n\s*/)
		.filter((line) => line !== '');

const CLINICAL = `record_id text
recorded_by text
recorded_at datetime
information_source text
consent_obtained boolean
patient_id text
patient_name text
date_of_birth date
age_years integer
sex text
encounter_id text
encounter_time datetime
encounter_type text
department text
attending_clinician text
chief_complaint text
history_present_illness markdown
past_medical_history markdown
personal_family_history markdown
allergies table (allergen text, reaction text, severity text, status text, note text)
current_medications table (medication_name text, dose text, frequency text, route text, started_at date, note text)
height_cm number
weight_kg number
bmi number
vital_signs table (measured_at datetime, temperature_c number, systolic_bp_mmhg integer, diastolic_bp_mmhg integer, heart_rate_bpm integer, respiratory_rate_bpm integer, spo2_percent number, pain_score integer, note text)
physical_exam markdown
risk_assessment markdown
lab_findings markdown
imaging_findings markdown
diagnoses table (diagnosis_name text, diagnosis_type text, icd_code text, onset_date date, confidence text, note text)
differential_diagnosis markdown
care_plan markdown
clinical_orders table (order_name text, order_type text, priority text, frequency text, start_time datetime, stop_time datetime, note text)
patient_education markdown
follow_up_plan markdown
referral_consultation_need markdown`;

const TOUR = `sample_name text
sample_tags list
replicate_counts list
operator text
current_time datetime
stable_wait_s integer [s]
summary markdown
aimd_content markdown
image_ids list
plasmid_sequence json
blood_type choice
python_code code
javascript_code code
json_config code
yaml_workflow code
generic_code code
temperature number [C]
concentration number [M]
is_active boolean
samples table (sample_id text, concentration number [M], volume number [mL])
water_volume_ml number [mL]
lemon_juice_ml number [mL]
total_liquid_ml number [mL]
sugar_weight_g number [g]
ice_cube_count integer
prep_temperature_c number [°C]
prep_observation text`;

const DOSE = `record_recorder text
record_time datetime
study_id text
project_name text
therapeutic_area text
compound_name text
positive_control text
cell_model text
assay_type text
incubation_h number [h]
seeding_density integer [cells/well]
culture_condition text
vehicle_control_mean number
blank_mean number
dose_response_file file
point_count integer
min_viability_pct number [%]
max_inhibition_pct number [%]
ic50_um number [μM]
log_ic50 number
ic50_in_range boolean
auc_inhibition number [%]
max_cv_pct number [%]
qc_pass boolean
chart_dose_response file
report markdown`;

const PLASMID = `construct_name text
aliases list
backbone text
sequence json
sequence_file file
resistance_markers list
host_species text
copy_number choice
external_source json
features table (name text, kind text, start integer, end integer, note text)`;

const MEETING = `title text
start_time datetime
end_time datetime
location text
attendees table (attendee_name text, attendee_location text)
recorder text
content markdown`;

const DIARY = `name text
time datetime
content markdown`;

const CLINIC_STEPS =
	'confirm_patient_identity capture_encounter_context review_allergy_and_medication record_assessment_and_plan clinician_review';
const TOUR_STEPS =
	'sample_preparation pre_chill_tube verify_tube_label quick_spin_sample buffer_setup mix_reaction wash_window transfer_window data_analysis';

const EXPECTED: [folder: string, vars: string, steps: string, checks: string][] = [
	['airalogy-aira/sources/protocols/contact-note', 'person_name text\nchannel text\nsummary text', '', ''],
	['airalogy-aira/sources/protocols/file-note', 'sample_name text\nsample_file text', '', ''],
	[
		'airalogy-aira/sources/protocols/measurement-note',
		'sample_name text\nmeasurement_value text\nmeasurement_unit text\noperator text',
		'',
		'',
	],
	...['en-US', 'zh-CN'].flatMap((language): typeof EXPECTED => [
		[
			`airalogy-aimd/clinical-information-record/protocol.${language}.aimd`,
			CLINICAL,
			CLINIC_STEPS,
			'privacy_and_consent_reviewed record_ready_for_submission',
		],
		[`airalogy-protocols/drug-response-ic50/${language}`, DOSE, '', ''],
		[`airalogy-protocols/plasmid-resource-definition/${language}`, PLASMID, '', ''],
		[`airalogy-protocols/meeting-notes/${language}`, MEETING, '', ''],
		[`airalogy-protocols/diary/${language}`, DIARY, '', ''],
	]),
	[
		'airalogy-aimd/aimd-syntax-tour',
		TOUR,
		TOUR_STEPS,
		'quality_control quoted_message_boundary safety_verification',
	],
	['airalogy-spec/entity-ref-connectors/protocol', 'parent_plasmid json\nparent_plasmids json', '', ''],
	['airalogy-spec/critic-markup/protocol', 'review_summary markdown', 'review_protocol_text', ''],
	['airalogy-spec/refs/protocol', '', 'review_references', ''],
	[
		'airalogy-spec/basic-protocol',
		'operator_name text\ntemperature_c number',
		'prepare_sample measure_sample',
		'measurement_recorded',
	],
];

describe.skipIf(!existsSync(samples))('samples', () => {
	test.each(EXPECTED)('[P24] %s', (folder, vars, steps, checks) => {
		const { fields } = read(folder);
		expect(fields.faults).toEqual([]);
		expect(fields.vars.map(short)).toEqual(lines(vars));
		expect(fields.steps.map(({ id }) => id).join(' ')).toBe(steps);
		expect(fields.checks.map(({ id }) => id).join(' ')).toBe(checks);
	});

	test('[P24] no text with fields is left out here', () => {
		const files = readdirSync(samples, { recursive: true, encoding: 'utf8' })
			.filter(
				(path) =>
					path.endsWith('.aimd') && !path.includes('workflow-legacy') && !path.includes('multi-level'),
			)
			.map((path) => path.replace(/\/protocol\.aimd$/, ''));
		expect(files.toSorted()).toEqual(EXPECTED.map(([folder]) => folder).toSorted());
	});

	test('[P24] the fixture with published expectations meets them', () => {
		const expected: unknown = JSON.parse(sample('airalogy-spec/basic-protocol/expected-fields.json'));
		const { vars, steps, checks } = read('airalogy-spec/basic-protocol').fields;
		const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
		expect({ var: ids(vars), step: ids(steps), check: ids(checks) }).toEqual(expected);
		expect(vars[1]).toMatchObject({
			default: { '#': '25.0' },
			limits: { ge: 0 },
			examples: [{ '#': '25.0' }, { '#': '37.0' }],
		});
		expect(steps[1]).toMatchObject({ level: 2, duration: '5m' });
	});

	test('[P24] 84 fields among diagrams full of double braces', () => {
		const { fields, protocol } = read('airalogy-spec/multi-level-assigner/protocol');
		expect(protocol).toMatchObject({ protocolId: 'test_multi_level_assigner', protocolVersion: '0.0.4' });
		expect(fields.faults).toEqual([]);
		const counts = Object.fromEntries(
			'abcdefgh'.split('').map((line) => [line, fields.vars.filter(({ id }) => id.startsWith(line)).length]),
		);
		expect(counts).toEqual({ a: 5, b: 14, c: 3, d: 5, e: 3, f: 15, g: 20, h: 19 });
		const parameters = fields.vars.filter(({ parameter }) => parameter).map(({ id }) => id);
		expect(parameters.join(' ')).toBe(
			'a1 a2 b1 b2 b3 b4 c1 c2 d2 e2 f1 f2 f3 f4 f5 g1 g2 g3 g4 h1 h2 h3 h4 h5 h6 h7 h8',
		);
		expect(fields.vars.find(({ id }) => id === 'h13')?.description).toBe(
			"auto: h13 = '[' + h12 + ']<' + h11 + '>'",
		);
		expect(
			fields.vars
				.filter(({ kind }) => kind === 'text')
				.map(({ id }) => id)
				.join(' '),
		).toBe('b7 b8 b10 b11 b13 b14 h1 h2 h3 h4 h5 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19');
	});

	test('[P24] quizzes, followed-up references and blocks of the tour', () => {
		const { fields } = read('airalogy-aimd/aimd-syntax-tour');
		expect(fields.quizzes.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
			'quiz_single_1 choice',
			'quiz_true_false_1 true_false',
			'quiz_followup_1 choice',
			'quiz_multiple_1 choice',
			'quiz_blank_1 blank',
			'quiz_open_1 open',
			'quiz_scale_1 scale',
		]);
		expect(fields.vars.filter(({ computed }) => computed).map(({ id }) => id)).toEqual([
			'image_ids',
			'total_liquid_ml',
		]);
	});

	test('[P25] the nanotube protocols: types of the schema, units of the text, parameters as marked, and found without the marking', () => {
		const parsed = parseJson(sample('masterbrain-aira/protocols_info.json'));
		if (!parsed.ok || !Array.isArray(parsed.value.value)) throw new Error('unreadable');
		const seen = parsed.value.value.filter(isObject).map((item, index) => {
			const text = (key: string) => (typeof item[key] === 'string' ? item[key] : null);
			const schema: Json = item['field_json_schema'] ?? null;
			const protocol: Protocol = {
				index,
				protocolId: 'p',
				protocolVersion: null,
				airalogyProtocolId: null,
				title: '',
				markdown: text('markdown'),
				model: text('model'),
				assigner: text('assigner'),
				schema,
				kept: {},
			};
			const { vars, faults } = fieldsOf(protocol);
			expect(faults).toEqual([]);
			const parameters = (list: readonly Field[]) =>
				list.filter(({ parameter }) => parameter).map(({ id }) => id);
			expect(parameters(fieldsOf({ ...protocol, schema: null }).vars)).toEqual(parameters(vars));
			return vars.map(
				(field) =>
					`${short(field)}${field.parameter ? ' parameter' : ''}${field.computed ? ' computed' : ''}`,
			);
		});
		expect(seen).toEqual([
			[
				'solvent_name text parameter',
				'dispersion_volume number [mL] parameter',
				'dispersion_concentration number [mg/mL] parameter',
				'cnt_powder_mass number [mg] computed',
				'results text',
			],
			['sonication_time number [min] parameter', 'results text'],
			[
				'solvent_name text parameter',
				'stock_concentration number [mg/mL] parameter',
				'target_concentration number [mg/mL] parameter',
				'target_volume number [mL] parameter',
				'required_stock_volume number [mL] computed',
				'results text',
			],
			['bundle_diameter number [nm]'],
		]);
	});
});
