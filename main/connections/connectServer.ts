import { ConnectionId, type ProfileId, type ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { ServerDefinition } from '../../shared/domain/server'
import type { FrameLog } from '../frames/frameLog'
import type { Clock } from '../lib/clock'
import type { CallRunner } from './callRunner'
import type { ChildRecords } from './childRecords'
import { setClientHandlers } from './clientHandlers'
import { FrameRecorder } from './frameRecorder'
import type { Link } from './link'
import type { AuthSource } from './linkAuth'
import { onListChanged } from './listChanges'
import { openLink } from './openLink'
import type { OpenedTransport } from './openTransport'
import { resolveLaunch, type ResolveDeps } from './resolveLaunch'
import type { ServerRequests } from './serverRequests'

export interface ConnectDeps extends ResolveDeps {
  readonly requests: ServerRequests
  readonly auth: AuthSource
  readonly frames: FrameLog
  readonly limits: () => Limits
  readonly clock: Clock
  readonly children: ChildRecords
  readonly clientVersion: string
  /** Whether a server may use the user's models at all; where it is left out, the user's own switch decides. */
  readonly offersSampling?: (serverId: ServerId) => boolean
}

/** What one new link of a server is tied to. */
export interface LinkTies {
  readonly calls: CallRunner
  /** The account that it is opened for; absent for a local server. */
  readonly profile: ProfileId | undefined
  /** Ends with the link. */
  readonly life: AbortSignal
  readonly knownLegacy: boolean
  readonly onTransport: (transport: OpenedTransport) => void
  readonly onListChanged: () => void
  readonly onResourceUpdated: (uri: string) => void
  readonly onLog: (params: unknown) => void
}

/** Opens a link to a server as its definition says, recorded and with everybody in place who answers it. @throws {AppError | OpenFailure} */
export async function connectServer(definition: ServerDefinition, deps: ConnectDeps, ties: LinkTies, signal: AbortSignal): Promise<Link> {
  const { clock, children, frames } = deps
  const limits = deps.limits()
  const serverId = definition.id
  const connectionId = ConnectionId.parse(clock.newId())
  const now = (): number => clock.now()
  const recorder = new FrameRecorder({
    serverId,
    connectionId,
    frameBytes: limits.frameBytesKept,
    now,
    record: (frame) => frames.record(frame),
  })
  return openLink(
    {
      serverId,
      connectionId,
      launch: await resolveLaunch(definition.launch, deps, signal),
      transport: definition.launch.kind === 'http' ? definition.launch.transport : 'auto',
      sampling: definition.sampling !== 'off' && (deps.offersSampling?.(serverId) ?? true),
      signsInBy: definition.launch.kind === 'http' ? definition.auth.kind : undefined,
      clientVersion: deps.clientVersion,
      knownLegacy: ties.knownLegacy,
      onTransport: ties.onTransport,
      prepare: (client, transport) => {
        setClientHandlers(client, {
          serverId,
          requests: deps.requests,
          callsBehind: (id, taskId) => ties.calls.callsBehind(transport, id, taskId),
          onAsking: () => ties.calls.rememberAsking(),
          signal: ties.life,
        })
        onListChanged(client, ties.onListChanged)
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => ties.onResourceUpdated(params.uri))
      },
    },
    {
      limits,
      tap: recorder,
      now,
      sleep: (ms, end) => clock.sleep(ms, end),
      onSpawn: (pid) => children.add(pid, serverId),
      auth: deps.auth.forLink(definition, ties.profile),
      onLog: ties.onLog,
    },
    signal,
  )
}
