import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { passTime } from '../../../testing/settle'
import { user } from '../../../testing/user'
import type { PageDetails } from '../../../../shared/domain/question'
import { button, dialog, press, showQuestion } from '../testing/questionStage'

afterEach(() => {
  vi.useRealTimers()
})

const pageOf = (rest: Partial<PageDetails> = {}): PageDetails => ({
  kind: 'page',
  message: 'Sign in to go on.',
  url: 'https://papers.example/sign?x=1',
  host: 'papers.example',
  warnings: [],
  ...rest,
})
const alike = pageOf({
  url: 'https://xn--pple-43d.com/login',
  host: 'xn--pple-43d.com',
  hostLetters: '\u0430pple.com',
  warnings: ['lookAlike', 'punycode'],
})
const isOff = (name: string): boolean => button(name).disabled

it('EL-18, EL-19: shows the whole address with its host set apart, and its length, however long it is', async () => {
  const url = `https://papers.example/${'a'.repeat(3_000)}#.google.com`
  await showQuestion(pageOf({ url }))
  expect(dialog().textContent).toContain(url)
  expect(dialog().textContent).toContain(`The whole address, ${url.length.toLocaleString('en')} characters`)
  expect(screen.getByRole('strong').textContent).toBe('papers.example')
})

it('EL-21, H04: names the letters that imitate others, and opens such a host only after the person said that they read it', async () => {
  const shown = await showQuestion(alike)
  expect(dialog().textContent).toContain('This is not apple.com.')
  expect(dialog().textContent).toContain('U+0430')
  await passTime(600)
  expect([isOff('Open in browser'), isOff('Decline')]).toEqual([true, false])
  expect(dialog().textContent).toContain('Read the host first, and say that you did.')
  await user.click(screen.getByRole('checkbox'))
  expect(isOff('Open in browser')).toBe(false)
  await press('Open in browser')
  expect(shown.answers).toEqual([{ kind: 'page', action: 'open', hostRead: true }])
})

it('H03, H04: says where a name really ends that begins like a known one', async () => {
  await showQuestion(
    pageOf({ url: 'https://accounts.google.com.evil.test/', host: 'accounts.google.com.evil.test', warnings: ['lookAlike'] }),
  )
  expect(dialog().textContent).toContain('This is not accounts.google.com. The host ends with evil.test')
})

it('EL-21, H05: says that a page is not encrypted, in the own network, or a bare number, and outlines the answer in red', async () => {
  await showQuestion(pageOf({ url: 'http://192.168.1.1/reboot', host: '192.168.1.1', warnings: ['privateNetwork', 'ipAddress'] }))
  for (const words of ['It leads into your own network.', 'Its host is a bare number, not a name.', 'It is not encrypted.'])
    expect(dialog().textContent).toContain(words)
  await passTime(600)
  expect(button('Open in browser').className).toContain('danger')
})

it('EL-23: offers no opening of what is no page', async () => {
  await showQuestion(
    pageOf({
      url: 'file:///etc/passwd',
      host: '',
      refused: { id: 'legacy.text', params: { text: 'Parley does not open file: addresses' } },
    }),
  )
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open in browser' })).toBeNull()
  expect(dialog().textContent).not.toContain('What happens')
})

it('H04: a refused address whose host imitates another one says so, and asks nobody to confirm it', async () => {
  await showQuestion(
    pageOf({
      url: 'http://xn--pple-43d.com:8080/login',
      host: 'xn--pple-43d.com:8080',
      hostLetters: 'аpple.com',
      warnings: ['lookAlike', 'punycode'],
      refused: { id: 'errors.links.notEncrypted' },
    }),
  )
  expect(dialog().textContent).toContain('http://xn--pple-43d.com:8080/login')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open in browser' })).toBeNull()
})

it('EL-25: while the call waits for an opened page, one can go on, open it again, or stop waiting', async () => {
  const shown = await showQuestion(pageOf({ opened: true }))
  expect(dialog().textContent).toContain('The call waits until Everything says that the page is done.')
  await passTime(600)
  expect(['Stop waiting', 'Open again', 'Go on'].map(isOff)).toEqual([false, false, false])
  await press('Go on')
  expect(shown.answers).toEqual([{ kind: 'page', action: 'goOn' }])
})

it('EL-30: says of a page only that it opens, and nothing of signing in to the server', async () => {
  await showQuestion(pageOf())
  expect(dialog().textContent).toContain('It opens in your browser, not in Parley. Parley learns nothing of what you type there.')
  expect(dialog().textContent).not.toMatch(/signed in|your account/i)
})

it('EL-21: names the characters that are written in an address and are not drawn', async () => {
  await showQuestion(pageOf({ url: 'https://papers.example/?name=dana%E2%80%AE&k=%E2%80%8B', warnings: ['hiddenCharacters'] }))
  expect(dialog().textContent).toContain('U+202E, U+200B are written in it: whatever shows it may show something else.')
})
