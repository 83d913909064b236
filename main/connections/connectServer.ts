import type { Client } from '@modelcontextprotocol/client'
import { ConnectionId, type AccountId, type ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ServerConfig } from '../../shared/domain/server'
import type { ProtocolChoice } from '../../shared/protocol/protocolChoice'
import type { TrafficLog } from '../traffic/trafficLog'
import type { Clock } from '../lib/clock'
import type { ActiveCalls } from '../calls/activeCalls'
import type { ChildProcessRecords } from '../transport/childProcessRecords'
import { setServerRequestHandlers } from './serverRequestHandlers'
import { MessageRecorder } from '../transport/messageRecorder'
import type { Extension } from '../session/extensionHandlers'
import { takeIncoming, type UnknownMessage } from '../session/incomingMessages'
import { eraOf, type ProtocolSession } from '../session/protocolSession'
import { createSessionExtensions } from '../session/sessionExtensions'
import type { AuthSource } from '../transport/sessionAuth'
import { onListChanged } from '../subscriptions/listChangeListener'
import type { KnownDiscovery } from '../session/knownDiscovery'
import type { AskedWith } from '../session/knownDiscoveryCache'
import { openProtocolSession } from '../session/openProtocolSession'
import { planNegotiation, type NegotiationPlan } from '../session/negotiation'
import type { LaunchValues, OpenedTransport } from '../transport/openTransport'
import { resolveLaunchSecrets, type ResolveDeps } from '../session/resolveLaunchSecrets'
import type { ClientFeatures } from '../session/clientFeatures'
import type { Telemetry } from '../telemetry/telemetry'

export interface ConnectDeps extends ResolveDeps {
  readonly requests: ClientFeatures
  readonly auth: AuthSource
  readonly traffic: TrafficLog
  readonly limits: () => Limits
  readonly clock: Clock
  readonly children: ChildProcessRecords
  readonly clientVersion: string
  /** The versions of MCP that the command line names for every server. Absent: each server's own choice. */
  readonly protocol?: ProtocolChoice | undefined
  /** The extensions that Parley speaks. Absent: all that it has code for. */
  readonly extensions?: readonly Extension[]
  /** Absent: nothing is told. */
  readonly telemetry?: Telemetry
  /** Whether a server may use the user's models at all. If absent, only the user's own switch decides. */
  readonly offersSampling?: (serverId: ServerId) => boolean
}

/** The context of one new session of a server. */
export interface SessionContext {
  readonly calls: ActiveCalls
  /** The account that the session is opened for; absent for a local server. */
  readonly accountId: AccountId | undefined
  /** Aborts when the session ends. */
  readonly life: AbortSignal
  readonly knownLegacy: boolean
  readonly known: KnownDiscovery | undefined
  readonly onTransport: (transport: OpenedTransport) => void
  readonly onListChanged: () => void
  readonly onResourceUpdated: (uri: string) => void
  readonly onLog: (params: unknown) => void
  readonly onUnknown: (message: UnknownMessage) => void
}

/** What Parley says of itself to this server in the 2026 era. */
export function askedWith(
  server: ServerConfig,
  deps: Pick<ConnectDeps, 'offersSampling' | 'clientVersion' | 'extensions' | 'protocol'>,
): AskedWith {
  return {
    sampling: server.sampling !== 'off' && (deps.offersSampling?.(server.id) ?? true),
    extensions: createSessionExtensions(server, deps.extensions)('2026').claimed,
    versions: negotiationFor(server, deps).versions,
    clientVersion: deps.clientVersion,
  }
}

/** What is offered to a server. @throws {AppError} POLICY */
export function negotiationFor({ id, protocol, protocolCap }: ServerConfig, deps: Pick<ConnectDeps, 'protocol'>): NegotiationPlan {
  return planNegotiation(id, { configured: protocol, commandLine: deps.protocol, cap: protocolCap })
}

/**
 * Opens a session with a server from its definition. Records its messages and sets the handlers for its requests.
 * @throws {AppError | OpenFailure}
 */
export async function connectServer(
  definition: ServerConfig,
  deps: ConnectDeps,
  context: SessionContext,
  signal: AbortSignal,
): Promise<ProtocolSession> {
  const { clock, children, traffic } = deps
  const limits = deps.limits()
  const serverId = definition.id
  const connectionId = ConnectionId.parse(clock.newId())
  const now = (): number => clock.now()
  const negotiation = negotiationFor(definition, deps)
  const recorder = new MessageRecorder({
    serverId,
    connectionId,
    frameBytes: limits.messageRecordBytesKept,
    now,
    record: (record) => traffic.record(record),
  })
  const extensions = createSessionExtensions(definition, deps.extensions)
  let greeted: Client | undefined
  return openProtocolSession(
    {
      serverId,
      connectionId,
      launch: inTrace(await resolveLaunchSecrets(definition.launch, deps, signal), deps.telemetry?.environmentFor(serverId)),
      telemetry: deps.telemetry,
      transport: definition.launch.kind === 'http' ? definition.launch.transport : 'auto',
      sampling: askedWith(definition, deps).sampling,
      extensions,
      clientVersion: deps.clientVersion,
      negotiation,
      knownLegacy: context.knownLegacy,
      known: context.known,
      onTransport: context.onTransport,
      prepare: (client, transport) => {
        greeted = client
        setServerRequestHandlers(client, {
          serverId,
          requests: deps.requests,
          // Only servers of that era send requests.
          extensions: extensions('2025'),
          callsBehind: (id, taskId) => context.calls.callsBehind(transport, id, taskId),
          onAsking: () => context.calls.rememberAsking(),
          signal: context.life,
        })
        onListChanged(client, context.onListChanged)
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => context.onResourceUpdated(params.uri))
      },
    },
    {
      limits,
      observer: recorder,
      now,
      sleep: (ms, end) => clock.sleep(ms, end),
      onSpawn: (pid) => children.add(pid, serverId),
      auth: deps.auth.forSession(definition, context.accountId),
      takes: (message) => takeIncoming(message, { serverId, era: () => greeted && eraOf(greeted), extensions, ...context }),
    },
    signal,
  )
}

/** Pure: gives a process the trace of whoever started Parley for one command. What a person set for the server goes before it. */
function inTrace(launch: LaunchValues, environment: Readonly<Record<string, string>> = {}): LaunchValues {
  return launch.kind === 'stdio' ? { ...launch, env: { ...environment, ...launch.env } } : launch
}
