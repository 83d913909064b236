import type { ReceivedSpan } from './otlpReceiver'

/**
 * The attributes that the conventions for generative AI and MCP give to spans, as far as Parley uses them, with their types
 * (`docs/gen-ai/{mcp,gen-ai-spans,gen-ai-agent-spans}.md`). Written down apart from `semanticConventions.ts`: a name that changes there must
 * change here too. The content of a call and of messages is a text of JSON, which spans may have instead of objects.
 */
const ofTheConventions = {
  'error.type': 'string',
  'gen_ai.agent.name': 'string',
  'gen_ai.conversation.id': 'string',
  'gen_ai.input.messages': 'string',
  'gen_ai.operation.name': 'string',
  'gen_ai.output.messages': 'string',
  'gen_ai.prompt.name': 'string',
  'gen_ai.provider.name': 'string',
  'gen_ai.request.max_tokens': 'number',
  'gen_ai.request.model': 'string',
  'gen_ai.request.stream': 'boolean',
  'gen_ai.request.temperature': 'number',
  'gen_ai.response.finish_reasons': 'string[]',
  'gen_ai.response.id': 'string',
  'gen_ai.response.model': 'string',
  'gen_ai.tool.call.arguments': 'string',
  'gen_ai.tool.call.id': 'string',
  'gen_ai.tool.call.result': 'string',
  'gen_ai.tool.name': 'string',
  'gen_ai.tool.type': 'string',
  'gen_ai.usage.cache_read.input_tokens': 'number',
  'gen_ai.usage.input_tokens': 'number',
  'gen_ai.usage.output_tokens': 'number',
  'jsonrpc.request.id': 'string',
  'mcp.method.name': 'string',
  'mcp.protocol.version': 'string',
  'network.protocol.name': 'string',
  'network.transport': 'string',
  'rpc.response.status_code': 'string',
}
/** What the conventions have no name for. */
const ofParley = { 'parley.server.id': 'string', 'parley.server.name': 'string' }
const types = new Map(Object.entries({ ...ofTheConventions, ...ofParley }))

/** Pure: the attributes of these spans that the conventions do not know, or of which they say another type, as `name: type`. */
export function offConventions(spans: readonly ReceivedSpan[]): readonly string[] {
  const received = spans.flatMap(({ attributes }) => Object.entries(attributes).map(([name, value]) => [name, typeOf(value)] as const))
  return [...new Set(received.filter(([name, type]) => types.get(name) !== type).map(([name, type]) => `${name}: ${type}`))]
}

function typeOf(value: ReceivedSpan['attributes'][string]): string {
  return Array.isArray(value) ? 'string[]' : typeof value
}
