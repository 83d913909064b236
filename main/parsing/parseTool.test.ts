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

it.each<[JsonObject, string | undefined]>([
  [{ _meta: { ui: { resourceUri: 'ui://a/b' }, 'ui/resourceUri': 'ui://c' } }, 'ui://a/b'],
  [{ _meta: { 'ui/resourceUri': 'ui://c' } }, 'ui://c'],
  [{ _meta: { 'openai/outputTemplate': 'ui://d' } }, 'ui://d'],
  [{ meta: { ui: { resourceUri: 'ui://e' } } }, 'ui://e'],
  [{ _meta: { ui: { resourceUri: 'https://evil.example/' } } }, undefined],
  [{ _meta: { ui: { resourceUri: ['ui://f'] } } }, undefined],
  [{ _meta: { ui: { resourceUri: `ui://${'g'.repeat(3_000)}` } } }, undefined],
  [{ _meta: 'ui://h' }, undefined],
])('AP-02: finds the interface of a tool in the spellings that servers use, and it is no other tool for that: %j', (more, uri) => {
  const parsed = parseTool({ ...raw, ...more }, defaultLimits, false)
  expect([parsed.ok && parsed.tool.ui?.resourceUri, parsed.ok && parsed.tool.hash === hashOf(raw)]).toEqual([uri, true])
})

it('AP-13: knows a tool that its server keeps from its interface', () => {
  const isModelOnly = (visibility: readonly string[]): boolean | undefined => {
    const parsed = parseTool({ ...raw, _meta: { ui: { visibility } } }, defaultLimits, false)
    return parsed.ok ? parsed.tool.modelOnly === true : undefined
  }
  expect([isModelOnly(['model']), isModelOnly([]), isModelOnly(['app']), isModelOnly(['model', 'app'])]).toEqual([true, true, false, false])
})
