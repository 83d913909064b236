import { expect, it } from 'vitest'
import type { FormField } from '../../shared/domain/formField'
import { typedSecrets } from './typedSecrets'

const text = (key: string, rest: object = {}): FormField => ({ key, kind: 'string', required: false, ...rest }) as FormField

// A word that is hidden is hidden in the records of all servers, so a stranger must not choose it.
it.each([
  ['what was typed into a field that asks for a password', 'Sign in', { password: 'correct horse' }, ['correct horse']],
  ['no field that the message alone may mean', 'We create an API token for you. Where do you live?', { city: 'Berlin' }, []],
  ['no word that the message has the person type', 'Type Result to confirm', { password: 'result' }, []],
  ['no number', 'Sign in', { password: '471100' }, []],
  ['nothing where nothing was typed', 'Sign in', { password: '' }, []],
])('H13: hides %s', (_what, message, content, hidden) => {
  expect(typedSecrets({ message, fields: [text('password'), text('city')] }, content)).toEqual(hidden)
})

it('H13: hides nothing that a field proposes', () => {
  const fields = [text('password', { default: 'params "a"' })]
  expect(typedSecrets({ message: '', fields }, { password: 'params "a"' })).toEqual([])
})
