// @vitest-environment happy-dom
// The second lock by itself: what comes through when the grammar before it fails altogether, and that it takes nothing from what the
// grammar makes. That browsers find nothing to run in it either is told by tests/e2e/hostile-words.spec.ts.

import { describe, expect, test } from 'vitest';
import { markdownGrammar } from '#lib/ui/markdown/grammar.ts';
import { onlyAllowed } from '#lib/ui/markdown/only-allowed.ts';
import { slot } from '#lib/ui/markdown/slots.ts';

const RAW = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'<img src="https://evil.example/p.png">',
	'<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
	'<svg onload=alert(1)><a href="javascript:alert(1)"><text>x</text></a></svg>',
	'<svg><style><img src=x onerror=alert(1)></style></svg>',
	'<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=alert(1)>">',
	'<a href="javascript:alert(1)">x</a>',
	'<a href="JaVa\tScript:alert(1)">x</a>',
	'<a href=" javascript:alert(1)">x</a>',
	'<a href="data:text/html,<script>alert(1)</script>">x</a>',
	'<a href="https://a.example" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
	'<a href="https://a.example" target="opener" rel="opener" ping="https://evil.example">x</a>',
	'<iframe srcdoc="<script>alert(1)</script>"></iframe>',
	'<form action="https://evil.example"><input name=localName><input name=attributes></form>',
	'<form id=a><button formaction="javascript:alert(1)">x</button></form>',
	'<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
	'<textarea></textarea><title></title><xmp><img src=x onerror=alert(1)></xmp>',
	'<template><script>alert(1)</script></template>',
	'<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
	'<base href="https://evil.example"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
	'<style>*{background:url(https://evil.example)}</style><link rel=icon href=//evil.example>',
	'<p id="content" name="cookie" class="skip-link" style="color:red" tabindex="0">x</p>',
	'<details open ontoggle=alert(1)><summary>x</summary></details>',
	'<video src="https://evil.example/v"><source onerror=alert(1)></video>',
	'<!--><img src=x onerror=alert(1)>-->',
	'<x-part is="y">z</x-part><slot name=z></slot>',
];

const ALLOWED_ATTRIBUTE =
	/^(?:href|src|alt|title|class|target|rel|start|loading|decoding|data-math|data-slot)$/;
const FORBIDDEN =
	'script, style, svg, math, iframe, form, input, button, base, meta, link, object, embed, template, noscript, textarea, xmp, video, details, slot, x-part';

function parsed(html: string): HTMLElement {
	return new DOMParser().parseFromString(html, 'text/html').body;
}

describe('what passes the second lock', () => {
	test.each(RAW)('[T16] of %j nothing stays that could run, load or name anything', (html) => {
		const clean = onlyAllowed(html);
		const body = parsed(clean);
		expect(body.querySelector(FORBIDDEN)).toBeNull();
		for (const element of body.querySelectorAll('*')) {
			for (const { name, value } of element.attributes) {
				expect(name).toMatch(ALLOWED_ATTRIBUTE);
				if (name === 'href') expect(value).toMatch(/^(?:https?:|mailto:)/);
				if (name === 'src') expect(value).toMatch(/^(?:blob:|data:image\/(?!svg)|\/[^/])/);
				if (name === 'rel') expect(value).toBe('noopener noreferrer');
				if (name === 'target') expect(value).toBe('_blank');
				if (name === 'class') expect(value).not.toBe('skip-link');
			}
		}
		expect(onlyAllowed(clean)).toBe(clean);
	});

	test('[T16] an element that may not be there keeps its words', () => {
		expect(onlyAllowed('a <u>b <b>c</b></u> d')).toBe('a b c d');
	});

	test.each([
		'# a\n\n**b** *c* ~~d~~ `e`\n\n> f\n\n---\n\n3. g\n4. h\n   - i',
		'- [ ] a\n- [x] b',
		'| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 < 4 |',
		'[x](https://a.example/?a=1&b=2) <mailto:a@b.example> [y](/nowhere)',
		'![p](/files/p.png) ![q](https://a.example/q.png) ![r](gone.png)',
		'$x^2$ and\n\n$$\n\\frac{1}{2} < y\n$$\n\n```\n<b>&amp;\n```',
	])('[T16] what the grammar makes of %j passes whole', (text) => {
		const made = markdownGrammar()(text);
		expect(parsed(onlyAllowed(made)).innerHTML).toBe(parsed(made).innerHTML);
	});

	test('[T16] live parts keep their places', () => {
		const made = markdownGrammar()(`a ${slot(0)} b\n\n${slot(1)}`, { slots: ['{{x}}', '{{y}}'] });
		const places = parsed(onlyAllowed(made)).querySelectorAll('[data-slot]');
		expect([...places].map((place) => place.getAttribute('data-slot'))).toEqual(['0', '1']);
	});
});
