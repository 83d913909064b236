import type { PromptMessage } from '../../shared/domain/promptPreview'
import { isRecord } from '../../shared/lib/json'
import { readBlock } from './parseContentBlock'
import { text } from './shortText'

/** A prompt that its server filled in: messages in order, each with its role. */
export interface FilledPrompt {
  readonly description?: string
  readonly messages: readonly PromptMessage[]
}

/** Reads the result of `prompts/get`. Content is one block, or several in other protocol versions. An unknown role counts as the user's. */
export function parsePromptResult(raw: Readonly<Record<string, unknown>>): FilledPrompt {
  const messages: readonly unknown[] = Array.isArray(raw['messages']) ? raw['messages'] : []
  const description = text(raw['description'])
  return {
    ...(description !== undefined && { description }),
    messages: messages.flatMap((message) => {
      if (!isRecord(message)) return []
      const content: readonly unknown[] = Array.isArray(message['content']) ? message['content'] : [message['content']]
      return [{ role: message['role'] === 'assistant' ? 'assistant' : 'user', content: content.map(readBlock) } as const]
    }),
  }
}
