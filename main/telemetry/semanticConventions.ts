import type { Why } from '../../shared/domain/chat'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import { contentForTelemetry } from './contentForTelemetry'
import { histogramBuckets } from './histogramBuckets'

/**
 * Names and values as the OpenTelemetry conventions for generative AI and MCP give them: repository `semantic-conventions-genai`,
 * `docs/gen-ai/{mcp,gen-ai-spans,gen-ai-agent-spans,gen-ai-metrics}.md`, status Development, as of 2026-10. What they do not name is under `parley.`.
 * Everything that leaves Parley as telemetry is named here.
 */
export type AttributeValue = string | number | boolean | string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

/** Which server it is about. The host adds the alias (`serverAliases.ts`): the person's own name of a server goes out only with content. */
interface OfServer {
  readonly serverId: ServerId
  readonly serverAlias?: string
}

/** What is known when a span begins. Functions are asked only where content is recorded. */
export interface SpanFacts {
  readonly turn: { readonly conversationId: ConversationId; readonly model?: string }
  readonly chat: {
    /** Absent where a server asked: its requests see no conversation, and belong to none. */
    readonly conversationId?: ConversationId
    /** The kind of the endpoint: "openai". */
    readonly provider: string
    readonly model: string
    /** A server asked for the answer, perhaps in a call. */
    readonly sampling?: { readonly callId?: CallId; readonly maxTokens: number; readonly temperature?: number }
    readonly input: () => string
  }
  readonly tool: Partial<OfServer> & {
    readonly conversationId: ConversationId
    readonly callId: CallId
    readonly tool: string
    readonly arguments: () => string
  }
  readonly request: OfServer & {
    readonly method: string
    /** It begins a connection. */
    readonly greets?: true
    readonly callId?: CallId
    readonly protocol?: string
    readonly transport?: 'stdio' | 'http' | 'sse'
    readonly params?: Readonly<Record<string, unknown>>
  }
}
export type SpanKind = keyof SpanFacts

/** What is known when a span ends. `error`: a code of few values, such as TIMED_OUT or -32602. */
export interface SpanEnds {
  readonly turn: { readonly error?: string }
  readonly chat: {
    readonly error?: string
    readonly responseModel?: string
    readonly responseId?: string
    readonly finishReason?: string
    readonly inputTokens?: number | undefined
    readonly outputTokens?: number | undefined
    readonly cacheReadTokens?: number | undefined
    readonly output?: () => string
  }
  readonly tool: { readonly error?: string; readonly result?: () => string }
  readonly request: { readonly error?: string; readonly statusCode?: number; readonly result?: () => string }
}

export interface QuestionFacts {
  readonly kind: 'elicitation' | 'page' | 'sampling' | 'roots' | 'signIn'
}

export interface DecisionFacts extends OfServer {
  readonly tool: string
  readonly verdict: 'allow' | 'deny' | 'withdrawn'
  /** Who or what decided. */
  readonly by: Why['by']
  readonly startedBy: 'model' | 'person'
  readonly edited: boolean
}

export interface Convention<K extends SpanKind> {
  readonly kind: 'internal' | 'client'
  readonly name: (facts: SpanFacts[K]) => string
  readonly begin: (facts: SpanFacts[K]) => Attributes
  /** All that `name` and `begin` follow from, where many spans have the same: what is made of that is kept. */
  readonly followsFrom?: (facts: SpanFacts[K]) => readonly (string | undefined)[]
  /** Only where a person or an admin agreed to send content. */
  readonly beginContent?: (facts: SpanFacts[K]) => Attributes
  readonly end: (how: SpanEnds[K]) => Attributes
  readonly endContent?: (how: SpanEnds[K]) => Attributes
  /** The histogram of how long it took, in seconds, and which of the attributes it has. */
  readonly duration?: { readonly name: string; readonly buckets: readonly number[]; readonly attributes: readonly string[] }
}

