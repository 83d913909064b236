import { Client, SdkError, SdkErrorCode, SdkHttpError, type PriorDiscovery } from '@modelcontextprotocol/client'
import type { Evidence } from '../../shared/domain/connection'
import type { ConnectionId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { explainSdkError } from './explainSdkError'
import { clientCapabilities, Link } from './link'
import { openTransport, type LaunchValues, type OpenedTransport, type TransportDeps } from './openTransport'
import { evidenceOf } from './stdioTransport'
import { stopReason } from './stopReason'

/** The part of the time to connect after which a silent local server is taken for one of the 2025 era. `npx` may fetch a package first. */
const PROBE_SHARE = 1 / 3
/** What a URL that only speaks HTTP+SSE answers to a POST (2026-07-28, Streamable HTTP, backwards compatibility). */
const NOT_STREAMABLE = new Set([400, 404, 405])

export interface LinkPlan {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly launch: LaunchValues
  /** 'sse' when the configuration says that only the older transport is spoken. */
  readonly transport: 'auto' | 'sse'
  readonly sampling: boolean
  readonly clientVersion: string
  /** Known from an earlier start: the server speaks only the 2025 era, and probing it costs time or its life. */
  readonly knownLegacy: boolean
  /** Puts the handlers on a client before it connects. */
  readonly prepare: (client: Client, transport: OpenedTransport) => void
  readonly onTransport: (transport: OpenedTransport) => void
}

/** Failed to open, with what can be shown beside the error. */
export class OpenFailure extends Error {
  readonly error: AppError
  readonly evidence: Evidence | undefined

  constructor(error: AppError, evidence: Evidence | undefined) {
    super(error.message, { cause: error })
    this.error = error
    this.evidence = evidence
  }
}

export interface OpenedLink {
  readonly link: Link
  /** The server did not answer the probe, or ended at it: do not probe it again. */
  readonly legacyOnly: boolean
}

/** Opens a connection: finds the transport and the era that the server speaks, and shakes hands. @throws {OpenFailure} */
export async function openLink(plan: LinkPlan, deps: TransportDeps, signal: AbortSignal): Promise<OpenedLink> {
  const deadline = AbortSignal.timeout(deps.limits.connectMs)
  const either = AbortSignal.any([signal, deadline])
  const attempt = (kind: OpenedTransport['kind'], prior?: PriorDiscovery): Promise<Attempt> =>
    connect(plan, deps, { kind, prior, signal: either })

  const first = plan.launch.kind === 'stdio' ? 'stdio' : plan.transport === 'sse' ? 'sse' : 'http'
  const legacy: PriorDiscovery = { kind: 'legacy' }
  const startedAt = deps.now()
  let result = await attempt(first, plan.knownLegacy || first === 'sse' ? legacy : undefined)
  let legacyOnly = plan.knownLegacy
  if (!result.ok && endedAtProbe(result) && !plan.knownLegacy) {
    // Some servers end at any request before `initialize`; a new process is greeted without the probe.
    result = await attempt('stdio', legacy)
    legacyOnly = result.ok
  } else if (!result.ok && first === 'http' && result.thrown instanceof SdkHttpError && NOT_STREAMABLE.has(result.thrown.status ?? 0)) {
    const older = await attempt('sse', legacy)
    // When neither is spoken, what the first said is the better explanation.
    if (older.ok) result = older
  }
  if (result.ok) {
    const wasSilent = first === 'stdio' && result.link.era === '2025' && deps.now() - startedAt >= probeMs(deps)
    return { link: result.link, legacyOnly: legacyOnly || wasSilent }
  }
  if (signal.aborted) throw new OpenFailure(stopReason(signal), undefined)
  throw failure(plan, result, deadline.aborted, deps.limits.connectMs)
}

type Attempt = { readonly ok: true; readonly link: Link } | FailedAttempt
interface FailedAttempt {
  readonly ok: false
  readonly thrown: unknown
  readonly transport: OpenedTransport
}

async function connect(
  plan: LinkPlan,
  deps: TransportDeps,
  { kind, prior, signal }: { kind: OpenedTransport['kind']; prior: PriorDiscovery | undefined; signal: AbortSignal },
): Promise<Attempt> {
  const transport = openTransport(plan.launch, kind, deps)
  plan.onTransport(transport)
  // Silence means an older server only on pipes; over HTTP it means that nobody is there.
  const client = newClient(plan, kind === 'stdio' ? probeMs(deps) : deps.limits.connectMs)
  plan.prepare(client, transport)
  // The SDK's probe does not know a signal; closing the transport ends whatever waits on it.
  const abort = (): void => void transport.wire.close()
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await client.connect(transport.wire, { timeout: deps.limits.connectMs, signal, ...(prior && { prior }) })
    signal.throwIfAborted()
    return { ok: true, link: new Link(plan, client, transport) }
  } catch (thrown) {
    await transport.wire.close()
    return { ok: false, thrown, transport }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function probeMs({ limits }: TransportDeps): number {
  return Math.round(limits.connectMs * PROBE_SHARE)
}

function newClient(plan: LinkPlan, timeoutMs: number): Client {
  return new Client(
    { name: 'parley', title: 'Parley', version: plan.clientVersion },
    {
      capabilities: clientCapabilities(plan.sampling),
      versionNegotiation: { mode: 'auto', probe: { timeoutMs, maxRetries: 0 } },
      // The host drives the rounds, so that every question knows its call.
      inputRequired: { autoFulfill: false },
      // A server's schemas never run here; the worker checks results.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'Parley checks results itself' }) },
    },
  )
}

function endedAtProbe({ thrown, transport }: FailedAttempt): boolean {
  return thrown instanceof SdkError && thrown.code === SdkErrorCode.EraNegotiationFailed && transport.process?.exit !== undefined
}

function failure(plan: LinkPlan, { thrown, transport }: FailedAttempt, late: boolean, connectMs: number): OpenFailure {
  const process = transport.process
  const error = late
    ? new AppError('TIMED_OUT', `${plan.serverId} did not answer within ${Math.round(connectMs / 1000)} seconds`, {
        hint: 'Check that this command starts an MCP server, or raise “connectMs” under “limits” in settings.json.',
        cause: thrown,
      })
    : explainSdkError(thrown, { serverId: plan.serverId, kind: plan.launch.kind, exit: process?.exit })
  return new OpenFailure(error, process && evidenceOf(process, error))
}
