import type { ModelMessage } from 'ai'

/** The form of `gen_ai.input.messages` (conventions for generative AI, `gen-ai-input-messages.json`). */
interface TelemetryMessage {
  readonly role: string
  readonly parts: readonly Readonly<Record<string, unknown>>[]
}

/** Pure: a history for a collector that may have content. Files are named by their type only. */
export function messagesForTelemetry(messages: readonly ModelMessage[]): readonly TelemetryMessage[] {
  return messages.map(({ role, content }) => ({
    role,
    parts: typeof content === 'string' ? [{ type: 'text', content }] : content.map(partOf),
  }))
}

type Part = Exclude<ModelMessage['content'], string>[number]

function partOf(part: Part): Readonly<Record<string, unknown>> {
  switch (part.type) {
    case 'text':
      return { type: 'text', content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output }
    default:
      return { type: part.type }
  }
}
