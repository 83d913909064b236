import { expect, it } from 'vitest'
import { normalizeMembers, normalizeParams, normalizeResult } from './normalizeMessage'

it('takes null for absent, but where it says something', () => {
  const result = { nextCursor: null, structuredContent: null, ttl: null, ttlMs: null, content: [{ annotations: null }] }
  expect(normalizeMembers(result)).toEqual({ structuredContent: null, ttl: null, ttlMs: null, content: [{ annotations: null }] })
  expect(normalizeParams('notifications/message', { level: 'info', logger: null, data: null })).toEqual({ level: 'info', data: null })
})

it('leaves alone what a server may fill as it likes: schemas of tools, structured content, its own _meta', () => {
  const schema = { type: 'object', properties: { a: { enum: ['x', null], default: null } } }
  const result = { tools: [{ name: 'a', inputSchema: schema, title: null }], _meta: { own: null, progressToken: {} } }
  expect(normalizeResult('tools/list', normalizeMembers(result))).toEqual({
    tools: [{ name: 'a', inputSchema: schema }],
    _meta: { own: null },
  })
  const plain = { content: [], structuredContent: { a: null }, _meta: { own: null } }
  expect(normalizeMembers(plain)).toBe(plain)
})

it('takes null for absent in the questions of a server, in both eras', () => {
  const params = {
    messages: [],
    systemPrompt: null,
    modelPreferences: { hints: [{ name: null }], costPriority: null },
    tools: [{ name: 'a', description: null }],
    toolChoice: { mode: null },
    _meta: null,
  }
  const seen = { messages: [], modelPreferences: { hints: [{}] }, tools: [{ name: 'a' }], toolChoice: {} }
  const asked = { resultType: 'input_required', inputRequests: { q: { method: 'sampling/createMessage', params } } }
  expect(normalizeParams('sampling/createMessage', params)).toEqual(seen)
  expect(normalizeResult('tools/call', asked)).toEqual({
    resultType: 'input_required',
    inputRequests: { q: { method: 'sampling/createMessage', params: seen } },
  })
})

it('never takes a member of the table for a method that has its name', () => {
  expect([normalizeResult('constructor', {}), normalizeParams('__proto__', {})]).toEqual([{}, {}])
})
