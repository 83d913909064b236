import type { Tool, ToolAnnotations } from './catalog'
import type { JsonObject } from '../lib/json'
import type { Message } from '../i18n/message'

/** Every field of a tool that a person or a model relies on, as the user accepted it. */
export interface PinnedTool {
  readonly what: 'tool'
  readonly name: string
  readonly hash: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
}

/** A tool that the user accepted, for any account: a wide rule that is made now covers its calls as long as it is this one. */
export interface AcceptedTool extends Pick<Tool, 'name' | 'title' | 'annotations' | 'hash'> {
  /** The server runs, and lists no tool with this definition to any account now. It may list it again. */
  readonly unlisted?: true
}

/** A server's instructions to the model. */
export interface PinnedInstructions {
  readonly what: 'instructions'
  readonly name: 'instructions'
  readonly hash: string
  readonly text: string
}

export type PinnedDefinition = PinnedTool | PinnedInstructions

/** A definition that changed after the user accepted it. It is off until the user accepts the new version. */
export interface DefinitionChange {
  readonly before: PinnedDefinition
  readonly after: PinnedDefinition
  /** When the user accepted the old definition, in milliseconds since 1970. */
  readonly accepted: number
  /** What Parley noticed in the new text. Each is a sentence, such as "It names a path on this computer." */
  readonly noticed: readonly Message[]
  /** Rules that apply only to the old definition. */
  readonly rules: readonly Message[]
}

/** How a server's current definitions differ from the accepted ones. The lists hold tool names. */
export interface DefinitionStatus {
  /** These tools are off until the user accepts the change. The question of kind `changed` shows the change. */
  readonly changed: readonly string[]
  /** Whether the instructions to the model changed. The model does not get them until the user accepts them. */
  readonly instructionsChanged: boolean
  /** These tools came after the user accepted the server. Wide rules do not cover such a tool until one of its calls was allowed. */
  readonly added: readonly string[]
}

/** What Parley noticed in a server's tool definitions, by tool name, and in its instructions. Each is a sentence. */
export interface SuspiciousText {
  readonly tools: Readonly<Record<string, readonly Message[]>>
  readonly instructions: readonly Message[]
}
