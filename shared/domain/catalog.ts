import type { JsonObject } from '../lib/json'

/** What a server says of its own tool. Hints: unchecked, and never a reason to ask less unless the user trusts the server. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
  /** SHA-256 of every field that a person or a model relies on; rules are bound to it. */
  readonly hash: string
}

export interface PromptArgument {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
}

export interface Prompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly arguments: readonly PromptArgument[]
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
}

/** Something a server listed that Parley cannot use, with the reason. */
export interface SetAside {
  readonly what: 'tool' | 'prompt' | 'resource'
  readonly name: string
  readonly reason: string
}

/** What one connection offers. `notices` are sentences such as "The list was cut after 10,000 tools". */
export interface Catalog {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly setAside: readonly SetAside[]
  readonly notices: readonly string[]
}

export const emptyCatalog: Catalog = { tools: [], prompts: [], resources: [], setAside: [], notices: [] }
