// @vitest-environment happy-dom
// What a stranger can write into a cell, and what a reader sees of it. The rules are numbered in src/lib/ui/SPEC.md. What is tested is
// the grammar alone, without the sanitiser behind it (which happy-dom cannot run: its prototypes do not know their node names), so each
// attack has to fail at the first of the two locks.

import { describe, expect, test } from 'vitest';
import { LONGEST, markdownGrammar } from '#lib/ui/markdown/grammar.ts';
import { hasMath } from '#lib/ui/markdown/render.ts';
import { slot } from '#lib/ui/markdown/slots.ts';

const renderMarkdown = markdownGrammar();

function shown(text: string): HTMLElement {
	const place = document.createElement('div');
	place.innerHTML = renderMarkdown(text);
	return place;
}

const ATTACKS = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'<svg><animate onbegin=alert(1)></svg>',
	'<iframe srcdoc="<script>alert(1)</script>">',
	'<a href="javascript:alert(1)">x</a>',
	'[x](javascript:alert(1))',
	'[x](JaVaScRiPt:alert(1))',
	'[x](java&#115;cript:alert(1))',
	'[x](&#x6a;avascript:alert(1))',
	'[x]( javascript:alert(1))',
	'[x](<java\nscript:alert(1)>)',
	'[x](vbscript:msgbox)',
	'[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
	'<javascript:alert(1)>',
	'![x](javascript:alert(1))',
	'![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
	'![" onerror="alert(1)](/x.png)',
	'![x](/x.png "\\" onload=\\"alert(1)")',
	'```"><script>alert(1)</script>\nx\n```',
	'| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |',
	'$\\href{javascript:alert(1)}{x}$',
	'$"><img src=x onerror=alert(1)>$',
	'$$\n</div><script>alert(1)</script>\n$$',
	'<math><mtext></mtext><script>alert(1)</script></math>',
	'[x]: javascript:alert(1)\n\n[x]',
	'[a](https://a.example "\\" onclick=\\"alert(1)")',
	'<base href="https://evil.example">',
	'<style>*{background:url(https://evil.example)}</style>',
	'<form action="https://evil.example"><input name=q></form>',
];

describe('hostile words', () => {
	test.each(ATTACKS)('[T1] nothing of %j can run or be followed', (attack) => {
		const place = shown(attack);
		expect(
			place.querySelector('script, iframe, svg, form, input, base, style, object, embed, link, meta'),
		).toBeNull();
		for (const element of place.querySelectorAll('*')) {
			for (const { name, value } of element.attributes) {
				expect(name).not.toMatch(/^on|^style$|^srcdoc$|^action$/);
				if (name === 'href' || name === 'src')
					expect(value).toMatch(/^(https?:|mailto:|blob:|\/[^/]|data:image\/png)/);
			}
		}
	});

	test('[T1] the words of an attack stay readable', () => {
		expect(shown('a <script>b</script> c').textContent).toBe('a <script>b</script> c\n');
	});

	test('[T1] a text of impossible length is shown as it is written', () => {
		const place = shown('*a*<b>'.repeat(LONGEST / 5));
		expect(place.querySelector('pre')?.textContent).toHaveLength((6 * LONGEST) / 5);
		expect(place.querySelector('em, b')).toBeNull();
	});
});

