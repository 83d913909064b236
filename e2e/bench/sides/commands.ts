import type { JsonObject } from '../../../shared/lib/json'
import type { Stall } from '../stall'
import type { Connected, ServerCommand } from './contestant'

export type SideKind = 'pool' | 'sdk' | 'raw'

/** What the bench can ask of a side: each with its input and what comes back. */
export interface Commands {
  connect: (input: { readonly servers: readonly ServerCommand[]; readonly messageBytes?: number }) => Connected
  /** Calls a tool so many times, one after the other, going round the servers. */
  calls: (input: { readonly count: number; readonly servers: number; readonly tool: string; readonly args: JsonObject }) => CallBlock
  listTools: (input: Record<string, never>) => { readonly tools: number; readonly cpuMs: number }
  disconnect: (input: Record<string, never>) => null
  /** After everything that can be collected was. */
  memory: (input: Record<string, never>) => { readonly residentMb: number; readonly usedMb: number }
  /** What was seen since the last time. */
  stalls: (input: Record<string, never>) => readonly Stall[]
}

export type CommandName = keyof Commands
export type InputOf<N extends CommandName> = Parameters<Commands[N]>[0]
export type OutputOf<N extends CommandName> = ReturnType<Commands[N]>

export interface CallBlock {
  readonly latenciesMs: readonly number[]
  readonly cpuMs: number
}
