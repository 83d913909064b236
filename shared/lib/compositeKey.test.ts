import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compositeKey } from './compositeKey'

// Two servers whose names and tools join to the same text would share one row of a list, and a click on one would choose the other.
it('gives different lists of texts different keys', () => {
  const parts = fc.array(fc.oneof(fc.constantFrom('a', 'a b', 'b', ' ', '"', ','), fc.string({ unit: 'binary' })), { maxLength: 4 })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const same = one.length === other.length && one.every((part, index) => part === other[index])
      return same === (compositeKey(...one) === compositeKey(...other))
    }),
  )
  expect(compositeKey('my files', 'read')).not.toBe(compositeKey('my', 'files read'))
})
