import { Client, type PriorDiscovery } from '@modelcontextprotocol/client'
import type { Era, Evidence } from '../../shared/domain/connectionState'
import type { ConnectionId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { spokenVersions, versionsOf } from '../../shared/protocol/protocolChoice'
import { clientCapabilities, declareCapabilities, type CapabilityChoices } from './clientCapabilities'
import { explainSdkError, noCommonVersion, notJsonRpc, type ErrorPlace } from './explainSdkError'
import { packageInstallerOf } from './packageInstallerOf'
import type { KnownDiscovery } from './knownDiscovery'
import { explainAgreement, notOverSse, notSpoken, offersBothEras, offersModern, olderVersions, type NegotiationPlan } from './negotiation'
import { eraOf, ProtocolSession } from './protocolSession'
import type { SessionExtensions } from './sessionExtensions'
import {
  commonVersions,
  endedWhenProbed,
  isHttpSseOnly,
  knowsNoSuchGreeting,
  refusedInitialize,
  versionsSaid,
  type FailedAttempt,
} from './transportFallback'
import { openTransport, type LaunchValues, type OpenedTransport, type TransportDeps } from '../transport/openTransport'
import { evidenceOf } from '../transport/stdioTransport'
import { abortReason } from '../lib/abortReason'
import { tickets, type RequestTicket } from '../transport/trackingTransport'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry'
import { requestFailure } from './requestFailure'

/** The share of the connect timeout after which a silent local server counts as one of the 2025 era. `npx` may download a package first. */
const PROBE_SHARE = 1 / 3

export interface SessionPlan {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly launch: LaunchValues
  /** 'sse' when the configuration allows only the older transport. */
  readonly transport: 'auto' | 'sse'
  readonly sampling: boolean
  readonly extensions: (era: Era) => SessionExtensions
  readonly clientVersion: string
  /** Which versions may be agreed on. */
  readonly negotiation: NegotiationPlan
  readonly telemetry?: Telemetry | undefined
  /** Whether the server recently spoke only the 2025 era. Probing such a server may take time or end it. */
  readonly knownLegacy: boolean
  /** What a server of the 2026 era said of itself before. It is not asked again. */
  readonly known: KnownDiscovery | undefined
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
  const { connectMs, installMs } = deps.limits
  const installer = plan.launch.kind === 'stdio' ? packageInstallerOf(plan.launch.command, plan.launch.args) : undefined
  const patienceMs = installer === undefined ? connectMs : Math.max(connectMs, installMs)
  const deadline = AbortSignal.timeout(patienceMs)
  const either = AbortSignal.any([signal, deadline])
  const older = olderVersions(plan.negotiation)
  const modern = offersModern(plan.negotiation)
  // Where nothing older may be spoken, a silent server has the whole time.
  const probeMs = (kind: OpenedTransport['kind']): number =>
    older.length === 0 ? 2 * patienceMs : kind === 'stdio' ? connectMs * PROBE_SHARE : connectMs
  const attempt = (kind: OpenedTransport['kind'], prior?: PriorDiscovery, more?: Partial<ConnectTry>): Promise<Attempt> =>
    connect(plan, deps, {
      kind,
      prior,
      patienceMs,
      probeMs: probeMs(kind),
      signal: either,
      ...more,
    })

  const first = plan.launch.kind === 'stdio' ? 'stdio' : plan.transport === 'sse' ? 'sse' : 'http'
  const known = plan.known && (await attempt(first, { kind: 'modern', discover: plan.known.discover }, { known: plan.known }))
  if (known?.ok) return known.session
  const legacy: PriorDiscovery = { kind: 'legacy' }
  if (first === 'sse' && older.length === 0) throw new OpenFailure(notOverSse(plan.serverId, plan.negotiation), undefined)
  const skipsProbe = isRemembered(plan) || first === 'sse' || !modern
  let result = await attempt(first, skipsProbe ? legacy : undefined)
  if (!result.ok && isRemembered(plan) && first !== 'sse' && refusedInitialize(result)) {
    // The remembered era may be out of date, so the server is probed after all.
    result = await attempt(first)
  } else if (!result.ok && !skipsProbe && older.length > 0 && endedWhenProbed(result)) {
    // Some servers end at any request before `initialize`. A new process is greeted without the probe.
    result = await attempt('stdio', legacy)
  }
  if (installer !== undefined && !skipsProbe && spokeTooLate(result)) {
    // The probe waited while the server was installed. Now it is there, and will answer.
    if (result.ok) await result.session.close()
    result = await attempt(first, undefined, { probeMs: connectMs })
  }
  // What a server names is tried once. If it refuses that too, its words are the error.
  const named = result.ok ? [] : commonVersions(result, older)
  if (named.length > 0) result = await attempt(first, legacy, { versions: named })
  if (!result.ok && first === 'http' && older.length > 0 && isHttpSseOnly(result)) {
    const sse = await attempt('sse', legacy)
    // If both transports fail, the first error explains more.
    if (sse.ok) result = sse
  }
  if (result.ok) return result.session
  if (signal.aborted) throw new OpenFailure(abortReason(signal), undefined)
  throw failure(plan, result, deadline.aborted ? { installer, patienceMs } : undefined)
}

/** Whether the server is taken for one of the 2025 era without asking, although it may be spoken with in either. */
function isRemembered({ knownLegacy, negotiation }: SessionPlan): boolean {
  return knownLegacy && offersBothEras(negotiation)
}

type Attempt = { readonly ok: true; readonly session: ProtocolSession } | FailedAttempt

/** Whether a server said that it speaks 2026-07-28 after it had been taken for an older one. */
function spokeTooLate(result: Attempt): boolean {
  if (result.ok && result.session.era === '2026') return false
  const { wire } = result.ok ? result.session.transport : result.transport
  return wire.saidVersions?.some((version) => version === versionsOf('2026')[0]) ?? false
}

interface ConnectTry {
  readonly kind: OpenedTransport['kind']
  readonly prior: PriorDiscovery | undefined
  /** The known result that `prior` is from. */
  readonly known?: KnownDiscovery
  /** The only protocol versions to offer, newest first. Absent: all of the plan. */
  readonly versions?: readonly string[]
  /** How long the server may take to answer, and how long to answer the probe. Only on pipes does silence mean an older server. */
  readonly patienceMs: number
  readonly probeMs: number
  readonly signal: AbortSignal
}

async function connect(
  plan: SessionPlan,
  deps: SessionDeps,
  { kind, prior, known, versions, patienceMs, probeMs, signal }: ConnectTry,
): Promise<Attempt> {
  const { sampling, extensions, serverId, telemetry = noTelemetry } = plan
  const transport = openTransport(plan.launch, kind, {
    ...deps,
    outgoing: (message) =>
      telemetry.outgoing(
        serverId,
        declareCapabilities(message, (era) => clientCapabilities(era, { sampling, extensions: extensions(era).claimed })),
      ),
  })
  const greeting = prior?.kind === 'legacy' ? 'initialize' : 'server/discover'
  // A known server is not greeted.
  const span = (known ? noTelemetry : telemetry).begin('request', { serverId, method: greeting, greets: true, transport: kind })
  plan.onTransport(transport)
  const client = newClient(plan, Math.round(probeMs), versions ?? plan.negotiation.versions)
  plan.prepare(client, transport)
  const ticket: RequestTicket = { span, bytes: 0 }
  // The SDK's probe takes no signal. Closing the transport ends everything that waits on it.
  const abort = (): void => void transport.wire.close()
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    const at = deps.now()
    await tickets.run(ticket, () => client.connect(transport.wire, { timeout: patienceMs, signal, ...(prior && { prior }) }))
    signal.throwIfAborted()
    span.end({})
    const agreement = {
      version: client.getNegotiatedProtocolVersion() ?? '',
      era: eraOf(client) ?? '2025',
      transport: kind,
      remembered: prior !== undefined && isRemembered(plan),
    }
    const negotiation = explainAgreement(plan.negotiation, agreement)
    return { ok: true, session: new ProtocolSession({ ...plan, negotiation }, client, transport, { at, known }) }
  } catch (thrown) {
    span.end(requestFailure(ticket.failure ?? thrown))
    await transport.wire.close()
    return { ok: false, thrown: transport.wire.limitExceeded ?? ticket.failure ?? thrown, transport, redirectedTo: ticket.redirectedTo }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const EVERYTHING: CapabilityChoices = { sampling: true, extensions: [] }

function newClient(plan: SessionPlan, timeoutMs: number, versions: readonly string[]): Client {
  return new Client(
    { name: 'parley', title: 'Parley', version: plan.clientVersion },
    {
      // All capabilities, so that the SDK accepts every handler. Each outgoing message then declares what is true for this server and its
      // era.
      capabilities: { ...clientCapabilities('2026', EVERYTHING), ...clientCapabilities('2025', EVERYTHING) },
      supportedProtocolVersions: [...versions],
      versionNegotiation: { mode: 'auto', probe: { timeoutMs, maxRetries: 0 } },
      // Parley runs the rounds itself, so that every question knows its call.
      inputRequired: { autoFulfill: false },
      // A server's schemas never run here. The schema worker checks results.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'Parley checks results itself' }) },
    },
  )
}

/** What a server did not use in time. */
interface Patience {
  readonly installer: string | undefined
  readonly patienceMs: number
}

/** @param late Given when the server did not answer in time. */
function failure(plan: SessionPlan, failed: FailedAttempt, late: Patience | undefined): OpenFailure {
  const { thrown, transport, redirectedTo } = failed
  const process = transport.process
  const place: ErrorPlace = { serverId: plan.serverId, kind: plan.launch.kind, exit: process?.exit, redirectedTo }
  const error = late ? tooLate(place, transport, late, thrown) : (versionFailure(plan, failed, place) ?? explainSdkError(thrown, place))
  return new OpenFailure(error, process && evidenceOf(process, error))
}

/** Returns the error if it was for its versions that a server cannot be spoken with. */
function versionFailure({ serverId, negotiation }: SessionPlan, failed: FailedAttempt, place: ErrorPlace): AppError | undefined {
  const { thrown } = failed
  const theirs = versionsSaid(failed)
  if (theirs.length === 0) return knowsNoSuchGreeting(failed) ? notSpoken(serverId, negotiation, [], thrown) : undefined
  const knowsOne = theirs.some((version) => spokenVersions.includes(version))
  return knowsOne ? notSpoken(serverId, negotiation, theirs, thrown) : noCommonVersion(place, theirs, thrown)
}

/** A server that printed other things than messages has not been silent. */
function tooLate(place: ErrorPlace, { process }: OpenedTransport, { installer, patienceMs }: Patience, cause: unknown): AppError {
  if (process?.firstNoise !== undefined) return notJsonRpc(place, process.firstNoise, cause)
  const params = { server: place.serverId, seconds: Math.round(patienceMs / 1000) }
  if (installer !== undefined) {
    return new AppError('TIMED_OUT', { reason: 'session.installTimedOut', params: { ...params, program: installer } }, { cause })
  }
  return new AppError('TIMED_OUT', { reason: 'session.connectTimedOut', params }, { cause })
}