/** Two servers may have tools of the same name, and the conventions know only the address of a remote server. */
const SERVER = 'parley.server.id'
const AGENT = 'Parley'
/** The name of the instrumentation scope. */
export const scopeName = 'parley'
/**
 * The versions of the conventions that the names follow: those of generative AI and MCP (`model/manifest.yaml` of the repository above), and
 * the core that they build on, of which the resource's names are.
 */
export const schemaUrls = {
  scope: 'https://opentelemetry.io/schemas/gen-ai-dev/1.42.0-dev',
  resource: 'https://opentelemetry.io/schemas/1.44.0',
} as const

/** Pure: a model's name without the folders before it. Some servers of this computer name a model by its file, and so a person's home. */
function shownModel(name: string): string {
  return /^(?:[/~.\\]|[A-Za-z]:)/.test(name) ? (name.split(/[/\\]/).at(-1) ?? '') : name
}

export const conventions: { readonly [K in SpanKind]: Convention<K> } = {
  turn: {
    kind: 'internal',
    name: () => `invoke_agent ${AGENT}`,
    begin: ({ conversationId, model }) => ({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': AGENT,
      'gen_ai.conversation.id': conversationId,
      ...(model !== undefined && { 'gen_ai.request.model': shownModel(model) }),
    }),
    end: failed,
  },
  chat: {
    kind: 'client',
    name: ({ model }) => `chat ${shownModel(model)}`,
    begin: ({ conversationId, provider, model, sampling }) => ({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerNames[provider] ?? provider,
      'gen_ai.request.model': shownModel(model),
      ...(conversationId !== undefined && { 'gen_ai.conversation.id': conversationId }),
      ...(sampling ? askedBySampling(sampling) : { 'gen_ai.request.stream': true }),
    }),
    beginContent: ({ input }) => ({ 'gen_ai.input.messages': input() }),
    end: (how) => ({
      ...failed(how),
      ...(how.responseModel !== undefined && { 'gen_ai.response.model': shownModel(how.responseModel) }),
      ...(how.responseId !== undefined && { 'gen_ai.response.id': how.responseId }),
      ...(how.finishReason !== undefined && { 'gen_ai.response.finish_reasons': [how.finishReason] }),
      ...(how.inputTokens !== undefined && { 'gen_ai.usage.input_tokens': how.inputTokens }),
      ...(how.outputTokens !== undefined && { 'gen_ai.usage.output_tokens': how.outputTokens }),
      ...(how.cacheReadTokens !== undefined && { 'gen_ai.usage.cache_read.input_tokens': how.cacheReadTokens }),
    }),
    endContent: ({ output }) => (output ? { 'gen_ai.output.messages': output() } : {}),
    duration: {
      name: 'gen_ai.client.operation.duration',
      buckets: histogramBuckets.modelSeconds,
      attributes: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model', 'error.type'],
    },
  },
  tool: {
    kind: 'internal',
    name: ({ tool }) => `execute_tool ${tool}`,
    begin: ({ conversationId, callId, tool, serverAlias }) => ({
      ...serverOf(serverAlias),
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'extension',
      'gen_ai.conversation.id': conversationId,
    }),
    beginContent: (facts) => ({ ...namedServer(facts), 'gen_ai.tool.call.arguments': facts.arguments() }),
    end: failed,
    endContent: ({ result }) => (result ? { 'gen_ai.tool.call.result': result() } : {}),
  },
  request: {
    kind: 'client',
    name: (facts) => {
      const target = targetOf(facts)
      return target === undefined ? facts.method : `${facts.method} ${target}`
    },
    begin: ({ method, protocol, transport, params, serverAlias }) => ({
      'mcp.method.name': method,
      ...serverOf(serverAlias),
      ...(method === 'tools/call' && { 'gen_ai.operation.name': 'execute_tool' }),
      ...(method === 'tools/call' && typeof params?.['name'] === 'string' && { 'gen_ai.tool.name': params['name'] }),
      ...(method === 'prompts/get' && typeof params?.['name'] === 'string' && { 'gen_ai.prompt.name': params['name'] }),
      ...(protocol !== undefined && protocol !== '' && { 'mcp.protocol.version': protocol }),
      ...(transport !== undefined && { 'network.transport': transport === 'stdio' ? 'pipe' : 'tcp' }),
      ...(transport !== undefined && transport !== 'stdio' && { 'network.protocol.name': 'http' }),
    }),
    followsFrom: (facts) => [facts.method, facts.serverAlias, targetOf(facts), facts.protocol, facts.transport],
    beginContent: ({ method, params, serverId }) => ({
      ...namedServer({ serverId }),
      ...(method === 'tools/call' &&
        params?.['arguments'] !== undefined && { 'gen_ai.tool.call.arguments': contentForTelemetry(params['arguments']) }),
    }),
    end: (how) => ({ ...failed(how), ...(how.statusCode !== undefined && { 'rpc.response.status_code': String(how.statusCode) }) }),
    endContent: ({ result }) => (result ? { 'gen_ai.tool.call.result': result() } : {}),
    duration: {
      name: 'mcp.client.operation.duration',
      buckets: histogramBuckets.mcpSeconds,
      attributes: [
        'mcp.method.name',
        SERVER,
        'gen_ai.operation.name',
        'gen_ai.tool.name',
        'gen_ai.prompt.name',
        'mcp.protocol.version',
        'network.transport',
        'network.protocol.name',
        'rpc.response.status_code',
        'error.type',
      ],
    },
  },
}

