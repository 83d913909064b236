import { describe, expect, it } from 'vitest'
import { parseCallback, sameState } from './parseCallback'

const answer = { state: 's', code: 'c', iss: 'https://as.example/a b' }
const query = 'code=c&state=s&iss=https%3A%2F%2Fas.example%2Fa%20b'

describe('parseCallback', () => {
  it.each([query, `?${query}`, `http://127.0.0.1:4711/callback?${query}`, `https://elsewhere.example/x?${query}#_=_`, ` ${query}\n`])(
    'reads %j',
    (text) => {
      expect(parseCallback(text)).toEqual(answer)
    },
  )

  it('keeps an error and its words apart from a code', () => {
    expect(parseCallback('error=access_denied&error_description=No%20way&state=s')).toEqual({
      state: 's',
      error: 'access_denied',
      errorDescription: 'No way',
    })
  })

  it.each([
    ['nothing', ''],
    ['no state', 'code=c'],
    ['an empty state', 'code=c&state='],
    ['neither a code nor an error', 'state=s&iss=x'],
    ['a state twice', 'code=c&state=s&state=t'],
    ['an issuer twice', 'code=c&state=s&iss=a&iss=b'],
    ['a code twice', 'code=c&code=d&state=s'],
    ['what is in the fragment', 'http://127.0.0.1/callback#code=c&state=s'],
    ['more than a query holds', `code=${'c'.repeat(9_000)}&state=s`],
  ])('E05: takes %s for no answer', (_title, text) => {
    expect(parseCallback(text)).toBeUndefined()
  })
})

it('E02: compares states whole, of whatever length', () => {
  expect([sameState('abc', 'abc'), sameState('abc', 'abcd'), sameState('abc', ''), sameState('abc', 'ABC')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
