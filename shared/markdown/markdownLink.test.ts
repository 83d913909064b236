import { expect, it } from 'vitest'
import { markdownLink } from './markdownLink'

it('links only absolute https, http and mailto addresses without a name and password in them', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/a',
    '//evil.example',
    'https://a:b@evil.example/',
    'parley://x',
  ]) {
    expect(markdownLink(href, 'text')).toBeUndefined()
  }
  expect(markdownLink('mailto:a%40b@example.org', 'Write')).toEqual({
    url: 'mailto:a%40b@example.org',
    host: 'a@b@example.org',
    misleading: false,
  })
})

it.each([
  ['https://bank.com', 'https://evil.example/', true],
  ['bank.com/login', 'https://evil.example/', true],
  ['https://bank.com@evil.example', 'https://evil.example/', false],
  ['www.bank.com', 'https://bank.com/', false],
  ['bank.com', 'https://www.bank.com/a', false],
  ['the docs', 'https://evil.example/', false],
  ['https://аpple.com', 'https://apple.com/', true],
  ['https://bank.com.', 'https://evil.example/', true],
  ['Sign in (https://bank.com)', 'https://evil.example/', true],
  ['“bank.com”, your bank', 'https://evil.example/', true],
  ['bank\u200b.com', 'https://evil.example/', true],
  ['ｂａｎｋ．ｃｏｍ', 'https://evil.example/', true],
  ['http://127.0.0.1:3000', 'https://evil.example/', true],
  ['https://evil.example/?next=bank.com', 'https://evil.example/?next=bank.com', false],
  ['src/index.ts', 'https://evil.example/', false],
])('G05: the text %s over %s is misleading: %s', (text, href, misleading) => {
  expect(markdownLink(href, text)?.misleading).toBe(misleading)
})

it('G05: shows a host of other letters in its plain form', () => {
  expect(markdownLink('https://аpple.com/', 'apple')?.host).toBe('xn--pple-43d.com')
})