/** The histogram of tokens. */
export const tokenUsage = {
  name: 'gen_ai.client.token.usage',
  unit: '{token}',
  buckets: histogramBuckets.tokens,
  attributes: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model'],
  type: 'gen_ai.token.type',
} as const

/** Events of a span, and the log record of a decision, of which the conventions know nothing. */
export const events = {
  asked: { name: 'parley.question.asked', attributes: ({ kind }: QuestionFacts): Attributes => ({ 'parley.question.kind': kind }) },
  ended: {
    name: 'parley.question.ended',
    attributes: ({ kind }: QuestionFacts, outcome: string): Attributes => ({
      'parley.question.kind': kind,
      'parley.question.outcome': outcome,
    }),
  },
  round: { name: 'parley.round', attributes: (round: number): Attributes => ({ 'parley.round.number': round }) },
  decision: {
    name: 'parley.tool_decision',
    attributes: ({ tool, serverAlias, verdict, by, startedBy, edited }: DecisionFacts): Attributes => ({
      ...serverOf(serverAlias),
      'gen_ai.tool.name': tool,
      'parley.decision.verdict': verdict,
      'parley.decision.source': by,
      'parley.call.started_by': startedBy,
      'parley.decision.arguments_edited': edited,
    }),
  },
} as const

export const requestId = 'jsonrpc.request.id'

function serverOf(alias: string | undefined): Attributes {
  return alias === undefined ? {} : { [SERVER]: alias }
}

function namedServer({ serverId }: Partial<Pick<OfServer, 'serverId'>>): Attributes {
  return serverId === undefined ? {} : { 'parley.server.name': serverId }
}

/**
 * Pure: whether a request only asks whether its server is still there. Parley sends it by itself, once a minute, so that outside of other work it
 * is told only when it fails.
 */
export function isHeartbeat({ method, greets }: Pick<SpanFacts['request'], 'method' | 'greets'>): boolean {
  return greets !== true && (method === 'ping' || method === 'server/discover')
}

/** The well-known values of `gen_ai.provider.name`. */
const providerNames: Readonly<Record<string, string>> = { google: 'gcp.gemini' }

/** The method tells these requests from those of turns. */
function askedBySampling({ maxTokens, temperature }: NonNullable<SpanFacts['chat']['sampling']>): Attributes {
  return {
    'mcp.method.name': 'sampling/createMessage',
    'gen_ai.request.max_tokens': maxTokens,
    ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
  }
}

/** Pure: the low-cardinality target of a request: a tool or a prompt, never an address. */
function targetOf({ method, params }: SpanFacts['request']): string | undefined {
  const name = params?.['name']
  return (method === 'tools/call' || method === 'prompts/get') && typeof name === 'string' ? name : undefined
}

function failed({ error }: { readonly error?: string }): Attributes {
  return error === undefined ? {} : { 'error.type': error }
}
