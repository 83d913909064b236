import { expect, it } from 'vitest'
import type { PinnedTool } from '../../../../shared/domain/definitionChange'
import type { JsonObject } from '../../../../shared/lib/json'
import { inputSchemaChanges } from './inputSchemaChanges'

const required = (type: string) => ({ id: 'definitions.type.required', params: { type } })
const optional = (type: string | { readonly id: string }) => ({ id: 'definitions.type.optional', params: { type } })
const tool = (inputSchema: JsonObject): PinnedTool => ({ what: 'tool', name: 'send', hash: '', inputSchema })

it('tells which arguments are new, gone, changed and as before', () => {
  const changes = inputSchemaChanges(
    tool({ type: 'object', properties: { to: { type: 'string' }, cc: { type: 'string' }, old: {} }, required: ['to'] }),
    tool({
      type: 'object',
      properties: { cc: { type: 'string' }, to: { type: 'string', format: 'email' }, bcc: { type: ['string', 'null'] } },
      required: ['to', 'cc'],
    }),
  )
  expect(changes).toEqual({
    added: [{ name: 'bcc', type: optional('string or null'), same: false, after: '' }],
    removed: [{ name: 'old', type: optional({ id: 'definitions.type.anything' }), same: false, before: '' }],
    changed: [
      { name: 'to', type: required('string'), same: false, before: '', after: '{\n  "format": "email"\n}' },
      {
        name: 'cc',
        type: { id: 'definitions.type.was', params: { type: required('string'), was: optional('string') } },
        same: false,
        before: '',
        after: '',
      },
    ],
    unchanged: [],
  })
})

it('shows what a schema says beside its arguments, and takes the order of keys for no difference', () => {
  const before = tool({ type: 'object', properties: { a: { type: 'string', title: 'A' } }, additionalProperties: true })
  const turned = tool({ additionalProperties: true, properties: { a: { title: 'A', type: 'string' } }, type: 'object' })
  expect(inputSchemaChanges(before, turned)).toEqual({ added: [], removed: [], changed: [], unchanged: ['a'] })
  expect(inputSchemaChanges(before, tool({ ...before.inputSchema, additionalProperties: false })).rest).toEqual({
    before: '{\n  "additionalProperties": true,\n  "type": "object"\n}',
    after: '{\n  "additionalProperties": false,\n  "type": "object"\n}',
  })
})
