// Lines about files as they came: archives, packages, encodings, protocols filled from elsewhere. Beside rule-words.ts because they are of another
// door.

import { isList, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { plain } from './fault-words.ts';

type Say = (data: JsonObject) => string;

const sizes = (data: JsonObject) => ({ found: megabytes(data['found']), limit: megabytes(data['limit']) });
const counts = (data: JsonObject) => ({ found: plain(data['found']), limit: plain(data['limit']) });
const named = (data: JsonObject) => ({ protocol: plain(data['protocol']), version: plain(data['version']) });

function megabytes(bytes: Json | undefined): string {
	const size = Number(plain(bytes)) / 1024 ** 2;
	return size >= 10 ? String(Math.ceil(size)) : size.toFixed(1);
}

function list(value: Json | undefined): string {
	return value !== undefined && isList(value) ? value.map(plain).join(', ') : plain(value);
}

const ARCHIVES: Readonly<Record<string, Say>> = {
	not_zip: () => m.importing_zip_not_zip(),
	truncated: () => m.importing_zip_truncated(),
	malformed: () => m.importing_zip_malformed(),
	several_volumes: () => m.importing_zip_several_volumes(),
	zip64: () => m.importing_zip_zip64(),
	too_many_entries: (data) => m.importing_zip_too_many_entries(counts(data)),
	too_large: (data) => m.importing_zip_too_large(sizes(data)),
	too_large_together: (data) => m.importing_zip_too_large_together(sizes(data)),
	bomb: () => m.importing_zip_bomb(),
	encrypted: () => m.importing_zip_encrypted(),
	method: (data) => m.importing_zip_method({ found: plain(data['found']) }),
	special: () => m.importing_zip_special(),
	folder_content: () => m.importing_zip_folder_content(),
	header_differs: () => m.importing_zip_header_differs(),
	overlap: () => m.importing_zip_overlap(),
	doubled_name: () => m.importing_zip_doubled_name(),
	size_lies: () => m.importing_zip_size_lies(),
	sum_differs: () => m.importing_zip_sum_differs(),
	corrupt: () => m.importing_zip_corrupt(),
};

function archiveWords(data: JsonObject): string {
	const code = plain(data['code']);
	return ARCHIVES[code]?.(data) ?? m.importing_zip_name({ code });
}

/** Sentences for the rules of files coming in. */
export const INTAKE_RULE_WORDS: Readonly<Record<string, Say>> = {
	member_hash_differs: () => m.importing_member_hash_differs(),
	member_unnamed: () => m.importing_member_unnamed(),
	manifest_differs: (data) =>
		m.importing_manifest_differs({
			key: plain(data['key']),
			says: plain(data['says']),
			found: plain(data['found']),
		}),
	encoding: (data) => m.importing_encoding({ encoding: plain(data['encoding']).toUpperCase() }),
	protocol_filled: (data) => m.importing_protocol_filled({ ...named(data), from: plain(data['from']) }),
	protocol_filled_library: (data) => m.importing_protocol_filled_library(named(data)),
	protocol_files_added: (data) =>
		m.importing_protocol_files_added({
			protocol: plain(data['protocol']),
			count: Number(plain(data['count'])),
		}),
	protocol_pinned: (data) => m.importing_protocol_pinned(named(data)),
	protocol_version_differs: (data) =>
		m.importing_protocol_version_differs({
			protocol: plain(data['protocol']),
			wanted: plain(data['wanted']),
			versions: list(data['versions']),
		}),
	protocol_versions_several: (data) =>
		m.importing_protocol_versions_several({
			protocol: plain(data['protocol']),
			versions: list(data['versions']),
		}),
	protocol_language: () => m.importing_protocol_language(),
	file_not_read: () => m.importing_file_not_read(),
	files_ignored: (data) => m.importing_files_ignored({ count: Number(plain(data['count'])) }),
	member_absent: (data) => m.importing_member_absent({ path: plain(data['path']) }),
	attachment_absent: (data) => m.importing_attachment_absent({ name: plain(data['name']) }),
	record_needs_path: () => m.importing_record_needs_path(),
	attachment_needs_path: (data) => m.importing_attachment_needs_path({ name: plain(data['name']) }),
	manifest_key_needs_path: (data) => m.importing_manifest_key_needs_path({ key: plain(data['key']) }),
	not_text: (data) => m.importing_not_text({ found: plain(data['found']).toUpperCase() }),
	too_large: (data) => m.importing_too_large_file(sizes(data)),
	too_large_together: (data) => m.importing_too_large_together(sizes(data)),
	too_many_files: (data) => m.importing_too_many_files(counts(data)),
	archive_refused: (data) => m.importing_archive_refused({ why: archiveWords(data) }),
	archive_version: (data) => m.importing_archive_version({ version: plain(data['version']) }),
	archive_malformed: () => m.importing_archive_malformed(),
	protocol_refused: (data) => m.importing_protocol_refused({ code: plain(data['code']) }),
	records_need_path: (data) => m.importing_records_need_path({ count: Number(plain(data['count'])) }),
};
