import type { JsonObject } from '../lib/json'
import type { Message } from '../i18n/message'

/**
 * A server's statements about its own tool. They are unchecked hints. Parley relies on them to ask less only if the user trusts the server.
 */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A picture for a server or for something that it offers. Parley shows a picture only after `icons.read` has loaded and checked it. */
export interface Icon {
  readonly src: string
  readonly mimeType?: string
  /** For example `48x48` or `any`. */
  readonly sizes: readonly string[]
  readonly theme?: 'light' | 'dark'
}

/** A server's statement about the audience of a piece of content. Spec: schema.ts, Annotations. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[]
  /** From 0 (least) to 1 (most important). */
  readonly priority?: number
  readonly lastModified?: string
}

export interface ToolInterface {
  readonly resourceUri: string
}

/** The hosts that a person lets an app reach, as origins; `any` where nothing holds it. */
export type ReachedHosts = readonly string[] | 'any'

/** What a tool is that an open app provides (MCP Apps, draft). */
export interface ToolOfApp {
  /** The address of the interface that brings it, `ui://…`. */
  readonly resourceUri: string
  /** Whom the app may reach: what goes into its tool may go there. */
  readonly reaches: ReachedHosts
}

export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
  readonly icons?: readonly Icon[]
  /** Whether a 2025-11-25 server runs it as a task. Absent: never. */
  readonly taskSupport?: 'optional' | 'required'
  /** True for a tool that its server made for its own interface only (MCP Apps: visibility). The model does not get it. */
  readonly appOnly?: true
  /** The interface that shows its calls (MCP Apps): a resource of its server, with an address `ui://…`. */
  readonly ui?: ToolInterface
  /** True for a tool that its server made for the model only. Its interface cannot call it. */
  readonly modelOnly?: true
  /** Set for a tool of an open app of its server, which `isAppTool` tells by its name. What it says of itself is only a claim, however trusted its server is. */
  readonly ofApp?: ToolOfApp
  /** SHA-256 of every field that a person or a model relies on. Rules are bound to it. */
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
  /** What the list says of an interface, `ui://…` (MCP Apps: `_meta`), as its server wrote it. */
  readonly uiMeta?: JsonObject
}

/** A family of resources. Their addresses come from a template (RFC 6570). */
export interface ResourceTemplate {
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: ContentAnnotations
  readonly icons?: readonly Icon[]
}

/** A file of a skill, with the size and digest that the server announced. */
export interface SkillFile {
  readonly uri: string
  /** Size in bytes, and the digest as `sha256:HEX`. Parley does not use a file that does not match. */
  readonly size?: number
  readonly digest?: string
}

/** Instructions for one kind of work that a server offers to a model. The first file is SKILL.md. */
export interface Skill {
  readonly name: string
  readonly description?: string
  /** The frontmatter of SKILL.md, as the server listed it. The file must say the same. */
  readonly frontmatter?: JsonObject
  readonly files: readonly SkillFile[]
}

/** Something that a server listed and Parley cannot use, with the reason. */
export interface SkippedEntry {
  readonly what: 'tool' | 'prompt' | 'resource' | 'template' | 'skill'
  readonly name: string
  readonly reason: Message
}

/** Everything that one connection offers. A notice says, for example, that a list was cut after 10,000 tools. */
export interface Catalog {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplate[]
  readonly skills: readonly Skill[]
  readonly skipped: readonly SkippedEntry[]
  readonly notices: readonly Message[]
  /** When Parley read it, and until when the server calls it fresh, if the server says so. Both in milliseconds since 1970. */
  readonly readAt: number
  readonly freshUntil?: number
  /** Why Parley shows an older copy: the parts that it could not read again. */
  readonly stale?: readonly Message[]
}

export const emptyCatalog: Catalog = {
  tools: [],
  prompts: [],
  resources: [],
  templates: [],
  skills: [],
  skipped: [],
  notices: [],
  readAt: 0,
}
