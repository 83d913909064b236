import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import { conventions, type SpanFacts } from '../semanticConventions'
import { KEPT, SpanDescriptions } from './spanDescriptions'

const call = {
  serverId: ServerId.parse('weather'),
  serverAlias: 'a1',
  method: 'tools/call',
  protocol: '2025-11-25',
  transport: 'stdio',
  params: { name: 'forecast' },
} as const satisfies SpanFacts['request']

// Catches: an attribute that is added to the conventions and not to what they follow from, so that a call has that of another one.
it.each<[string, Partial<SpanFacts['request']>]>([
  ['another tool', { params: { name: 'history' } }],
  ['a prompt', { method: 'prompts/get' }],
  ['another server', { serverAlias: 'b2' }],
  ['another version', { protocol: '2026-07-28' }],
  ['another transport', { transport: 'http' }],
])('a request is described as the conventions say, after one that is like it but for %s', (_what, change) => {
  const descriptions = new SpanDescriptions()
  const other = { ...call, ...change }
  const first = descriptions.of(conventions.request, call)
  expect(descriptions.of(conventions.request, other)).toMatchObject({
    name: conventions.request.name(other),
    attributes: conventions.request.begin(other),
  })
  expect(descriptions.of(conventions.request, { ...call, params: { name: 'forecast', arguments: { city: 'Bern' } } })).toBe(first)
})

it('a server that names ever new tools, or one with an endless name, does not fill the memory', () => {
  const descriptions = new SpanDescriptions()
  const named = (name: string) => descriptions.of(conventions.request, { ...call, params: { name } })
  const first = named('tool')
  expect(named('tool')).toBe(first)
  for (let index = 0; index < KEPT; index++) named(`tool ${index}`)
  expect(named('tool')).not.toBe(first)
  expect(named('x'.repeat(1_000))).not.toBe(named('x'.repeat(1_000)))
})
