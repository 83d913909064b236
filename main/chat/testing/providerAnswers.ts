/** The bodies of streamed answers as the providers send them. */

type Event = Readonly<Record<string, unknown>>

const sse = (events: readonly Event[]): string => events.map((event) => `${nameOf(event)}data: ${JSON.stringify(event)}\n\n`).join('')
const nameOf = ({ type }: Event): string => (typeof type === 'string' ? `event: ${type}\n` : '')

const MESSAGE = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 1 },
}

/**
 * An answer of Anthropic.
 * @param blocks Each with its beginning, and what comes of it in pieces.
 * @param stopReason Absent where the connection ends before the answer does.
 */
export function anthropicAnswer(blocks: readonly (readonly [begins: Event, ...pieces: Event[]])[], stopReason?: string): string {
  const sent = blocks.flatMap(([begins, ...pieces], index): Event[] => [
    { type: 'content_block_start', index, content_block: begins },
    ...pieces.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ])
  const end: Event[] = [
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]
  return sse([{ type: 'message_start', message: MESSAGE }, ...sent, ...(stopReason === undefined ? [] : end)])
}

export const anthropicText = (text: string) =>
  [
    { type: 'text', text: '' },
    { type: 'text_delta', text },
  ] as const

export const anthropicCall = (name: string, input = '{}') =>
  [
    { type: 'tool_use', id: 'toolu_1', name, input: {} },
    { type: 'input_json_delta', partial_json: input },
  ] as const

export const anthropicThought = (thinking: string, signature: string) =>
  [
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  ] as const

/** An answer of Google, in one piece for each list of parts. The last one has the reason, if there is one. */
export function googleAnswer(pieces: readonly (readonly Event[])[], finishReason?: string): string {
  const last = pieces.length - 1
  return sse(
    pieces.map((parts, index) => ({
      candidates: [{ content: { role: 'model', parts }, ...(index === last && finishReason !== undefined && { finishReason }) }],
    })),
  )
}

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }

/** An answer of an endpoint that speaks like OpenAI's older interface. */
export function compatibleAnswer(deltas: readonly Event[], finishReason?: string): string {
  const chunks = deltas.map((delta) => ({ ...CHUNK, choices: [{ index: 0, delta, finish_reason: null }] }))
  const end = { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }
  return sse([...chunks, ...(finishReason === undefined ? [] : [end])])
}

const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', output: [] }

/**
 * An answer of OpenAI: a thought that only OpenAI can read, a text, and a call.
 * @param ends How the answer ends. Absent where the connection ends before it does.
 */
export function openaiAnswer(
  answer: { readonly encrypted?: string; readonly text: string; readonly calls?: string },
  ends?: Event,
): string {
  const { encrypted, text, calls } = answer
  const thought = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: encrypted }
  const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: calls, arguments: '{}', status: 'completed' }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] }
  return sse([
    { type: 'response.created', response: { ...RESPONSE, status: 'in_progress' } },
    ...(encrypted === undefined
      ? []
      : [
          { type: 'response.output_item.added', output_index: 0, item: { ...thought, encrypted_content: null } },
          { type: 'response.output_item.done', output_index: 0, item: thought },
        ]),
    { type: 'response.output_item.added', output_index: 1, item: { ...message, status: 'in_progress' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: text },
    ...(ends || calls !== undefined
      ? [{ type: 'response.output_item.done', output_index: 1, item: { ...message, status: 'completed' } }]
      : []),
    ...(calls === undefined
      ? []
      : [
          { type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '', status: 'in_progress' } },
          { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta: '{}' },
          { type: 'response.output_item.done', output_index: 2, item: call },
        ]),
    ...(ends ? [ends] : []),
  ])
}

/** How an answer of OpenAI ends well. */
export const openaiCompleted: Event = {
  type: 'response.completed',
  response: {
    ...RESPONSE,
    status: 'completed',
    usage: {
      input_tokens: 5,
      output_tokens: 4,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  },
}
