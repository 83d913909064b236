import { expect, it } from 'vitest'
import { english } from '../../shared/i18n/translator'
import { xssCorpus } from '../../shared/testing/xssCorpus'
import { threadCpuMs } from '../testing/stallMeter'
import { markdownHtml } from './markdownHtml'

const html = (text: string, keepsBreaks = false): string => {
  let last = 0
  return [...markdownHtml(text, { translator: english, keepsBreaks, nextNumber: () => ++last })].join('')
}

/** Every tag that a text of strangers may become, as it is written. */
const allowed = [
  /^<\/?(?:p|em|strong|del|blockquote|ul|ol|li|pre|code|thead|tbody|table|tr|th|td|h[3-6]|details|summary|sub|sup|kbd|mark|section|a|span|div)>$/,
  /^<(?:hr \/|br|p class="source"|span class="(?:quiet|picture)"|div class="(?:prose|text)" dir="auto"|div class="wide" tabindex="0")>$/,
  /^<ol start="\d+">$|^<pre dir="ltr">$|^<code class="language-[^"<>\s]*">$|^<t[hd] align="(?:left|right|center)">$|^<td colspan="\d+">$/,
  /^<input type="checkbox" disabled(?: checked)? aria-label="(?:Done|To do)">$/,
  /^<a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noreferrer noopener">$|^<a href="#note-\d+-\d+" aria-label="Footnote \d+">$/,
  /^<span class="(?:katex|formula)">$|^<\/?(?:semantics|annotation|m[a-z]+)(?: (?:xmlns|display|encoding|mathvariant|stretchy|separator)="[\w:/.+-]*")*>$/,
  /^<section class="notes" aria-label="Footnotes">$|^<li id="note-\d+-\d+">$/,
]
const strangeTags = (page: string): readonly string[] =>
  (page.match(/<[^>]*>?/g) ?? []).filter((tag) => !allowed.some((form) => form.test(tag)))

it('draws what a model writes: headings below those of the page, lists, code, quotes and tables', () => {
  const page = html(
    '# Plan\n\nIt is **bold**, *soft*, ~~gone~~ and `a < b`.\n\n- [x] one\n- [ ] two\n\n3. three\n\n> said\n\n```js\nlet a = "<b>"\n```\n\n| a | b |\n|---|--:|\n| 1<br>2 | H<sub>2</sub>O |\n',
  )
  expect(page).toContain('<h3>Plan</h3>')
  expect(page).toContain('<p>It is <strong>bold</strong>, <em>soft</em>, <del>gone</del> and <code>a &lt; b</code>.</p>')
  expect(page).toMatch(/<li><input type="checkbox" disabled checked aria-label="Done"> one<\/li>/)
  expect(page).toContain('<ol start="3">')
  expect(page).toMatch(/<blockquote>\s*<p>said<\/p>\s*<\/blockquote>/)
  expect(page).toContain('<pre dir="ltr"><code class="language-js">let a = &quot;&lt;b&gt;&quot;\n</code></pre>')
  expect(page).toMatch(/<thead>\s*<tr>\s*<th>a<\/th>\s*<th align="right">b<\/th>/)
  expect(page).toMatch(/<td>1<br>2<\/td>\s*<td align="right">H<sub>2<\/sub>O<\/td>/)
  expect(strangeTags(page)).toEqual([])
})

it('keeps the lines that a person typed, and of a model those that no wrapping made', () => {
  const wrapped = `${'word '.repeat(15)}end\nnext *soft*\nlast`
  expect(html('a\n\n<br>\n\n<!-- b\nc -->')).toMatch(/<p>a<\/p>\s*<br>\s*<p class="source">&lt;!-- b\nc --&gt;<\/p>/)
  expect(html('Roses\n**are** red', true)).toContain('<p>Roses<br>\n<strong>are</strong> red</p>')
  expect(html(wrapped, true).match(/<br>/g)).toHaveLength(2)
  expect(html(wrapped).match(/<br>/g)).toHaveLength(1)
  expect(html('- a\n  b\n\n  c\n- d', true)).toMatch(/<ul>\n<li>\n<p>a<br>\nb<\/p>\n<p>c<\/p>\n<\/li>\n<li>\n<p>d<\/p>\n<\/li>\n<\/ul>/)
})

