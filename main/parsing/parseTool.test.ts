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

interface Seen {
  readonly appOnly: boolean
  readonly modelOnly: boolean
}

// Catches: a tool that an app of OpenAI keeps for itself stands in the list of the model, and one that it keeps from its interface is called by that.
it.each<[string, JsonObject, Seen]>([
  ['private', { 'openai/visibility': 'private' }, { appOnly: true, modelOnly: false }],
  ['private, for the app', { 'openai/visibility': 'private', 'openai/widgetAccessible': true }, { appOnly: true, modelOnly: false }],
  ['private, not for the app', { 'openai/visibility': 'private', 'openai/widgetAccessible': false }, { appOnly: true, modelOnly: true }],
  ['public', { 'openai/visibility': 'public' }, { appOnly: false, modelOnly: false }],
  ['for the app', { 'openai/widgetAccessible': true }, { appOnly: false, modelOnly: false }],
  ['not for the app', { 'openai/widgetAccessible': false }, { appOnly: false, modelOnly: true }],
  [
    'the standard says something else',
    { ui: { visibility: ['model'] }, 'openai/visibility': 'private' },
    { appOnly: false, modelOnly: true },
  ],
  ['the standard is not understood', { ui: { visibility: 'app' }, 'openai/visibility': 'private' }, { appOnly: false, modelOnly: false }],
  ['another word', { 'openai/visibility': 'Private' }, { appOnly: false, modelOnly: false }],
  ['no word', { 'openai/visibility': ['private'] }, { appOnly: false, modelOnly: false }],
  ['half of it', { 'openai/visibility': 'private', 'openai/widgetAccessible': 'true' }, { appOnly: false, modelOnly: false }],
  ['the other half', { 'openai/visibility': 'internal', 'openai/widgetAccessible': false }, { appOnly: false, modelOnly: false }],
])('AP-13: reads whom a tool is for as OpenAI writes it, and nothing of what is not understood whole: %s', (_what, meta, seen) => {
  const parsed = parseTool({ ...raw, _meta: meta }, defaultLimits, false)
  expect(parsed.ok && { appOnly: parsed.tool.appOnly === true, modelOnly: parsed.tool.modelOnly === true }).toEqual(seen)
})

// Catches: a tool that its server kept for its interface comes to the model without a question about what has changed.
it('F03: takes a tool that OpenAI calls private for another one than the public one', () => {
  expect(hashOf({ ...raw, _meta: { 'openai/visibility': 'private' } })).not.toBe(hashOf(raw))
  expect(hashOf({ ...raw, _meta: { 'openai/visibility': 'private' } })).toBe(hashOf({ ...raw, _meta: { ui: { visibility: ['app'] } } }))
})
