import { describe, expect, test } from 'vitest';
import { leadingUnit, looksLikeUnit, titleWithoutUnit, trailingUnit } from '#lib/core/protocol/units.ts';

describe('units', () => {
	test.each([
		'mL',
		'µL',
		'μM',
		'mg/mL',
		'°C',
		'%',
		'h',
		'min',
		's',
		'rpm',
		'×g',
		'cells/well',
		'm/s',
		'W/m²',
		'kg m⁻³',
		'mol·L⁻¹',
		'kPa',
		'Å',
		'nm',
		'1/s',
		'毫升',
		'小时',
		'ppm',
	])('[P12] %s is one', (token) => {
		expect(looksLikeUnit(token)).toBe(true);
	});

	test.each([
		'',
		'IC50',
		'optional',
		'manual',
		'expected 5',
		'slow auto',
		'e.g.',
		'x',
		'5',
		'A+',
		'pH',
		'yes/no',
		'see below',
		'constructor',
		'mLx',
		'mg/',
	])('[P12] %j is none', (token) => {
		expect(looksLikeUnit(token)).toBe(false);
	});

	test.each([
		['Target dispersion volume (mL): ', 'mL'],
		['处理时间（h）：', 'h'],
		['**Mass (mg):** ', 'mg'],
		['Rate [1/s] = ', '1/s'],
		['Temperature (C)', 'C'],
		['log10(IC50): ', ''],
		['Height cm', ''],
		['Volume (mL) of water: ', ''],
		['Group (see notes)', ''],
	])('[P12] before a mark, %j says %j', (label, unit) => {
		expect(trailingUnit(label)).toBe(unit);
	});

	test.each([
		[' mL', 'mL'],
		['%', '%'],
		[' °C, then wait', '°C'],
		[' mL of water', 'mL'],
		[' g |', 'g'],
		[' s', 's'],
		[' A sample', ''],
		[' (expected 5)', ''],
		['\nmL', ''],
		[' and', ''],
		['', ''],
	])('[P12] after a mark, %j says %j', (text, unit) => {
		expect(leadingUnit(text)).toBe(unit);
	});

	test('[P12] a title can be shown without the unit it repeats', () => {
		expect(titleWithoutUnit('Volume (mL)', 'mL')).toBe('Volume');
		expect(titleWithoutUnit('Volume (mL)', 'L')).toBe('Volume (mL)');
		expect(titleWithoutUnit('(mL)', 'mL')).toBe('(mL)');
	});
});
