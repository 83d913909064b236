import type { AppErrorData } from '../errors/appError'
import type { Icon } from './catalog'
import type { ConnectionId, ServerId } from './ids'
import type { MessageId } from '../i18n/message'
import type { ProtocolChoice } from '../protocol/protocolChoice'

/** How a child process ended. Exactly one of the two fields is not null. */
export interface ProcessExit {
  readonly code: number | null
  readonly signal: string | null
  /** Parley ended it, because it closed its output and could answer no more. */
  readonly closedOutput?: true
}

/** Details that Parley can show with a failure, so that a person can repair it. */
export type Evidence =
  | { readonly kind: 'path'; readonly folders: readonly string[] }
  /** `first`: the first lines, when some between them and `lines` are left out. */
  | { readonly kind: 'output'; readonly first?: readonly string[]; readonly lines: readonly string[]; readonly exit?: ProcessExit }

/** A program that gets a server before it starts it. */
export interface Installing {
  /** For example npx. */
  readonly program: string
  /** The last line that it printed. */
  readonly printed?: string
}

export interface ServerIdentity {
  readonly name: string
  readonly title?: string
  readonly version: string
  readonly websiteUrl?: string
  readonly icons?: readonly Icon[]
}

/** The MCP version that a server speaks: '2025' starts with `initialize`, '2026' with `server/discover`. */
export type Era = '2025' | '2026'

/**
 * Why a server is spoken with in one version and no other.
 * - 'newest': the newest that Parley speaks. 'serverIsOlder': the server knows no newer one.
 * - 'remembered': the server knew no newer one when it was last asked, within a day.
 * - 'olderTransport': HTTP+SSE has no newer one.
 * - 'chosen': on the server's page or in `servers.json`. 'commandLine': by `--protocol`.
 * - 'policy': newer ones are not allowed.
 */
export type NegotiationReason = 'newest' | 'serverIsOlder' | 'remembered' | 'olderTransport' | 'chosen' | 'commandLine' | 'policy'

/** What a connection and its server agreed on. */
export interface Negotiation {
  /** The choice that was made, on whatever way. What the policy forbids of it was not offered to the server. */
  readonly requested: ProtocolChoice
  /** For example 2025-11-25. */
  readonly version: string
  readonly era: Era
  readonly why: NegotiationReason
}

/** What a server can do besides its lists. Parley shows only the features that the server has. */
export type ServerCapability = 'completions' | 'logging' | 'resourceUpdates' | 'listChanges' | 'tasks' | 'skills'

/** The extensions that a server says it speaks. */
export interface DeclaredExtensions {
  /** Their names, as the server wrote them, each cut. */
  readonly ids: readonly string[]
  /** How many more it named than are kept. */
  readonly more: number
}

export interface ReadyState {
  readonly phase: 'ready'
  readonly connectionId: ConnectionId
  readonly since: number
  readonly negotiation: Negotiation
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly identity: ServerIdentity
  readonly instructions?: string
  readonly abilities: readonly ServerCapability[]
  /** Absent: the server declares none. */
  readonly extensions?: DeclaredExtensions
  readonly offers: { readonly tools: number; readonly resources: number; readonly prompts: number; readonly skipped: number }
}

/** A failure as it is shown. Times in milliseconds since 1970. */
export interface ShownFailure {
  readonly error: AppErrorData
  readonly evidence?: Evidence
  readonly at: number
}

/** The state of one connection. Each field exists only in the states where it has a meaning. */
export type ConnectionState =
  | { readonly phase: 'disabled' }
  | { readonly phase: 'stopped'; readonly why: 'notStarted' | 'byUser' | 'waitsForStart' }
  | {
      readonly phase: 'starting'
      readonly since: number
      readonly step: 'queued' | 'launching' | 'connecting' | 'listing'
      /** Present while a program that may install the server has not started it yet. */
      readonly installing?: Installing
      /** Why the start before this one failed. Present while Parley tries again by itself. */
      readonly lastFailure?: ShownFailure
    }
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

/** What a person is told of a connection: its phase, or that the policy forbids it, or that it waits for their answer to "Start SERVER?". */
export type ConnectionStatus = ConnectionState['phase'] | 'notAllowed' | 'waitsForStart'

/** Pure: what a person is told of a connection. A server that the policy forbids has not failed, and one that waits to be started is not stopped. */
export function connectionStatus(state: ConnectionState): ConnectionStatus {
  if (state.phase === 'failed' && state.error.code === 'POLICY') return 'notAllowed'
  return state.phase === 'stopped' && state.why === 'waitsForStart' ? 'waitsForStart' : state.phase
}

/** The texts for the states. Do not change the English words: tests and screen readers find a server's state by them. */
export const statusLabels = {
  disabled: 'servers.state.disabled',
  stopped: 'servers.state.stopped',
  starting: 'servers.state.starting',
  needsSignIn: 'servers.state.needsSignIn',
  ready: 'servers.state.ready',
  failed: 'servers.state.failed',
  crashLoop: 'servers.state.crashLoop',
  notAllowed: 'servers.state.notAllowed',
  waitsForStart: 'servers.state.waitsForStart',
} as const satisfies Record<ConnectionStatus, MessageId>

/** The output of a local server, oldest first. `dropped` counts the bytes that no longer fit. */
export interface ServerOutput {
  readonly text: string
  readonly dropped: number
}
