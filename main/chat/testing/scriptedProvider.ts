import type { ServerResponse } from 'node:http'
import { json, webServer, type WebServer } from '../../net/testing/webServer'
import { isRecord } from '../../../shared/lib/json'
import { openModel, type OpenModel } from '../../models/openModel'
import type { Deferral } from '../../models/deferral'
import type { ScriptedCall } from './scriptedModel'

/** One answer: a call, or a text. */
export type ProviderAnswer = ScriptedCall | string

/** What of a request to either provider tests look at. */
export interface ProviderRequest {
  readonly model: string
  readonly tools: readonly { readonly name: string; readonly defer_loading?: boolean; readonly cache_control?: unknown }[]
  readonly system?: unknown
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
  readonly instructions?: unknown
  readonly input?: readonly { readonly type?: string; readonly output?: unknown; readonly tools?: readonly unknown[] }[]
  readonly cache_control?: unknown
}

/** An endpoint on this computer that speaks as Anthropic or OpenAI itself does, and gives the answers that a test wrote. */
export class ScriptedProvider implements AsyncDisposable {
  readonly #kind: 'anthropic' | 'openai'
  readonly #answers: ProviderAnswer[]
  #server: WebServer | undefined
  /** Refuses, by its name, what a body has so. */
  refuses: string | undefined

  private constructor(kind: 'anthropic' | 'openai', answers: readonly ProviderAnswer[]) {
    this.#kind = kind
    this.#answers = [...answers]
  }

  static async start(kind: 'anthropic' | 'openai', ...answers: readonly ProviderAnswer[]): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider(kind, answers)
    provider.#server = await webServer(({ body }, response) => provider.#answer(body, response))
    return provider
  }

  #answer(body: string, response: ServerResponse): void {
    const refused = this.refuses !== undefined && body.includes(this.refuses) ? `Invalid value: '${this.refuses}'.` : undefined
    const message = refused ?? (this.#kind === 'anthropic' ? refusalOf(JSON.parse(body)) : undefined)
    if (message !== undefined) return json(response, { type: 'error', error: { type: 'invalid_request_error', message } }, 400)
    const answer = this.#answers.shift() ?? 'Nothing is left to say.'
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = this.#kind === 'anthropic' ? ofAnthropic(answer) : ofOpenAi(answer)
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  }

  /** The bodies that were sent, the first one first. */
  get requests(): readonly ProviderRequest[] {
    return (this.#server?.asked ?? []).map(({ body }) => JSON.parse(body))
  }

  /** A model here. It takes tools as one at the provider's own address would. */
  open(name: string, deferral?: Deferral): OpenModel {
    const endpoint = { kind: this.#kind, baseUrl: `http://127.0.0.1:${this.#server?.port}/v1`, key: 'a-key' }
    return { ...openModel(endpoint, name), ...(deferral && { deferral }) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
  }
}

/** The names to which the results in a request refer. */
export function referencesIn({ messages = [] }: ProviderRequest): readonly string[] {
  return resultsIn(messages).flatMap((blocks) => blocks.flatMap(({ tool_name: name }) => (typeof name === 'string' ? [name] : [])))
}

/**
 * What Anthropic refuses. Source: "Tool search tool", "HTTP errors" and "Prompt caching" (platform.claude.com); of mixed results see
 * decision 097.
 */
function refusalOf(request: ProviderRequest): string | undefined {
  const { tools, messages = [] } = request
  const names = new Set(tools.map(({ name }) => name))
  const unknown = referencesIn(request).find((name) => !names.has(name))
  if (unknown !== undefined) return `Tool reference '${unknown}' not found in available tools`
  if (tools.length > 0 && tools.every((tool) => tool.defer_loading)) return 'At least one tool must have defer_loading=false.'
  if (tools.some((tool) => tool.defer_loading && tool.cache_control)) return 'A tool cannot have both defer_loading and cache_control set.'
  if (names.size < tools.length) return 'tools: Tool names must be unique.'
  const mixed = resultsIn(messages).some((blocks) => new Set(blocks.map(({ type }) => type === 'tool_reference')).size > 1)
  return mixed ? 'tool_reference blocks cannot be mixed with other content' : undefined
}

type Block = Readonly<Record<string, unknown>>

function resultsIn(messages: NonNullable<ProviderRequest['messages']>): readonly (readonly Block[])[] {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(isRecord)
  return blocks.flatMap(({ type, content }) => (type === 'tool_result' && Array.isArray(content) ? [content.filter(isRecord)] : []))
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

function ofAnthropic(answer: ProviderAnswer): readonly Event[] {
  const isText = typeof answer === 'string'
  const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: answer.id, name: answer.name, input: {} }
  const delta = isText ? { type: 'text_delta', text: answer } : { type: 'input_json_delta', partial_json: answer.arguments }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

function ofOpenAi(answer: ProviderAnswer): readonly Event[] {
  const isText = typeof answer === 'string'
  const item = isText
    ? { type: 'message', id: 'msg_1', role: 'assistant', content: [] }
    : {
        type: 'function_call',
        id: `fc_${answer.id}`,
        call_id: answer.id,
        name: answer.name,
        arguments: answer.arguments,
        status: 'completed',
      }
  return [
    { type: 'response.created', response: { id: 'r', created_at: 0, model: 'gpt' } },
    { type: 'response.output_item.added', output_index: 0, item: isText ? item : { ...item, arguments: '' } },
    ...(isText ? [{ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: answer }] : []),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { usage: { input_tokens: 1, output_tokens: 1 } } },
  ]
}
