import { expect, it } from 'vitest'
import { redact, rememberSecret } from './redact'

it('takes a live secret out of text in every form in which it travels', () => {
  rememberSecret('p"ss/wörd-123')
  const forms = [
    'p"ss/wörd-123',
    String.raw`p\"ss/wörd-123`,
    Buffer.from('p"ss/wörd-123').toString('base64'),
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
