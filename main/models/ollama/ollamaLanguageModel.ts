import { randomUUID } from 'node:crypto'
import { APICallError } from 'ai'
import type { Generated, LanguageModelV4, ModelStreamPart } from './aiSdkLanguageModel'
import { OllamaStreamConverter } from './ollamaStreamConverter'
import { contextFor, factsInTime, mustLoad, ollamaHeaders, type OllamaServer } from './ollamaModelFacts'
import { OllamaNdjsonSplitter } from './ollamaNdjsonSplitter'
import { ollamaRequestBody } from './ollamaRequestBody'

export interface OllamaLanguageModelOptions {
  readonly server: OllamaServer
  readonly name: string
  /** How much the model is to take in, in tokens, where a person set it. */
  readonly chosenContext: number | undefined
  /** Sends the request for an answer. */
  readonly fetch: typeof fetch
  /** Called when the model must first be loaded into memory. The returned function is called when it answers or fails. */
  readonly load?: () => () => void
}

/** A model of Ollama, reached at its own `/api/chat`: its address that speaks like OpenAI cannot say how much the model is to take in. */
export function ollamaLanguageModel({ server, name, chosenContext, fetch: send, load }: OllamaLanguageModelOptions): LanguageModelV4 {
  const url = `${server.baseUrl}/api/chat`
  const doStream: LanguageModelV4['doStream'] = async (options) => {
    const signal = options.abortSignal ?? new AbortController().signal
    const [facts, asleep] = await Promise.all([factsInTime(server, name, signal), load ? mustLoad(server, name, signal) : false])
    const context = contextFor(chosenContext, facts?.mostContext)
    const body = JSON.stringify(ollamaRequestBody(name, { context, thinks: facts?.thinks === true }, options))
    const loaded = asleep ? load?.() : undefined
    // Ollama sends nothing, not even its headers, before the model is loaded and has read the request.
    const response = await send(url, { method: 'POST', headers: ollamaHeaders(server), body, signal }).finally(() => loaded?.())
    if (!response.ok || !response.body) throw await refusal(url, response)
    return { stream: streamParts(response.body, new OllamaStreamConverter(name, randomUUID)) }
  }
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: name,
    supportedUrls: {},
    doStream,
    doGenerate: async (options) => collect((await doStream(options)).stream),
  }
}

async function refusal(url: string, response: Response): Promise<APICallError> {
  const responseBody = (await response.text()).slice(0, 10_000)
  const responseHeaders = Object.fromEntries(response.headers)
  return new APICallError({
    message: `Status ${response.status}`,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders,
    responseBody,
  })
}

function streamParts(body: ReadableStream<Uint8Array>, answer: OllamaStreamConverter): ReadableStream<ModelStreamPart> {
  const lines = new OllamaNdjsonSplitter()
  return body.pipeThrough(
    new TransformStream<Uint8Array, ModelStreamPart>({
      start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
      transform: (bytes, controller) => {
        for (const line of lines.take(bytes)) for (const part of answer.take(line)) controller.enqueue(part)
      },
      flush: (controller) => {
        for (const line of lines.end()) for (const part of answer.take(line)) controller.enqueue(part)
        answer.close()
      },
    }),
  )
}

/** Returns a whole answer. */
async function collect(stream: ReadableStream<ModelStreamPart>): Promise<Generated> {
  const texts = new Map<string, { readonly type: 'text' | 'reasoning'; text: string[] }>()
  const calls: Generated['content'] = []
  let end: Extract<ModelStreamPart, { type: 'finish' }> | undefined
  for await (const part of stream) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      texts.set(part.id, { type: part.type === 'text-start' ? 'text' : 'reasoning', text: [] })
    } else if (part.type === 'text-delta' || part.type === 'reasoning-delta') texts.get(part.id)?.text.push(part.delta)
    else if (part.type === 'tool-call') calls.push(part)
    else if (part.type === 'finish') end = part
  }
  if (!end) throw new Error('The answer was closed without its end')
  const blocks = [...texts.values()].map(({ type, text }) => ({ type, text: text.join('') }))
  return { content: [...blocks, ...calls], finishReason: end.finishReason, usage: end.usage, warnings: [] }
}
