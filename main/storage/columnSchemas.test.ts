import { expect, it } from 'vitest'
import * as z from 'zod'
import { json, ownObject, ownText } from './columnSchemas'

it('reads JSON that fits its schema, and takes neither another shape nor what is no JSON', () => {
  const column = json(z.array(z.string()))
  expect(column.parse('["a","b"]')).toEqual(['a', 'b'])
  for (const damaged of ['[1]', '["a"', '', 1, null]) expect(column.safeParse(damaged).success, String(damaged)).toBe(false)
})

it('looks of what Parley wrote itself only at whether it is an object or a text at all', () => {
  const value = { __proto__: null, any: 1 }
  expect(json(ownObject()).parse(JSON.stringify(value))).toEqual({ any: 1 })
  for (const damaged of ['null', '[]', '"text"']) expect(json(ownObject()).safeParse(damaged).success, damaged).toBe(false)
  expect([ownText().safeParse('').success, ownText().safeParse(1).success]).toEqual([true, false])
})
