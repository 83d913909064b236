import type { ModelMessage } from 'ai'
import { CONTENT_CHARACTERS, contentForTelemetry } from '../telemetry/contentForTelemetry'
import type { ModelEvent } from './turnLoop'

type Part = Exclude<ModelMessage['content'], string>[number]
type TelemetryPart = Readonly<Record<string, unknown>>

/**
 * Pure: a history for a collector that may have content, as JSON in the form of `gen_ai.input.messages` (conventions for generative AI,
 * `gen-ai-input-messages.json`). Of a long history the last messages are sent. Of files it has the kind and the size.
 */
export function messagesForTelemetry(messages: readonly ModelMessage[]): string {
  const kept: string[] = []
  let left = CONTENT_CHARACTERS
  for (let index = messages.length - 1; index >= 0 && left > 0; index--) {
    const message = messages[index]
    if (!message) break
    const { role, content } = message
    const text = contentForTelemetry(
      { role, parts: typeof content === 'string' ? [{ type: 'text', content }] : content.map(inputPart) },
      left,
    )
    kept.unshift(text)
    left -= text.length
  }
  return `[${kept.join(',')}]`
}

/** What a model answers, for a collector that may have it. However many pieces it comes in, each text is one part. */
export class AnswerForTelemetry {
  readonly #parts: TelemetryPart[] = []
  #texts: string[] = []
  #left = CONTENT_CHARACTERS

  add(event: ModelEvent): void {
    if (this.#left <= 0) return
    if (event.type === 'text') {
      const text = event.text.slice(0, this.#left)
      this.#left -= text.length
      this.#texts.push(text)
    }
    if (event.type === 'blockEnded') this.#endText()
    if (event.type === 'call') {
      this.#endText()
      const { modelCallId, modelToolName } = event
      this.#left -= modelCallId.length + modelToolName.length + contentForTelemetry(event.arguments, this.#left).length
      this.#parts.push({ type: 'tool_call', id: modelCallId, name: modelToolName, arguments: event.arguments })
    }
  }

  /** JSON in the form of `gen_ai.output.messages` (`gen-ai-output-messages.json`). */
  toJson(finishReason: string | undefined): string {
    this.#endText()
    return contentForTelemetry([{ role: 'assistant', parts: this.#parts, finish_reason: finishReason }])
  }

  #endText(): void {
    if (this.#texts.length > 0) this.#parts.push({ type: 'text', content: this.#texts.join('') })
    this.#texts = []
  }
}

function inputPart(part: Part): TelemetryPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output }
    case 'file':
      return { type: 'file', mediaType: part.mediaType, data: part.data }
    default:
      return { type: part.type }
  }
}
