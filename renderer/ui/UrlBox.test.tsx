import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UrlBox } from './UrlBox'
import { activeMarkup } from '../testing/activeMarkup'

function shown(url: string): { readonly host: string; readonly whole: string; readonly links: readonly string[] } {
  render(<UrlBox url={url} />)
  const host = screen.getByRole('strong')
  return { host: host.textContent, whole: host.parentElement?.textContent ?? '', links: activeMarkup() }
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
])('EL-19, H03: sets the real host of %s apart, and shows the whole address', (url, host) => {
  expect(shown(url)).toEqual({ host, whole: url, links: [] })
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'not an address'])(
  'H05: sets all of %s apart, since nothing in it may be overlooked',
  (url) => {
    expect(shown(url)).toEqual({ host: url, whole: url, links: [] })
  },
)

it('H04: shows a name of other letters in the form in which it was decided about', () => {
  expect(shown(new URL('https://аpple.com/').href).host).toBe('xn--pple-43d.com')
})
