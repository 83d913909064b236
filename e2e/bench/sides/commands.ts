import type { JsonObject } from '../../../shared/lib/json'
import type { Stall } from '../stall'
import type { Connected, ConnectOptions, ServerCommand } from './contestant'

export type SideKind = 'pool' | 'sdk' | 'raw'

/** The commands that the bench can send to a side, each with its input and its result. */
export interface Commands {
  connect: (input: ConnectOptions & { readonly servers: readonly ServerCommand[] }) => Connected
  /** Makes `count` calls of a tool, one after the other, and takes the servers in turn. `inConversation`: as a person does there. */
  calls: (input: {
    readonly count: number
    readonly servers: number
    readonly tool: string
    readonly args: JsonObject
    readonly inConversation?: boolean
  }) => CallBlock
  connectRemote: (input: { readonly urls: readonly string[] }) => Connected
  /** Returns the milliseconds from the start of a server to the answer of its first call. */
  firstCall: (input: { readonly server: number; readonly tool: string }) => number
  listTools: (input: Record<string, never>) => { readonly tools: number; readonly cpuMs: number }
  disconnect: (input: Record<string, never>) => null
  /** Measures after garbage collection. */
  memory: (input: Record<string, never>) => { readonly residentMb: number; readonly usedMb: number }
  /** Returns the stalls since the last request. */
  stalls: (input: Record<string, never>) => readonly Stall[]
}

export type CommandName = keyof Commands
export type InputOf<N extends CommandName> = Parameters<Commands[N]>[0]
export type OutputOf<N extends CommandName> = ReturnType<Commands[N]>

export interface CallBlock {
  readonly latenciesMs: readonly number[]
  readonly cpuMs: number
}
