import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Gate } from './gate.ts'
import type { Reply, ScriptedCall, ScriptedUse } from './reply.ts'

/** The parts of a chat completion request that specs read. */
export interface ModelRequest {
  readonly model: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly { readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown } }[]
  readonly stream: boolean
  readonly max_tokens?: number
  readonly authorization: string | undefined
  /** Resolves when the client disconnects before the answer is complete. */
  readonly abandoned: Promise<void>
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly { readonly type: string; readonly text?: string }[] | null
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[]
  readonly tool_call_id?: string
}

type Script = Reply | ((request: ModelRequest) => Reply)

/**
 * A language model that gives scripted answers, behind an OpenAI-compatible endpoint on loopback. Every request takes the next reply from
 * the queue. A request without a scripted reply gets an error.
 */
export class ScriptedModel {
  readonly requests: ModelRequest[] = []
  readonly #replies: Script[] = []
  readonly #arrivals: { readonly count: number; readonly gate: Gate }[] = []
  readonly #server: Server
  readonly #port: number
  #models: readonly string[] = ['scripted-1']
  #always: Script | undefined
  #key: string | undefined
  #takes: number | undefined
  #calls = 0

  private constructor(server: Server, port: number) {
    this.#server = server
    this.#port = port
  }

  /** Starts on a free port, or on the port of a well-known model server. */
  static async start(port = 0): Promise<ScriptedModel> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The scripted model has no port')
    const model = new ScriptedModel(server, address.port)
    server.on('request', (request, response) => {
      model.#serve(request, response).catch((error: unknown) => sendJson(response, 500, { error: { message: String(error) } }))
    })
    return model
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`
  }

  get port(): number {
    return this.#port
  }

  /** The part of `settings.json` that makes this the default model. */
  get settings(): Readonly<Record<string, unknown>> {
    const provider = { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: this.url, models: this.#models }
    return { models: { default: `local/${this.#models[0]}`, providers: [provider] } }
  }

  offer(models: readonly string[]): void {
    this.#models = models
  }

  /** Refuses every request for its models without this key. */
  wantsKey(key: string): void {
    this.#key = key
  }

  /** Says of itself, as llama.cpp does, that it takes so many tokens. */
  takes(tokens: number): void {
    this.#takes = tokens
  }

  /** Queues the replies to the next requests, in order. */
  will(...replies: readonly Script[]): void {
    this.#replies.push(...replies)
  }

  /** Gives this reply whenever the queue is empty. From then on requests are not kept, since there may be any number of them. */
  always(reply: Script): void {
    this.#always = reply
  }

