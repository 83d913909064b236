import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { JsonObject } from '../../shared/lib/json'
import { parseTool } from './parseTool'

function hashOf(raw: JsonObject): string {
  const parsed = parseTool(raw, defaultLimits, false)
  if (!parsed.ok) throw new Error(parsed.reason.id)
  return parsed.tool.hash
}

const inputSchema = { type: 'object', properties: { to: { type: 'string', title: 'To' }, cc: {} }, required: ['to'] }
const raw = { name: 'send', title: 'Send', description: 'Sends.', inputSchema, annotations: { readOnlyHint: false, title: 'S' } }

it('F03: takes another order of keys, or other white space in the JSON, for the same definition', () => {
  const turned = {
    annotations: { title: 'S', readOnlyHint: false },
    inputSchema: { required: ['to'], properties: { cc: {}, to: { title: 'To', type: 'string' } }, type: 'object' },
    description: 'Sends.',
    title: 'Send',
    name: 'send',
  }
  expect(hashOf(turned)).toBe(hashOf(raw))
  expect(hashOf(JSON.parse(JSON.stringify(raw, null, 4)) as JsonObject)).toBe(hashOf(raw))
})

it.each([
  ['title', { title: 'Send!' }],
  ['description', { description: 'Sends. ' }],
  ['input schema', { inputSchema: { ...inputSchema, required: [] } }],
  ['output schema', { outputSchema: {} }],
  ['claims', { annotations: { readOnlyHint: true } }],
])('F03: takes another %s for another definition', (_what, more) => {
  expect(hashOf({ ...raw, ...more })).not.toBe(hashOf(raw))
})

it.each<[JsonObject, boolean]>([
  [{ _meta: { ui: { visibility: ['app'] } } }, true],
  [{ meta: { ui: { visibility: ['app'] } } }, true],
  [{ _meta: { ui: { visibility: ['model', 'app'] } } }, false],
  [{ _meta: { ui: { visibility: [] } } }, false],
  [{ _meta: { ui: { visibility: 'app' } } }, false],
  [{}, false],
])('knows a tool that its server made for its own interface: %j', (more, isAppOnly) => {
  const parsed = parseTool({ ...raw, ...more }, defaultLimits, false)
  expect([parsed.ok && parsed.tool.appOnly === true, parsed.ok && parsed.tool.hash === hashOf(raw)]).toEqual([isAppOnly, !isAppOnly])
})
