import type { JsonObject, JsonValue } from '../lib/json'
import type { Message } from '../i18n/message'
import type { ContentAnnotations } from './catalog'
import type { ServerId } from './ids'

interface Annotated {
  readonly annotations?: ContentAnnotations
}

/** One block of a tool's result. Parley keeps an unknown block and shows it as unknown. */
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

/** How `structuredContent` compares to the tool's own output schema. */
export type StructuredVerdict = 'matches' | 'doesNotMatch' | 'missing' | 'unverifiable' | 'noSchema'

/** One piece of a result. `json` of all pieces, in order, is the JSON of a `ToolResult`. */
export interface ResultPiece {
  readonly json: string
  /** How many there are. */
  readonly pieces: number
}

/** The result of a call. `bytes` is the size of the result as JSON. */
export interface ToolResult {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: JsonValue
  readonly structured: StructuredVerdict
  readonly structuredReason?: Message
  readonly isError: boolean
  readonly bytes: number
  /**
   * The result as its server wrote it, with `_meta`: only of a tool with an interface, and only on its way to where that is kept. The page
   * gets it by `apps.result`.
   */
  readonly raw?: JsonObject
  /** Set in what a model gets of a long result: it has so many characters of its text (`read`), and can read on. */
  readonly long?: { readonly read: number; readonly characters: number; readonly outline: string }
  /** Whose words it has: set where a tool of Parley's own read on in the result of this tool. */
  readonly of?: { readonly serverId: ServerId; readonly tool: string }
  /** Set when this copy contains only the beginning of the result. */
  readonly cut?: true
}
