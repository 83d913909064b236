import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { UrlBox } from './UrlBox'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

async function shown(url: string): Promise<{ readonly host: string; readonly whole: string; readonly links: number }> {
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () => root.render(<UrlBox url={url} />))
  const host = page.querySelector('b')
  const seen = {
    host: host?.textContent ?? '',
    whole: host?.parentElement?.textContent ?? '',
    links: page.querySelectorAll('a, [href], img').length,
  }
  await act(async () => root.unmount())
  return seen
}

it.each([
  ['https://accounts.google.com.evil.test/', 'accounts.google.com.evil.test'],
  ['https://evil.test/#.google.com', 'evil.test'],
  ['https://evil.test/https://google.com/', 'evil.test'],
  ['https://accounts.google.com@evil.test/', 'evil.test'],
  ['https://evil.test\\@accounts.google.com/', 'evil.test'],
  ['https://ps/', 'ps'],
  ['http://localhost:3000/', 'localhost:3000'],
  [`https://${'a.'.repeat(120)}evil.test/`, `${'a.'.repeat(120)}evil.test`],
])('EL-19, H03: sets the real host of %s apart, and shows the whole address', async (url, host) => {
  expect(await shown(url)).toEqual({ host, whole: url, links: 0 })
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'not an address'])(
  'H05: sets all of %s apart, since nothing in it may be overlooked',
  async (url) => {
    expect(await shown(url)).toEqual({ host: url, whole: url, links: 0 })
  },
)

it('H04: shows a name of other letters in the form in which it was decided about', async () => {
  expect((await shown(new URL('https://аpple.com/').href)).host).toBe('xn--pple-43d.com')
})
