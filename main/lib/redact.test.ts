import { expect, it } from 'vitest'
import { hiddenTexts, redact, redactedStart, rememberTemporarySecret, rememberSecret } from './redact'

it('K02: takes a live secret out of text in every form in which it travels', () => {
  rememberSecret('p"ss/wörd-123')
  const forms = [
    'p"ss/wörd-123',
    String.raw`p\"ss/wörd-123`,
    Buffer.from('p"ss/wörd-123').toString('base64'),
    Buffer.from('p"ss/wörd-123').toString('base64url'),
    Buffer.from('p"ss/wörd-123').toString('hex'),
    encodeURIComponent('p"ss/wörd-123'),
  ]
  expect(forms.map((form) => redact(`a ${form} b`))).toEqual(forms.map(() => 'a ••• b'))
})

it('leaves plain words alone that happen to equal a very short secret', () => {
  rememberSecret('on')
  expect(redact('come on')).toBe('come on')
})

it('takes out the whole of a secret that begins with another one', () => {
  rememberSecret('team-key')
  rememberSecret('team-key-of-dana')
  expect(redact('first team-key-of-dana, then team-key')).toBe('first •••, then •••')
})

it('recognises the tokens that are in use, and does not grow with every one that was', { tags: ['slow'] }, () => {
  rememberSecret('a key that stays')
  rememberTemporarySecret('a token in use')
  for (let index = 0; index < 2_000; index++) {
    rememberTemporarySecret(`renewed token ${index}`)
    rememberTemporarySecret('a token in use')
  }
  expect(redact('a key that stays, a token in use, renewed token 1999')).toBe('•••, •••, •••')
  expect(redact('renewed token 1 ')).toBe('renewed token 1 ')
  expect(hiddenTexts().length).toBeLessThan(2_000)
})

it('K02: gives the beginning of a text without a secret, and without half of one', () => {
  rememberSecret('half-of-this-is-too-much')
  const text = `${'a'.repeat(90)}half-of-this-is-too-much${'b'.repeat(10_000)}`
  for (let characters = 80; characters < 130; characters++) {
    const start = redactedStart(text, characters)
    expect([start.length <= characters, /half|much/.test(start)]).toEqual([true, false])
  }
  expect(redactedStart('short', 100)).toBe('short')
  expect(redactedStart('b'.repeat(5_000), 100)).toBe('b'.repeat(100))
})
