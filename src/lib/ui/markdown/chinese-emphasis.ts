// CommonMark decides where emphasis starts and ends by the spaces around it, and Chinese has none: `**注意：**请` stays full of stars.
// Chinese, Japanese and Korean characters therefore count as a boundary here, as the proposed amendment to CommonMark has it.
// Refused: a plugin of our own that rewrites the text before parsing (it would also rewrite code).

import type MarkdownIt from 'markdown-it';

const CJK =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** Lets emphasis begin and end beside Chinese characters and full-width punctuation. */
export function chineseEmphasis(md: MarkdownIt): void {
	md.inline.State = class extends md.inline.State {
		override scanDelims(
			start: number,
			canSplitWord: boolean,
		): ReturnType<MarkdownIt['inline']['State']['prototype']['scanDelims']> {
			const scanned = super.scanDelims(start, canSplitWord);
			const before = this.src.slice(Math.max(0, start - 2), start);
			const end = start + scanned.length;
			const last = [...before].at(-1) ?? ' ';
			const next = String.fromCodePoint(this.src.codePointAt(end) ?? 0x20);
			if (!canSplitWord || (!CJK.test(last) && !CJK.test(next))) return scanned;
			return {
				can_open: scanned.can_open || (!/\s/u.test(next) && CJK.test(last)),
				can_close: scanned.can_close || (!/\s/u.test(last) && CJK.test(next)),
				length: scanned.length,
			};
		}
	};
}
