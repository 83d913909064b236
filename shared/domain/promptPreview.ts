import type { PreviewId, ServerId } from './ids'
import type { ContentBlock } from './toolResult'

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlock[]
}

/** A prompt that a server filled in, for a person to read before they send it. The id sends exactly this content. */
export interface PromptPreview {
  readonly previewId: PreviewId
  readonly serverId: ServerId
  readonly prompt: string
  readonly description?: string
  readonly messages: readonly PromptMessage[]
  readonly bytes: number
}
