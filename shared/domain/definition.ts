import type { ToolAnnotations } from './catalog'
import type { JsonObject } from '../lib/json'
import type { Message } from '../messages/message'

/** Everything of a tool that a person or a model relies on, as it was when the user accepted it. */
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

/** What a server says to the model about how to use it. */
export interface PinnedInstructions {
  readonly what: 'instructions'
  readonly name: 'instructions'
  readonly hash: string
  readonly text: string
}

export type PinnedDefinition = PinnedTool | PinnedInstructions

/** A definition that became another one after the user accepted it. Until they accept the new one, it is off. */
export interface DefinitionChange {
  readonly before: PinnedDefinition
  readonly after: PinnedDefinition
  /** When the old one was accepted; milliseconds since 1970. */
  readonly accepted: number
  /** What Parley noticed in the new words; each is a sentence: "It names a path on this computer." */
  readonly noticed: readonly Message[]
  /** Rules that count for the old one only. */
  readonly rules: readonly Message[]
}

/** How what a server offers stands to what the user accepted. Names of tools. */
export interface DefinitionStand {
  /** Off until the user accepts the change. The question of kind `changed` shows what it is. */
  readonly changed: readonly string[]
  /** What the server says to the model has changed, and is not told to it until then. */
  readonly instructionsChanged: boolean
  /** Came after the user accepted the server: wide rules do not cover them until one of their calls was allowed. */
  readonly added: readonly string[]
}

/** What Parley noticed in what a server says of its tools, by the tool's name, and in its instructions. Each is a sentence. */
export interface SuspiciousText {
  readonly tools: Readonly<Record<string, readonly Message[]>>
  readonly instructions: readonly Message[]
}
