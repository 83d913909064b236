import type { Catalog } from '../../shared/domain/catalog'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ServerConfig } from '../../shared/domain/server'
import type { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { ActiveCalls } from './activeCalls'
import type { AcceptedDefinitions } from '../catalog/acceptedDefinitions'
import { launchHash } from '../session/launchHash'
import type { ProtocolSession } from '../session/protocolSession'
import type { StructuredContentChecker } from '../parsing/parseToolResult'
import type { ClientFeatures } from '../session/clientFeatures'
import type { TaskStore } from './taskStore'
import type { SuspendedCallStore } from './suspendedCall'

/** The services that calls of every server need. */
export interface CallServices {
  readonly requests: ClientFeatures
  readonly limits: () => Limits
  readonly clock: Clock
  readonly checker: StructuredContentChecker
  readonly taskStore: TaskStore
  readonly suspendedCalls: SuspendedCallStore
  readonly definitions: Pick<AcceptedDefinitions, 'requireAccepted'>
}

/** The server that calls go to, independent of its current session. `Connection` implements it. */
export interface CallTarget {
  readonly serverId: ServerId
  readonly definition: ServerConfig
  /** The account that calls use; undefined for a local server. */
  readonly callingAccountId: AccountId | undefined
  readonly catalog: Catalog
  /** Runs on the live session, or waits for the one that is opening. @throws {AppError} SERVER_NOT_READY when there is neither. */
  withSession<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Reads the server's lists again if this session is still live. */
  refreshSession(session: ProtocolSession): Promise<void>
  /** Returns why the server will never answer again: it was removed or disabled. */
  gone(): AppError | undefined
}

/** Everything that the calls of one server share. */
export interface CallContext extends CallServices {
  readonly target: CallTarget
  readonly activeCalls: ActiveCalls
}

/** Pure: hash of the launch and account that calls go to now. */
export function targetHash({ definition, callingAccountId }: Pick<CallTarget, 'definition' | 'callingAccountId'>): string {
  return launchHash(definition.launch, callingAccountId)
}