describe('links and pictures', () => {
	test.each(['https://a.example/x?y=1', 'http://a.example', 'mailto:a@b.example'])(
		'[T2] %s opens apart',
		(href) => {
			const link = shown(`[words](${href})`).querySelector('a');
			expect(link?.getAttribute('href')).toBe(href);
			expect(link?.getAttribute('rel')).toContain('noopener');
			expect(link?.getAttribute('target')).toBe('_blank');
		},
	);

	test.each(['/home', '#top', 'file.txt', '//evil.example', 'ftp://a.example', 'tel:1'])(
		'[T2] %s keeps its words and is no link',
		(href) => {
			const place = shown(`see [words **here**](${href}) and [more](https://a.example)`);
			expect([...place.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['more']);
			expect(place.textContent).toContain('see words here and more');
		},
	);

	test.each([
		'https://evil.example/p.png',
		'http://evil.example/p.png',
		'//evil.example/p.png',
		'/\\evil.example/p.png',
	])('[T3] no picture is loaded from %s', (source) => {
		const place = shown(`![a map](${source})`);
		expect(place.querySelector('img')).toBeNull();
		expect(place.textContent).toContain('a map');
	});

	test.each(['/files/p.png', 'blob:https://a.example/5b1d', 'data:image/png;base64,iVBORw0KGgo='])(
		'[T3] the picture %s is loaded',
		(source) => {
			expect(shown(`![a map](${source})`).querySelector('img')?.getAttribute('src')).toBe(source);
		},
	);

	test('[T3] a picture that is not here is named', () => {
		expect(shown('![](airalogy.id.file.map.png)').textContent).toContain('airalogy.id.file.map.png');
	});
});

describe('characters by name', () => {
	test.each([
		['&copy; &amp; &lt;b&gt; &quot;', '© & <b> "'],
		['&alpha;&thinsp;&ne;&nbsp;&AElig;', 'α\u2009≠\u00a0Æ'],
		['&NewLine;x &semi; &bsol;', 'x ; \\'],
		['&ngE; &fjlig;', '≧̸ fj'],
		['&copyright; &copy &nosuchname; &x; &;', '&copyright; &copy &nosuchname; &x; &;'],
		['&#945; &#x3b1; &#0;', 'α α \ufffd'],
		['`&amp;`', '&amp;'],
	])('[T15] %s reads as it should', (text, words) => {
		expect(shown(text).textContent.trim()).toBe(words);
	});

	test('[T2] a host in other letters is written as the network writes it', () => {
		const link = shown('[x](https://bücher.example/ä?q=&auml;)').querySelector('a');
		expect(link?.getAttribute('href')).toBe('https://xn--bcher-kva.example/%C3%A4?q=%C3%A4');
	});
});

describe('how it reads', () => {
	test('[T4] headings begin at the fourth level and end at the sixth', () => {
		const levels = [...shown('# a\n\n## b\n\n### c\n\n###### d').children].map((element) => element.tagName);
		expect(levels).toEqual(['H4', 'H5', 'H6', 'H6']);
		expect(renderMarkdown('# a', { heading: 2 })).toContain('<h2>');
		expect(renderMarkdown('### a\n\n#### b')).toBe('<h4>a</h4>\n<h5>b</h5>\n');
	});

	test.each([
		['**注意：**请戴手套', '注意：'],
		['请**“慢速”**搅拌', '“慢速”'],
		['温度为**60 °C**。', '60 °C'],
		['**Note:** wear gloves', 'Note:'],
	])('[T5] %s is emphasised where it is meant', (text, strong) => {
		const place = shown(text);
		expect(place.querySelector('strong')?.textContent).toBe(strong);
		expect(place.textContent).not.toContain('*');
	});

	test('[T5] stars with spaces around them and underscores in names stay', () => {
		expect(shown('3 * 4 * 5, oven_drying_loss').textContent.trim()).toBe('3 * 4 * 5, oven_drying_loss');
	});

	test('[T6] a line break is a line break', () => {
		expect(shown('第一行\n第二行').querySelectorAll('br')).toHaveLength(1);
	});

	test('[T6] in a text from a file a break after a long line only wraps, except beside a live part', () => {
		const long = 'One sheet for each riffle and visit, so that two reaches can be';
		const zh = '每个浅滩每次调查填写一张表，以便日后比较两个河段时能够看出它们';
		const wrapped = (text: string) => renderMarkdown(text, { wrapped: true, slots: ['{{x}}'] });
		expect(wrapped(`${long}\ncompared.`)).toBe(`<p>${long} compared.</p>\n`);
		expect(wrapped(`${zh}\n除排污口外是否相同。`)).toBe(`<p>${zh}除排污口外是否相同。</p>\n`);
		expect(wrapped(`Name: a\nDate: b`)).toContain('<br>');
		expect(wrapped(`${long}\nDate: ${slot(0)}`)).toContain('<br>');
		expect(renderMarkdown(`${long}\ncompared.`)).toContain('<br>');
	});

	test('[T7] tasks are marked and keep their words', () => {
		const items = [...shown('- [ ] weigh\n- [x] dry\n- [link](https://a.example)').querySelectorAll('li')];
		expect(items.map((item) => [item.className, item.textContent])).toEqual([
			['task', 'weigh'],
			['task done', 'dry'],
			['', 'link'],
		]);
	});

	test('[T8] a table stands in a box of its own and keeps its alignment', () => {
		const place = shown('| a | b |\n|---|--:|\n| 1 | 2 |');
		expect(place.querySelector('.table-box > table td.right')?.textContent).toBe('2');
	});

	test('[T9] formulas are kept as written until they are set, prices are no formulas', () => {
		const html = renderMarkdown('at $w < 0.08$ and\n\n$$\na^2\n$$\n\n\\(b\\)');
		expect(hasMath(html)).toBe(true);
		const formulas = [
			...shown('at $w < 0.08$ and\n\n$$\na^2\n$$\n\n\\(b\\)').querySelectorAll('[data-math]'),
		];
		expect(formulas.map((formula) => formula.textContent)).toEqual(['w < 0.08', 'a^2', 'b']);
		expect(hasMath(renderMarkdown('from $5 to $10, 花费$5，又花$10'))).toBe(false);
	});
});

describe('slots', () => {
	test('[T10] a slot keeps its place in tables and lines, and its written form in code', () => {
		const text = `| a | ${slot(0)} mL |\n|---|---|\n| ${slot(1)} | x |\n\n${slot(2)}\n\n\`${slot(0)}\``;
		const place = document.createElement('div');
		place.innerHTML = renderMarkdown(text, { slots: ['{{a|b}}', '{{c}}', '{{d}}'] });
		expect(
			[...place.querySelectorAll('[data-slot]')].map((element) => element.getAttribute('data-slot')),
		).toEqual(['0', '1', '2']);
		expect(place.querySelector('.slot-alone [data-slot="2"]')).not.toBeNull();
		expect(place.querySelector('code')?.textContent).toBe('{{a|b}}');
	});

	test('[T10] nobody can type a slot', () => {
		expect(renderMarkdown(`a${slot(0)}b`)).not.toContain('data-slot');
		expect(renderMarkdown(slot(7), { slots: ['x'] })).not.toContain('data-slot');
	});
});
