import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { freezeArguments } from './freezeArguments'

it('F19: is what JSON carries: of two keys the last, no minus before zero, every odd character and name kept', () => {
  const text = String.raw`{"a":1,"a":2,"zero":-0,"half":"\ud800","__proto__":{"admin":true},"constructor":{"__proto__":[1]}}`
  const copy = freezeArguments(JSON.parse(text))
  expect(JSON.stringify(copy)).toBe(String.raw`{"a":2,"zero":0,"half":"\ud800","__proto__":{"admin":true},"constructor":{"__proto__":[1]}}`)
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect(JSON.stringify(JsonObject.parse(copy))).toBe(JSON.stringify(copy))
})

it('F19: refuses a number that JSON cannot carry, however deep', () => {
  for (const text of ['{"n":1e400}', '{"a":[{"b":-1e999}]}']) {
    expect(() => freezeArguments(JSON.parse(text))).toThrow('approvals.numberTooLarge')
  }
})

it('F19: is frozen all the way down, and a copy of nothing but itself', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      const args: JsonObject = JSON.parse(JSON.stringify(given))
      const copy = freezeArguments(args)
      const frozen = (value: unknown): boolean =>
        typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen))
      expect(JSON.stringify(copy)).toBe(JSON.stringify(args))
      expect(frozen(copy)).toBe(true)
      expect(Object.isFrozen(args)).toBe(false)
    }),
  )
})