  /** Returns the request with this number, counted from 1, as soon as it has arrived. */
  async request(count: number): Promise<ModelRequest> {
    if (this.requests.length < count) {
      const gate = new Gate()
      this.#arrivals.push({ count, gate })
      await gate.opened
    }
    const request = this.requests[count - 1]
    if (!request) throw new Error(`No request ${count}`)
    return request
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.url).pathname
    if (path === '/v1/models' && this.#key !== undefined && request.headers.authorization !== `Bearer ${this.#key}`) {
      return sendJson(response, 401, { error: { message: 'Incorrect API key provided' } })
    }
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: this.#models.map((id) => ({ id, object: 'model' })) })
    if (path === '/api/tags') return sendJson(response, 200, { models: this.#models.map((name) => ({ name, model: name })) })
    if (path === '/props' && this.#takes !== undefined) {
      return sendJson(response, 200, { default_generation_settings: { n_ctx: this.#takes } })
    }
    if (path !== '/v1/chat/completions') return sendJson(response, 404, { error: { message: `Nothing at ${path}` } })
    const asked = readRequest(await readBody(request), request, response)
    if (!this.#always) this.requests.push(asked)
    for (const { count, gate } of this.#arrivals) if (count <= this.requests.length) gate.open()
    const script = this.#replies.shift() ?? this.#always
    if (!script) return sendJson(response, 500, { error: { message: `Nobody scripted an answer to request ${this.requests.length}` } })
    await this.#reply(typeof script === 'function' ? script(asked) : script, asked, response)
  }

  async #reply(reply: Reply, request: ModelRequest, response: ServerResponse): Promise<void> {
    switch (reply.kind) {
      case 'neverAnswer':
        return request.abandoned
      case 'refuse':
        if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter)
        return sendJson(response, reply.status, { error: { message: reply.message, type: 'scripted', code: null } })
      case 'callByName':
        return this.#answer(response, request, [], [{ name: reply.name, arguments: [reply.arguments] }], { end: 'done' })
      case 'say': {
        const calls = reply.calls.map((call) => ({ name: nameForModel(request, call), arguments: argumentPieces(call) }))
        return this.#answer(response, request, reply.chunks, calls, reply)
      }
    }
  }

  async #answer(
    response: ServerResponse,
    request: ModelRequest,
    chunks: readonly (string | Gate)[],
    calls: readonly { readonly name: string; readonly arguments: readonly (string | Gate)[] }[],
    { end, used }: Pick<Extract<Reply, { kind: 'say' }>, 'end' | 'used'>,
  ): Promise<void> {
    const toolCalls = calls.map(({ name, arguments: pieces }, index) => ({
      index,
      id: `call_${++this.#calls}`,
      type: 'function',
      function: { name, arguments: '' },
      pieces,
    }))
    const finish = toolCalls.length > 0 ? 'tool_calls' : end === 'length' ? 'length' : 'stop'
    const base = { id: `answer_${this.requests.length}`, created: 0, model: request.model }
    const usage = usageOf(used)
    if (!request.stream) {
      const text = await wholeText(chunks)
      const whole = await Promise.all(
        toolCalls.map(async ({ pieces, ...call }) => ({
          ...call,
          function: { name: call.function.name, arguments: await wholeText(pieces) },
        })),
      )
      const message = { role: 'assistant', content: text, ...(whole.length > 0 && { tool_calls: whole }) }
      return sendJson(response, 200, { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage })
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = (choice: Readonly<Record<string, unknown>>): void => {
      response.write(
        `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
      )
    }
    send({ delta: { role: 'assistant', content: '' } })
    for (const chunk of chunks) {
      if (chunk instanceof Gate) await Promise.race([chunk.opened, request.abandoned])
      else send({ delta: { content: chunk } })
      if (response.destroyed) return
    }
    for (const { pieces, ...call } of toolCalls) {
      const [first] = pieces
      // A call that comes in one piece is one message.
      const inOne = pieces.length === 1 && typeof first === 'string' ? first : ''
      send({ delta: { tool_calls: [{ ...call, function: { ...call.function, arguments: inOne } }] } })
      if (inOne !== '') continue
      for (const piece of pieces) {
        if (piece instanceof Gate) await Promise.race([piece.opened, request.abandoned])
        else send({ delta: { tool_calls: [{ index: call.index, function: { arguments: piece } }] } })
        if (response.destroyed) return
      }
    }
    if (end === 'brokenOff') {
      // Sends the text so far before the connection breaks.
      response.write('\n', () => response.destroy())
      return
    }
    send({ delta: {}, finish_reason: finish })
    response.end(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`)
  }
}

function usageOf({ input, cached = 0, output }: ScriptedUse = { input: 1, output: 1 }) {
  const details = cached > 0 && { prompt_tokens_details: { cached_tokens: cached } }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...details }
}

function argumentPieces({ arguments: given }: ScriptedCall): readonly (string | Gate)[] {
  if (typeof given === 'string') return [given]
  return isPieces(given) ? given : [JSON.stringify(given)]
}

function isPieces(given: Exclude<ScriptedCall['arguments'], string>): given is readonly (string | Gate)[] {
  return Array.isArray(given)
}

/**
 * Finds the name under which the model knows a tool. Parley builds it from server and tool, only letters and digits surely stay the same, and a
 * hash may follow.
 */
function nameForModel(request: ModelRequest, call: ScriptedCall): string {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const names = request.tools.map((tool) => tool.function.name)
  const wanted = bare(call.server) + bare(call.tool)
  const name =
    names.find((candidate) => candidate === `${call.server}__${call.tool}`) ??
    names.find((candidate) => bare(candidate) === wanted || bare(candidate.replace(/_[a-z2-7]{26}$/, '')) === wanted)
  if (name === undefined) throw new Error(`The model was not given ${call.tool} of ${call.server}, only ${names.join(', ') || 'nothing'}`)
  return name
}

async function wholeText(chunks: readonly (string | Gate)[]): Promise<string> {
  let text = ''
  for (const chunk of chunks) {
    if (chunk instanceof Gate) await chunk.opened
    else text += chunk
  }
  return text
}

function readRequest(body: string, request: IncomingMessage, response: ServerResponse): ModelRequest {
  const left = new Gate()
  response.on('close', () => {
    if (!response.writableFinished) left.open()
  })
  const parsed = JSON.parse(body) as Omit<ModelRequest, 'authorization' | 'abandoned'>
  return {
    ...parsed,
    tools: parsed.tools ?? [],
    stream: parsed.stream ?? false,
    authorization: request.headers.authorization,
    abandoned: left.opened,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
