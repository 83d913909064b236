import type { Catalog } from '../../shared/domain/catalog'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { ServerDefinition } from '../../shared/domain/server'
import type { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { ActiveCalls } from './activeCalls'
import type { DefinitionGate } from '../catalog/definitionGate'
import { launchHash } from '../session/launchHash'
import type { ProtocolSession } from '../session/protocolSession'
import type { SchemaChecker } from '../parsing/parseResult'
import type { ClientFeatures } from '../session/clientFeatures'
import type { TaskStore } from './taskCalls'
import type { SuspendedCallStore } from './suspendedCall'

/** What calls of any server are made with. */
export interface CallServices {
  readonly requests: ClientFeatures
  readonly limits: () => Limits
  readonly clock: Clock
  readonly checker: SchemaChecker
  readonly taskStore: TaskStore
  readonly suspendedCalls: SuspendedCallStore
  readonly definitions: Pick<DefinitionGate, 'requireAccepted'>
}

/** The server that calls go to, whatever session it has at the time. `Connection` is one. */
export interface CallTarget {
  readonly serverId: ServerId
  readonly definition: ServerDefinition
  /** The account that calls are made with; undefined for a local server. */
  readonly callingProfile: AccountId | undefined
  readonly catalog: Catalog
  /** Runs on the live session, or on the one that is being opened. @throws {AppError} SERVER_NOT_READY where there is neither. */
  withSession<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Reads again what the server offers, where this session is still the live one. */
  refreshSession(session: ProtocolSession): Promise<void>
  /** Why nothing more can be expected of the server, whatever happens to its connection: it was removed or disabled. */
  gone(): AppError | undefined
}

/** Everything that the calls of one server share. */
export interface CallContext extends CallServices {
  readonly target: CallTarget
  readonly activeCalls: ActiveCalls
}

/** Pure: tells the launch and the account that calls go to now from any other. */
export function targetHash({ definition, callingProfile }: Pick<CallTarget, 'definition' | 'callingProfile'>): string {
  return launchHash(definition.launch, callingProfile)
}
