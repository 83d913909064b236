import type { AppErrorData } from '../errors/appError'
import type { Icon } from './catalog'
import type { ConnectionId, ServerId } from './ids'
import type { MessageId } from '../i18n/message'

/** How a child process ended. Exactly one of the two fields is not null. */
export interface ProcessExit {
  readonly code: number | null
  readonly signal: string | null
}

/** Details that Parley can show with a failure, so that a person can repair it. */
export type Evidence =
  | { readonly kind: 'path'; readonly folders: readonly string[] }
  | { readonly kind: 'output'; readonly lines: readonly string[]; readonly exit?: ProcessExit }

export interface ServerIdentity {
  readonly name: string
  readonly title?: string
  readonly version: string
  readonly websiteUrl?: string
  readonly icons?: readonly Icon[]
}

/** The MCP version that a server speaks: '2025' starts with `initialize`, '2026' with `server/discover`. */
export type Era = '2025' | '2026'

/** What a server can do besides its lists. Parley shows only the features that the server has. */
export type ServerCapability = 'completions' | 'logging' | 'resourceUpdates' | 'listChanges' | 'tasks' | 'skills'

export interface ReadyState {
  readonly phase: 'ready'
  readonly connectionId: ConnectionId
  readonly since: number
  readonly era: Era
  readonly protocol: string
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly identity: ServerIdentity
  readonly instructions?: string
  readonly abilities: readonly ServerCapability[]
  readonly offers: { readonly tools: number; readonly resources: number; readonly prompts: number; readonly skipped: number }
}

/** The state of one connection. Each field exists only in the states where it has a meaning. */
export type ConnectionState =
  | { readonly phase: 'disabled' }
  | { readonly phase: 'stopped'; readonly why: 'notStarted' | 'byUser' | 'waitsForStart' }
  | { readonly phase: 'starting'; readonly since: number; readonly step: 'queued' | 'launching' | 'connecting' | 'listing' }
  | { readonly phase: 'needsSignIn'; readonly error: AppErrorData }
  | ReadyState
  | { readonly phase: 'failed'; readonly error: AppErrorData; readonly evidence?: Evidence; readonly at: number; readonly retryAt?: number }
  | {
      readonly phase: 'crashLoop'
      readonly error: AppErrorData
      readonly evidence?: Evidence
      readonly at: number
      readonly crashes: number
    }

export type ConnectionStates = Readonly<Record<ServerId, ConnectionState>>

/** The texts for the states. Do not change the English words: tests and screen readers find a server's state by them. */
export const phaseLabels = {
  disabled: 'servers.state.disabled',
  stopped: 'servers.state.stopped',
  starting: 'servers.state.starting',
  needsSignIn: 'servers.state.needsSignIn',
  ready: 'servers.state.ready',
  failed: 'servers.state.failed',
  crashLoop: 'servers.state.crashLoop',
} as const satisfies Record<ConnectionState['phase'], MessageId>

/** The output of a local server, oldest first. `dropped` counts the bytes that no longer fit. */
export interface ServerOutput {
  readonly text: string
  readonly dropped: number
}
