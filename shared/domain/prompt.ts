import type { PreviewId, ServerId } from './ids'
import type { ContentBlock } from './toolResult'

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlock[]
}

/** What a server made of a prompt, for a person to read before it is sent. Exactly this is sent, by its id. */
export interface PromptPreview {
  readonly previewId: PreviewId
  readonly serverId: ServerId
  readonly prompt: string
  readonly description?: string
  readonly messages: readonly PromptMessage[]
  readonly bytes: number
}
