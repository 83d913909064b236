import { expect, it } from 'vitest'
import { compileCatalogue } from './compileMessages.mjs'

it('names the file and the text that cannot be read: a build must not ship a hole', () => {
  expect(() => compileCatalogue('{ "chat.send": "Send", "chat.files": "{count, plural, one {# file}" }', 'chat.json')).toThrow(
    'chat.json: the message chat.files cannot be read',
  )
})

it('compiles plurals and values', () => {
  expect(compileCatalogue('{ "a.b": "{n, plural, one {# of {all}} other {#}}" }', 'a.json')).toEqual({
    'a.b': [['n', 'plural', { offset: undefined, one: ['#', ' of ', ['all']], other: ['#'] }]],
  })
})
