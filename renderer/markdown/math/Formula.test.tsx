import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeMarkup } from '../../testing/activeMarkup'
import { workedMs } from '../../testing/workMeter'
import { Markdown } from '../Markdown'

const show = (text: string, open = false) => render(<Markdown text={text} open={open} onLink={() => undefined} />)
/** KaTeX draws no roles but MathML, which jsdom does not know. */
const sources = () => [...document.getElementsByTagName('annotation')].map(({ textContent }) => textContent)
const pictures = () => [...document.querySelectorAll('.katex')]

it.each([
  ['a $$x^2$$ b', ['x^2']],
  ['a \\(x_1 + y_1\\) b', ['x_1 + y_1']],
  ['\\[\nx\n- y\n= z\n\\]', ['x\n- y\n= z']],
  ['The sum is:\n$$\na\n\nb\n$$\nwhere', ['a\n\nb']],
  ['- item\n  $$z$$\n- \\(w\\)', ['z', 'w']],
  ['```math\nq\n```', ['q']],
  ['\\[ x \\].', ['x .']],
])('draws the formulas of %j', async (text, expected) => {
  show(text)
  await waitFor(() => expect(sources()).toEqual(expected))
})

it.each([
  'It costs $5 and $10.',
  '`\\(a\\)` and `$$b$$`',
  'an open \\(x and $$y',
  '\\[a link\\](https://a.example)',
  '\\[ \\] to do',
  '\\[\nx^2\nand no end',
  '```sh\necho $$ and $$\n```',
])('leaves %j as text', async (text) => {
  show(`${text}\n\n\\(drawn\\)`)
  if (text.includes('no end')) show('\\(drawn\\)')
  await waitFor(() => expect(sources()).toEqual(['drawn']))
})

it('shows an open formula as text until it closes', async () => {
  const { rerender } = show('\\[\nx^2', true)
  expect(screen.getByText(/\\\[/).textContent).toBe('\\[\nx^2')
  rerender(<Markdown text={'\\[\nx^2\n\\]\n'} open onLink={() => undefined} />)
  await waitFor(() => expect(sources()).toEqual(['x^2']))
})

it.each([
  ['is long', 'x'.repeat(2_001)],
  ['nests without end', `${'{'.repeat(100_000)}x${'}'.repeat(100_000)}`],
  ['defines itself', '\\def\\a{\\a\\a}\\a'],
  ['nests deep', `${'{'.repeat(21)}x${'}'.repeat(21)}`],
  ['defines what makes millions', `\\def\\a{${'x'.repeat(900)}}${'\\a '.repeat(300)}`],
  ['is no formula', '\\frac{1'],
  ['hides what it says', 'x\u202Ey'],
])('J19, F14: a formula that %s is shown as it is written', async (_what, source) => {
  const begin = workedMs()
  show(`$$${source}$$`)
  expect(await screen.findByText('This formula cannot be drawn.')).toBeTruthy()
  expect(pictures()).toEqual([])
  expect(workedMs() - begin).toBeLessThan(1_000)
})

it('J19: a formula is no larger than its page, whatever sizes it names', async () => {
  const sizes = [
    '\\rule{1e9em}{1e9em}',
    '\\rule{99999px}{1km}',
    '\\kern99999em x',
    '\\hspace{99999em}x',
    'x\\raisebox{99999em}{y}',
    'x\\\\[99999em]y',
  ]
  show(sizes.map((source) => `$$${source}$$`).join('\n\n'))
  await waitFor(() => expect(pictures().length + screen.queryAllByText('This formula cannot be drawn.').length).toBe(sizes.length))
  expect(pictures().length).toBeGreaterThan(3)
  const styles = pictures().flatMap((picture) =>
    [...picture.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? ''),
  )
  const lengths = styles.flatMap((style) =>
    [...style.matchAll(/(-?[\d.]+(?:e\d+)?)(em|px)/g)].map(([length, value]) => [Math.abs(Number(value)), length]),
  )
  expect(lengths.filter(([value]) => Number(value) > 50)).toEqual([])
})

it('B04: a formula sets no address, class, identifier or style of its choice', async () => {
  show(
    [
      '\\href{javascript:alert(1)}{x}',
      '\\url{https://evil.example}',
      '\\includegraphics{https://evil.example/p.png}',
      '\\htmlData{controller=evil}{y}',
      '\\htmlClass{z}{y}',
      '\\htmlId{login}{y}',
      '\\htmlStyle{background:url(https://evil.example)}{y}',
    ]
      .map((source) => `$$${source}$$`)
      .join('\n\n'),
  )
  await waitFor(() => expect(pictures()).toHaveLength(7))
  expect(activeMarkup()).toEqual([])
  const html = pictures()
    .map((picture) => picture.querySelector('.katex-html')?.outerHTML)
    .join('')
  expect(html).not.toMatch(/\sid=|data-|background|url\(|class="[^"]*\bz\b/)
})
