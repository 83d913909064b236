import { Client, type PriorDiscovery } from '@modelcontextprotocol/client'
import type { Evidence } from '../../shared/domain/connectionState'
import type { ConnectionId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { clientCapabilities, declareCapabilities, type CapabilityChoices } from './clientCapabilities'
import { explainSdkError, knownVersions, noCommonVersion, type ErrorPlace } from './explainSdkError'
import { ProtocolSession } from './protocolSession'
import { endedWhenProbed, isHttpSseOnly, refusedInitialize, type FailedAttempt } from './transportFallback'
import { openTransport, type LaunchValues, type OpenedTransport, type TransportDeps } from '../transport/openTransport'
import { evidenceOf } from '../transport/stdioTransport'
import { abortReason } from '../lib/abortReason'
import { tickets, type RequestTicket } from '../transport/trackingTransport'

/** The share of the connect timeout after which a silent local server counts as one of the 2025 era. `npx` may download a package first. */
const PROBE_SHARE = 1 / 3

export interface SessionPlan {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly launch: LaunchValues
  /** 'sse' when the configuration allows only the older transport. */
  readonly transport: 'auto' | 'sse'
  readonly sampling: boolean
  readonly signsInBy: CapabilityChoices['signsInBy']
  readonly clientVersion: string
  /** Whether the server recently spoke only the 2025 era. Probing such a server may take time or end it. */
  readonly knownLegacy: boolean
  /** Sets the handlers on a client before it connects. */
  readonly prepare: (client: Client, transport: OpenedTransport) => void
  readonly onTransport: (transport: OpenedTransport) => void
}

export type SessionDeps = Omit<TransportDeps, 'outgoing'>

/** A failure to open a session, with evidence to show beside the error. */
export class OpenFailure extends Error {
  readonly error: AppError
  readonly evidence: Evidence | undefined

  constructor(error: AppError, evidence: Evidence | undefined) {
    super(error.message, { cause: error })
    this.error = error
    this.evidence = evidence
  }
}

/** Opens a session: finds the transport and the era that the server speaks, and does the handshake. @throws {OpenFailure} */
export async function openProtocolSession(plan: SessionPlan, deps: SessionDeps, signal: AbortSignal): Promise<ProtocolSession> {
  const deadline = AbortSignal.timeout(deps.limits.connectMs)
  const either = AbortSignal.any([signal, deadline])
  const attempt = (kind: OpenedTransport['kind'], prior?: PriorDiscovery): Promise<Attempt> =>
    connect(plan, deps, { kind, prior, signal: either })

  const first = plan.launch.kind === 'stdio' ? 'stdio' : plan.transport === 'sse' ? 'sse' : 'http'
  const legacy: PriorDiscovery = { kind: 'legacy' }
  const skipsProbe = plan.knownLegacy || first === 'sse'
  let result = await attempt(first, skipsProbe ? legacy : undefined)
  if (!result.ok && plan.knownLegacy && first !== 'sse' && refusedInitialize(result)) {
    // The remembered era may be out of date, so the server is probed after all.
    result = await attempt(first)
  } else if (!result.ok && !skipsProbe && endedWhenProbed(result)) {
    // Some servers end at any request before `initialize`. A new process is greeted without the probe.
    result = await attempt('stdio', legacy)
  }
  if (!result.ok && first === 'http' && isHttpSseOnly(result)) {
    const older = await attempt('sse', legacy)
    // If both transports fail, the first error explains more.
    if (older.ok) result = older
  }
  if (result.ok) return result.session
  if (signal.aborted) throw new OpenFailure(abortReason(signal), undefined)
  throw failure(plan, result, deadline.aborted, deps.limits.connectMs)
}

type Attempt = { readonly ok: true; readonly session: ProtocolSession } | FailedAttempt

async function connect(
  plan: SessionPlan,
  deps: SessionDeps,
  { kind, prior, signal }: { kind: OpenedTransport['kind']; prior: PriorDiscovery | undefined; signal: AbortSignal },
): Promise<Attempt> {
  const transport = openTransport(plan.launch, kind, {
    ...deps,
    outgoing: (message) => declareCapabilities(message, (era) => clientCapabilities(era, plan)),
  })
  plan.onTransport(transport)
  // Only on pipes does silence mean an older server. Over HTTP it means that no server is there.
  const client = newClient(plan, kind === 'stdio' ? probeMs(deps) : deps.limits.connectMs)
  plan.prepare(client, transport)
  const ticket: RequestTicket = { bytes: 0 }
  // The SDK's probe takes no signal. Closing the transport ends everything that waits on it.
  const abort = (): void => void transport.wire.close()
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await tickets.run(ticket, () => client.connect(transport.wire, { timeout: deps.limits.connectMs, signal, ...(prior && { prior }) }))
    signal.throwIfAborted()
    return { ok: true, session: new ProtocolSession(plan, client, transport) }
  } catch (thrown) {
    await transport.wire.close()
    return { ok: false, thrown: ticket.failure ?? thrown, transport }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function probeMs({ limits }: SessionDeps): number {
  return Math.round(limits.connectMs * PROBE_SHARE)
}

const EVERYTHING: CapabilityChoices = { sampling: true }

function newClient(plan: SessionPlan, timeoutMs: number): Client {
  return new Client(
    { name: 'parley', title: 'Parley', version: plan.clientVersion },
    {
      // All capabilities, so that the SDK accepts every handler. Each outgoing message then declares what is true for this server and its
      // era.
      capabilities: { ...clientCapabilities('2026', EVERYTHING), ...clientCapabilities('2025', EVERYTHING) },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs, maxRetries: 0 } },
      // Parley runs the rounds itself, so that every question knows its call.
      inputRequired: { autoFulfill: false },
      // A server's schemas never run here. The schema worker checks results.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'Parley checks results itself' }) },
    },
  )
}

function failure(plan: SessionPlan, { thrown, transport }: FailedAttempt, late: boolean, connectMs: number): OpenFailure {
  const process = transport.process
  const place: ErrorPlace = { serverId: plan.serverId, kind: plan.launch.kind, exit: process?.exit }
  const theirs = transport.wire.saidVersions ?? []
  const error = late
    ? new AppError(
        'TIMED_OUT',
        { reason: 'session.connectTimedOut', params: { server: plan.serverId, seconds: Math.round(connectMs / 1000) } },
        { cause: thrown },
      )
    : theirs.length > 0 && !theirs.some((version) => knownVersions.includes(version))
      ? noCommonVersion(place, theirs, thrown)
      : explainSdkError(thrown, place)
  return new OpenFailure(error, process && evidenceOf(process, error))
}
