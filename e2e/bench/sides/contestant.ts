import type { JsonObject } from '../../../shared/lib/json'

/** A program that serves MCP over stdio. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * A client that can connect to servers and call their tools: Parley, the bare SDK, or a minimal client that only reads and writes lines.
 */
export interface Contestant {
  /** Connects to all servers at once. Resolves when every server has listed its tools. */
  connect(servers: readonly ServerCommand[], options: ConnectOptions): Promise<Connected>
  /** Calls a tool of the server at this index. */
  call(server: number, tool: string, args: JsonObject): Promise<void>
  /** Asks the first server for its tools again. */
  listTools(): Promise<number>
  disconnect(): Promise<void>
  /** Calls a tool as a person does in a conversation. Absent where there are none. */
  callInConversation?(server: number, tool: string, args: JsonObject): Promise<void>
  /** Absent where nothing is kept between connections. */
  readonly remote?: RemoteContestant
}

/** A client that keeps what remote servers said of themselves for the next connection. */
export interface RemoteContestant {
  /** Connects to the servers at these addresses. Resolves when every server has listed its tools. */
  connect(urls: readonly string[]): Promise<Connected>
  /** Stops a server, starts it again and calls a tool of it. Resolves with the milliseconds from the start to the answer. */
  firstCall(server: number, tool: string): Promise<number>
}

/** `collector`: where Parley sends telemetry. Absent: nowhere. */
export interface ConnectOptions {
  readonly messageBytes?: number
  readonly collector?: string
}

/** The time in milliseconds until the first server had listed its tools, and until all servers had. */
export interface Connected {
  readonly firstMs: number
  readonly allMs: number
}