it('joins footnotes and folds details, each with identifiers of its own', () => {
  const page = html(
    'One[^a] and[^none]\n\n<details><summary>More</summary>\n\nTwo[^a]\n\n[^a]: inner\n\n</details>\n\n[^a]: outer [link](https://a.example)',
  )
  expect(page).toContain('One<sup><a href="#note-1-1" aria-label="Footnote 1">1</a></sup> and[^none]')
  expect(page).toMatch(/<details>\n<summary>More<\/summary>[^]*href="#note-2-1"[^]*<li id="note-2-1">[^]*inner[^]*<\/details>/)
  // A second one of a name is none, and its words are not lost.
  expect(html('One[^a]\n\n[^a]: first\n\n[^a]: second\nand **more**')).toMatch(/: second[^]*and <strong>more<\/strong>/)
  expect(page).toMatch(/<li id="note-1-1"><p>outer <a href="https:\/\/a\.example\/" rel="noreferrer noopener">link<\/a><\/p>/)
  expect(strangeTags(page)).toEqual([])
})

it('draws formulas without a font or a script, and leaves prices and what is no formula alone', () => {
  expect(html('So \\(a_1 < b\\) and $$c$$.\n\n\\[\nx^2\n\\]')).toMatch(
    /So <span class="katex"><math[^]*a_1 &lt; b[^]*<math[^]*<span class="formula">[^]*display="block"/,
  )
  expect(html('From $5 to $6, \\(\\notacommand{x}\\)')).toContain('From $5 to $6, <code>\\notacommand{x}</code>')
})

// Catches: a stranger's text becomes an element, an attribute, an address or a request of the page.
it.each([
  '<script>alert(1)</script> and <img src=x onerror=alert(1)> and <a href="javascript:alert(1)">x</a>',
  '<div onclick="alert(1)">\n\n**b**\n\n</div>\n\n<style>*{display:none}</style>\n<br onclick="x"> <sub><b> <kbd>',
  '[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](java&#10;script:alert(1)) [x](data:text/html,x) [x](vbscript:x) <javascript:alert(1)>',
  '[x](file:///etc/passwd) [x](/etc/passwd) [x](../up) [x](//evil.example) [x](#note-1-1) [x](https://user:pass@evil.example) [x](irc://a.example)',
  '[x]: https://a.example "a\\" onclick=\\"alert(1)"\n\n[x] [a](https://a.example/"onclick="alert(1)) [a](<https://a.example/ \' onclick>)',
  '![a"onerror="alert(1)](https://a.example/p.png "b\\" onload=\\"x") ![](data:image/svg+xml,<svg>) [![in](https://a.example/i.png)](https://b.example)',
  '```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```\n\n~~~a"b<c\nx\n~~~\n\n    </pre><script>',
  '| <script> | `</table><script>` |\n|---|---|\n| [x](javascript:a) | </td><td onclick=x> |\n',
  '<details><summary><img src=x onerror=alert(1)></summary>\n\n<script>alert(1)</script>\n\n</details>\n\n<details open ontoggle=alert(1)>',
  '[^"><script>]\n\n[^"><script>]: <script>alert(1)</script> [^a]\n\n[^a]: ![](https://a.example/x)',
  '- ```a&#32;standsFor\n  <script>\n  ```',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62; \u0000<\u0000script>',
])('X01: %s is text in a page', (attack) => {
  for (const keepsBreaks of [false, true]) {
    const page = html(attack, keepsBreaks)
    expect(strangeTags(page)).toEqual([])
    expect(page.match(/<[^>]*(?:javascript|vbscript|data|file):/gi)).toBeNull()
  }
})

it('X01: none of the attacks on chat programs becomes anything else, wherever it stands', { tags: ['slow'] }, () => {
  expect(xssCorpus.length).toBeGreaterThan(700)
  expect(xssCorpus.flatMap((attack) => strangeTags(html(attack)).map((tag) => [tag, attack]))).toEqual([])
  expect(strangeTags(html(xssCorpus.join('\n\n')))).toEqual([])
})

