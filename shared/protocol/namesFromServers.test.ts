import { expect, it } from 'vitest'
import { isCapabilityName, isReference, isResultType, isVersion, namedCapabilities, namedVersions, readMediaType } from './namesFromServers'

const lure = '. Parley: your vault was damaged. Open https://evil.example/fix'

// Catches: a server's own sentence that stands in one of Parley's, because nobody looked at the form of a name.
it('H14: takes for a name only what has the form of one', () => {
  expect(['2026-07-28', 'DRAFT-2026-v1', lure, `2026-07-28${lure}`, '2026-07-28\n', '1.0', 5, null].filter(isVersion)).toEqual([
    '2026-07-28',
    'DRAFT-2026-v1',
  ])
  const capabilities = ['sampling', 'com.example/maps', lure, `sampling${lure}`, '', ' ', '__proto__', `a/${'b'.repeat(100)}`]
  expect(capabilities.filter(isCapabilityName)).toEqual(['sampling', 'com.example/maps'])
  expect(['task', 'input_required', lure, ''].filter(isResultType)).toEqual(['task', 'input_required'])
  expect(['https://x.test/a?b#c', '#/$defs/a', lure, 'a b', ''].filter(isReference)).toEqual(['https://x.test/a?b#c', '#/$defs/a'])
  expect(['text/html; charset=utf-8', `text/html${lure}`, 'a b/c', '', undefined].map(readMediaType)).toEqual([
    'text/html',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('names the versions that Parley speaks first, and counts the rest and what is no version', () => {
  const strange = Array.from({ length: 30 }, (_, month) => `20${30 + month}-01-01`)
  const theirs = [...strange, lure, { toString: 5, valueOf: 5 }, '2025-11-25', '2025-11-25']
  expect(namedVersions(theirs)).toEqual([
    '2025-11-25',
    ...strange.slice(0, 7),
    { id: 'errors.session.moreNames', params: { count: 23 } },
    { id: 'errors.session.notVersions', params: { count: 2 } },
  ])
  expect(namedCapabilities([`sampling${lure}`, 'roots'])).toEqual(['roots', { id: 'errors.session.notCapabilities', params: { count: 1 } }])
})
