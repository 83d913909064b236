import type { AppErrorData } from '../errors/appError'
import type { Icon } from './catalog'
import type { ConnectionId, ServerId } from './ids'
import type { MessageId } from '../messages/message'

/** How a child process ended. Exactly one of both is a value. */
export interface ProcessExit {
  readonly code: number | null
  readonly signal: string | null
}

/** What Parley can show beside a failure so that a person can mend it. */
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

/** The protocol's age: '2025' shakes hands with `initialize`, '2026' with `server/discover`. */
export type Era = '2025' | '2026'

/** What a server can do beside its lists; Parley shows only what there is. */
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
  readonly offers: { readonly tools: number; readonly resources: number; readonly prompts: number; readonly setAside: number }
}

/** What we know about one live link. Fields exist only in the states where they are true. */
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

/** The texts for a state. Their English words are fixed, since tests and screen readers find a server's state by them. */
export const phaseLabels = {
  disabled: 'servers.state.disabled',
  stopped: 'servers.state.stopped',
  starting: 'servers.state.starting',
  needsSignIn: 'servers.state.needsSignIn',
  ready: 'servers.state.ready',
  failed: 'servers.state.failed',
  crashLoop: 'servers.state.crashLoop',
} as const satisfies Record<ConnectionState['phase'], MessageId>

/** What a local server printed, oldest first; `dropped` counts bytes that no longer fit. */
export interface ServerOutput {
  readonly text: string
  readonly dropped: number
}