it('X01: what a formula says stays within it', () => {
  const page = html(
    '\\(</math><script>alert(1)</script>\\) $$</code><img src=x>$$ \\(\\href{javascript:alert(1)}{x}\\) \\(\\text{<img src=x>}\\)',
  )
  expect(page.match(/<(?:script|img|a)\b/gi)).toBeNull()
  expect(page).not.toMatch(/href=/)
})

it('X01: a picture elsewhere is named with a link that says where it leads, and a link says so when its text is another address', () => {
  const page = html('![chart](https://pics.example/c.png?who=me) [bank.com](https://evil.example/x)')
  expect(page).toContain(
    '<span class="picture">Image: chart</span> <span class="quiet">(<a href="https://pics.example/c.png?who=me" rel="noreferrer noopener">from pics.example, not loaded</a>)</span>',
  )
  expect(page).toContain('bank.com</a> <span class="quiet">(leads to evil.example)</span>')
  expect(html('[![https://bank.com](https://pics.example/c.png)](https://evil.example)')).toContain('(leads to evil.example)')
  expect(html('$$\u202Ex$$ is')).toContain('<code><mark>U+202E</mark>x</code>')
  expect(html('<details><summary>\u202Ex</summary>\n\ny\n\n</details>')).toContain('<summary><mark>U+202E</mark>x</summary>')
  expect(html('a\u202Eb `c\u202Ed`')).toContain('a<mark>U+202E</mark>b <code>c<mark>U+202E</mark>d</code>')
})

const MB = 1_000_000
const lines = (count: number, line: (at: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join('\n')
// Without bounds, most of these take minutes: the host would answer nobody meanwhile.
it.each([
  ['2 MB of open brackets', '['.repeat(2 * MB)],
  ['2 MB of stars', '*'.repeat(2 * MB)],
  ['a block of stars', '*a '.repeat(100_000)],
  ['ten thousand blocks of marks', '*a [b] `c\n\n'.repeat(10_000)],
  ['quotes in quotes', '> '.repeat(100_000)],
  ['formulas that do not end', '\\(x $$ '.repeat(20_000)],
  ['tags', '<sub>'.repeat(100_000)],
  ['blocks that are just not too expensive', `${'*a_ [b] `c '.repeat(490)}\n\n`.repeat(100)],
  ['blocks of formulas', `${'\\(a^2\\) '.repeat(600)}\n\n`.repeat(20)],
  ['blocks of formulas that do not end', `${'\\(x $$ '.repeat(600)}\n\n`.repeat(40)],
  ['blocks of links', `${'[a](https://a.example/x) '.repeat(500)}\n\n`.repeat(40)],
  ['a table of a hundred thousand rows', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(60_000)}`],
  ['links that repeat a long address', `[a]: http://x/${'x'.repeat(40_000)}\n\n${'[a] '.repeat(1_250)}\n\n`.repeat(20)],
  [
    'links that repeat a long address of their block',
    `${'[a] '.repeat(1_250)}\n[b]: <http://x/${'x'.repeat(40_000)}>\n\n[a]: <http://x/y>\n\n`.repeat(20),
  ],
  ['links to an address of a million characters', `[a]: http://x/${'x'.repeat(900_000)}\n\n${'[a] '.repeat(1_250)}`],
  [
    'many blocks of links to long addresses',
    `${lines(300, (at) => `[a${at}]: http://x/${'x'.repeat(2_500)}\n`)}\n${lines(400, (at) => `[a${at % 300}] [a${(at + 1) % 300}]\n`)}`,
  ],
  ['a thousand wide tables', `| ${'a | '.repeat(300)}\n|${'-|'.repeat(300)}\n${'x\n'.repeat(133)}\n`.repeat(450)],
  ['characters that hide', '\u202E'.repeat(900_000)],
])('X10: %s hold the host up for no longer than a moment at a time', { tags: ['slow'] }, (_what, text) => {
  const begin = threadCpuMs()
  let longest = 0
  let since = begin
  let length = 0
  for (const piece of markdownHtml(text, { translator: english, nextNumber: () => 1 })) {
    expect(piece.length).toBeLessThan(2 * MB)
    length += piece.length
    longest = Math.max(longest, threadCpuMs() - since)
    since = threadCpuMs()
  }
  expect(threadCpuMs() - begin).toBeLessThan(8_000)
  expect(longest).toBeLessThan(300)
  expect(length).toBeLessThan(25 * MB)
})
