import * as z from 'zod'
import { AppError } from '../../../shared/errors/appError'
import { parseJson } from '../../../shared/lib/json'
import { JsonObject } from '../../../shared/lib/jsonSchema'
import { redactedStart } from '../../lib/redact'
import type { ModelStreamPart } from './aiSdkLanguageModel'

/** One line of an answer of `/api/chat`. Source: Ollama, docs/api.md, "Generate a chat completion". */
const Line = z.object({
  message: z
    .object({
      content: z.string().optional(),
      thinking: z.string().optional(),
      tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: JsonObject.optional() }) })).optional(),
    })
    .optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  // An answer is not lost for a count that is none.
  prompt_eval_count: z.int().nonnegative().optional().catch(undefined),
  eval_count: z.int().nonnegative().optional().catch(undefined),
})
const Fault = z.object({ error: z.string() })

/** No error needs more characters. */
const SAID_LENGTH = 2_000

type Block = 'text' | 'reasoning'

/** Turns the lines of one answer into the parts of a stream of the `ai` library. */
export class OllamaStreamConverter {
  readonly #newId: () => string
  readonly #modelName: string
  #open: { readonly kind: Block; readonly id: string } | undefined
  #called = false
  #ended = false

  constructor(modelName: string, newId: () => string) {
    this.#modelName = modelName
    this.#newId = newId
  }

  /**
   * Returns the parts of one line.
   * @throws {AppError} MODEL_ERROR, when Ollama reports an error in the middle of its answer, or the line is not one of its.
   */
  take(text: string): readonly ModelStreamPart[] {
    if (text.trim() === '') return []
    const value = parseJson(text)
    const fault = Fault.safeParse(value).data
    const params = { model: this.#modelName }
    if (fault) throw new AppError('MODEL_ERROR', { reason: 'models.reported', params }, { said: redactedStart(fault.error, SAID_LENGTH) })
    const line = Line.safeParse(value).data
    if (!line) throw this.#notUnderstood()
    const { thinking = '', content = '', tool_calls: calls = [] } = line.message ?? {}
    return [
      ...this.#write('reasoning', thinking),
      ...this.#write('text', content),
      ...calls.flatMap(({ function: { name, arguments: input = {} } }) => this.#call(name, this.#textOf(input))),
      ...(line.done === true ? this.#end(line) : []),
    ]
  }

  /** @throws {AppError} MODEL_CUT_OFF, when the answer was not complete. */
  close(): void {
    if (!this.#ended) throw new AppError('MODEL_CUT_OFF', { reason: 'models.brokeOff', params: { model: this.#modelName } })
  }

  #write(kind: Block, delta: string): readonly ModelStreamPart[] {
    if (delta === '') return []
    if (this.#open?.kind === kind) return [{ type: `${kind}-delta`, id: this.#open.id, delta }]
    const ended = this.#endBlock()
    const id = this.#newId()
    this.#open = { kind, id }
    return [...ended, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  #endBlock(): readonly ModelStreamPart[] {
    const open = this.#open
    this.#open = undefined
    return open ? [{ type: `${open.kind}-end`, id: open.id }] : []
  }

  /** Ollama sends each call whole, and without an id that other answers could not have too. */
  #call(toolName: string, input: string): readonly ModelStreamPart[] {
    const id = this.#newId()
    this.#called = true
    return [
      ...this.#endBlock(),
      { type: 'tool-input-start', id, toolName },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName, input },
    ]
  }

  /** A stranger decides how deep the arguments are, and writing them as text calls itself for every level. */
  #textOf(input: JsonObject): string {
    try {
      return JSON.stringify(input)
    } catch (thrown) {
      if (thrown instanceof RangeError) throw this.#notUnderstood()
      throw thrown
    }
  }

  #notUnderstood(): AppError {
    return new AppError('MODEL_ERROR', { reason: 'models.notUnderstood', params: { model: this.#modelName } })
  }

  #end({ done_reason: raw, prompt_eval_count: input, eval_count: output }: z.infer<typeof Line>): readonly ModelStreamPart[] {
    this.#ended = true
    const unified = raw === 'length' ? 'length' : this.#called ? 'tool-calls' : raw === 'stop' || raw === undefined ? 'stop' : 'other'
    return [
      ...this.#endBlock(),
      {
        type: 'finish',
        finishReason: { unified, raw },
        usage: {
          inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: output, text: undefined, reasoning: undefined },
        },
      },
    ]
  }
}
