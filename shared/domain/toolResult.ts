import type { JsonValue } from '../lib/json'
import type { Message } from '../messages/message'
import type { ContentAnnotations } from './catalog'

interface Annotated {
  readonly annotations?: ContentAnnotations
}

/** One block of a tool's result. What Parley does not know is kept and shown as such. */
export type ContentBlock =
  | ({ readonly type: 'text'; readonly text: string } & Annotated)
  | ({ readonly type: 'image'; readonly data: string; readonly mimeType: string } & Annotated)
  | ({ readonly type: 'audio'; readonly data: string; readonly mimeType: string } & Annotated)
  | ({
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly title?: string
      readonly description?: string
      readonly mimeType?: string
      readonly size?: number
    } & Annotated)
  | ({
      readonly type: 'resource'
      readonly uri: string
      readonly mimeType?: string
      readonly text?: string
      readonly blob?: string
    } & Annotated)
  | { readonly type: 'unknown'; readonly kind: string; readonly json: JsonValue }

/** How `structuredContent` stands to the tool's own output schema. */
export type StructuredVerdict = 'matches' | 'doesNotMatch' | 'missing' | 'unverifiable' | 'noSchema'

/** What a call brought back. Bytes are counted over the result as JSON. */
export interface ToolResult {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: JsonValue
  readonly structured: StructuredVerdict
  readonly structuredReason?: Message
  readonly isError: boolean
  readonly bytes: number
  /** Set when this copy holds only the beginning of what came. */
  readonly cut?: true
}
