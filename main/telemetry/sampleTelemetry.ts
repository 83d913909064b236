import { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { TelemetrySampleRow } from '../../shared/domain/telemetry/telemetry'
import { conventions, events, requestId, type Attributes, type SpanEnds, type SpanFacts, type SpanKind } from './semanticConventions'

const conversationId = ConversationId.parse('5f0c6f0e-7a53-4f8e-9d0b-0c3f5a1e2b7d')
const callId = CallId.parse('9b1d8c52-3d0f-4a67-8a5e-6f2c1b7e4d30')
const server = { serverId: ServerId.parse('weather'), serverAlias: '3f9a0c1de27b5846' }
const city = { city: 'Bern' }
const result = '[{"type":"text","text":"12 °C"}]'
const asked = '[{"role":"user","parts":[{"type":"text","content":"What is the weather in Bern?"}]}]'
const answer = '[{"role":"assistant","parts":[{"type":"tool_call","name":"get-weather","arguments":{"city":"Bern"}}]}]'

/**
 * Pure: what would be sent of one turn in which a model calls one tool: the spans, a measurement and the
 * record of a decision by name, with their attributes. `content`: also the
 * attributes that carry what was said. Made from the same table as what is sent.
 */
export function sampleTelemetry(content: boolean): readonly TelemetrySampleRow[] {
  const args = (): string => JSON.stringify(city)
  const request: SpanFacts['request'] = {
    ...server,
    method: 'tools/call',
    callId,
    protocol: '2026-07-28',
    transport: 'stdio',
    params: { name: 'get-weather', arguments: city },
  }
  return [
    row('turn', { facts: { conversationId, model: 'example-model' }, end: {}, content }),
    row('chat', {
      facts: { conversationId, provider: 'openai', model: 'example-model', input: () => asked },
      end: { finishReason: 'tool-calls', inputTokens: 312, outputTokens: 48, output: () => answer },
      content,
    }),
    // A call has one span: what MCP knows of the request is added to it.
    row('tool', {
      facts: { ...server, conversationId, callId, tool: 'get-weather', arguments: args },
      end: { result: () => result },
      content,
      more: { ...conventions.request.begin(request), [requestId]: '4' },
    }),
    measurement(request),
    {
      signal: 'logs',
      name: events.decision.name,
      attributes: shown(
        events.decision.attributes({ ...server, tool: 'get-weather', verdict: 'allow', by: 'person', startedBy: 'model', edited: false }),
      ),
    },
  ]
}

function measurement(request: SpanFacts['request']): TelemetrySampleRow {
  const { begin, duration } = conventions.request
  const measured = Object.entries(begin(request)).filter(([name]) => duration?.attributes.includes(name))
  return { signal: 'metrics', name: duration?.name ?? '', attributes: shown({ ...Object.fromEntries(measured), value: '0.21 s' }) }
}

function shown(attributes: Attributes): TelemetrySampleRow['attributes'] {
  return Object.entries(attributes).map(([name, value]) => [name, String(value)] as const)
}

interface Sampled<K extends SpanKind> {
  readonly facts: SpanFacts[K]
  readonly end: SpanEnds[K]
  readonly content: boolean
  readonly more?: Attributes
}

function row<K extends SpanKind>(kind: K, { facts, end, content, more }: Sampled<K>): TelemetrySampleRow {
  const convention = conventions[kind]
  const said = content ? { ...convention.beginContent?.(facts), ...convention.endContent?.(end) } : {}
  const all = { ...convention.begin(facts), ...more, ...convention.end(end), ...said }
  return { signal: 'traces', name: convention.name(facts), attributes: shown(all) }
}
