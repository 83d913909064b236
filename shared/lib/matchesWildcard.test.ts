import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesWildcard } from './matchesWildcard'

it('means the same as a pattern of which the star is anything', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (wanted, found) => {
      const regex = new RegExp(
        `^${wanted
          .split('*')
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.*')}$`,
      )
      expect(matchesWildcard(wanted, found)).toBe(regex.test(found))
    }),
    { numRuns: 2000 },
  )
})

it('is quick with many stars', () => {
  expect(matchesWildcard(`${'*a'.repeat(2000)}b`, 'a'.repeat(100_000))).toBe(false)
})
