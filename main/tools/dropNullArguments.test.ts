import { expect, it } from 'vitest'
import { dropNullArguments } from './dropNullArguments'

const schema = {
  type: 'object',
  properties: {
    must: { type: 'string' },
    may: { type: 'boolean' },
    inner: { type: 'object', properties: { may: { type: 'string' } } },
  },
  required: ['must'],
}

it('leaves out what is optional and null, also inside', () => {
  expect(dropNullArguments(schema, { must: 'x', may: null, inner: { may: null, other: 1 } })).toEqual({ must: 'x', inner: { other: 1 } })
})

it('keeps a null that is required, and one that the tool says nothing about', () => {
  expect(dropNullArguments(schema, { must: null, constructor: null })).toEqual({ must: null, constructor: null })
})
