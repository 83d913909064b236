import type { PromptMessage } from '../../shared/domain/prompt'
import { isRecord } from '../../shared/lib/json'
import { readBlock } from './parseResult'
import { text } from './parseTool'

/** What a server made of a prompt: its messages in order, each with the role that the server gave it. */
export interface FilledPrompt {
  readonly description?: string
  readonly messages: readonly PromptMessage[]
}

/** Reads the result of `prompts/get`. Content is one block, or several as servers of other revisions send it; a role that is not known is the user's. */
export function parsePrompt(raw: Readonly<Record<string, unknown>>): FilledPrompt {
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
