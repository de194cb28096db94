// Names of rooms: one spelling for each, nothing else.

import { expect, test } from 'vitest';
import { readRoomName, roomName, type Room } from '#lib/wire/room-name.ts';

const lab = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

test.for<[string, Room]>([
	[`${lab}/index`, { kind: 'index', lab }],
	[`${lab}/path/a`, { kind: 'path', lab, id: 'a' }],
	[`${lab}/path/index`, { kind: 'path', lab, id: 'index' }],
	[`${lab}/path/${'-_'.repeat(32)}`, { kind: 'path', lab, id: '-_'.repeat(32) }],
	[`${lab}/path/review/review`, { kind: 'review', lab, id: 'review' }],
	[`${lab}/record/Z9`, { kind: 'record', lab, id: 'Z9' }],
])('[Q5] %s is a room', ([text, room]) => {
	expect(readRoomName(text)).toEqual(room);
	expect(roomName(room)).toBe(text);
});

test.for<string>([
	'',
	'index',
	lab,
	`${lab}/`,
	`${lab}/index/`,
	`${lab}/index\n`,
	`/${lab}/index`,
	`${lab}//index`,
	`${lab.slice(1)}/index`,
	`${lab}A/index`,
	`${lab}/Index`,
	`${lab}/path`,
	`${lab}/path/`,
	`${lab}/path/${'a'.repeat(65)}`,
	`${lab}/path/a/reviews`,
	`${lab}/path/a/review/`,
	`${lab}/path/a.b`,
	`${lab}/path/%61`,
	`${lab}/path/é`,
	`${lab}/path/..`,
	`${lab}/record/a/review`,
	`${lab}/records/a`,
])('[Q5] "%s" is none', (text) => {
	expect(readRoomName(text)).toBeUndefined();
});
