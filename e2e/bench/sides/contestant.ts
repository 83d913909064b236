import type { JsonObject } from '../../../shared/lib/json'

/** A program that serves MCP over its pipes. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Something that can connect to servers and call their tools: Parley, the bare SDK, or a client that knows pipes and lines only. */
export interface Contestant {
  /** Connects to all at once. Resolves when every one has told its tools. */
  connect(servers: readonly ServerCommand[], options: { readonly messageBytes?: number }): Promise<Connected>
  /** Calls a tool of the server at this place. */
  call(server: number, tool: string, args: JsonObject): Promise<void>
  /** Asks the first server again for its tools. */
  listTools(): Promise<number>
  disconnect(): Promise<void>
}

/** How long it took, in milliseconds, until the first server had told its tools, and until all had. */
export interface Connected {
  readonly firstMs: number
  readonly allMs: number
}
