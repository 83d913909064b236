import type { JsonObject } from '../lib/json'
import type { Message } from '../messages/message'

/** What a server says of its own tool. Hints: unchecked, and never a reason to ask less unless the user trusts the server. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A picture that a server offers for itself or for what it offers. Nothing of it is loaded before it was checked (`icons.read`). */
export interface Icon {
  readonly src: string
  readonly mimeType?: string
  /** Such as `48x48` or `any`. */
  readonly sizes: readonly string[]
  readonly theme?: 'light' | 'dark'
}

/** What a server says about who a piece of content is for. Spec: schema.ts, Annotations. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[]
  /** From 0 (least) to 1 (most important). */
  readonly priority?: number
  readonly lastModified?: string
}

export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
  readonly icons?: readonly Icon[]
  /** Whether a 2025-11-25 server runs it as a task; absent means never. */
  readonly taskSupport?: 'optional' | 'required'
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
  readonly icons?: readonly Icon[]
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly size?: number
  readonly annotations?: ContentAnnotations
  readonly icons?: readonly Icon[]
}

/** A family of resources, whose addresses come from a template (RFC 6570). */
export interface ResourceTemplate {
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: ContentAnnotations
  readonly icons?: readonly Icon[]
}

/** A file of a skill, and what it must turn out to be. */
export interface SkillFile {
  readonly uri: string
  /** Bytes, and the digest as `sha256:HEX`; a file that turns out otherwise is not used. */
  readonly size?: number
  readonly digest?: string
}

/** Instructions for a kind of work that a server offers to a model. Its first file is SKILL.md. */
export interface Skill {
  readonly name: string
  readonly description?: string
  /** What SKILL.md says of itself, as the server listed it; the file must say the same. */
  readonly frontmatter?: JsonObject
  readonly files: readonly SkillFile[]
}

/** Something a server listed that Parley cannot use, with the reason. */
export interface SkippedEntry {
  readonly what: 'tool' | 'prompt' | 'resource' | 'template' | 'skill'
  readonly name: string
  readonly reason: Message
}

/** What one connection offers. A notice says, for example, that a list was cut after 10,000 tools. */
export interface Catalog {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplate[]
  readonly skills: readonly Skill[]
  readonly setAside: readonly SkippedEntry[]
  readonly notices: readonly Message[]
  /** When it was read, in milliseconds since 1970, and until when the server calls it fresh, where it says so. */
  readonly readAt: number
  readonly freshUntil?: number
  /** Why an older copy is shown: what could not be read again. */
  readonly stale?: readonly Message[]
}

export const emptyCatalog: Catalog = {
  tools: [],
  prompts: [],
  resources: [],
  templates: [],
  skills: [],
  setAside: [],
  notices: [],
  readAt: 0,
}
