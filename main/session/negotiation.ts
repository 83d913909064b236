import type { Era, Negotiation, NegotiationReason } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ProtocolCap } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { namedVersions } from '../../shared/protocol/namesFromServers'
import { choosableVersions, spokenVersions, versionsOf, type ProtocolChoice } from '../../shared/protocol/protocolChoice'
import { requireProtocol, type ChosenBy } from '../servers/requireProtocol'

// Pure decisions: which versions of MCP are offered to a server, and what is said of the one that was agreed on.

/** Everything that has a say in the version. */
export interface ProtocolWishes {
  /** On the server's page, or in `servers.json`. */
  readonly configured: ProtocolChoice
  readonly commandLine?: ProtocolChoice | undefined
  readonly cap?: ProtocolCap | undefined
}

/** What is offered to a server. */
export interface NegotiationPlan {
  readonly requested: ProtocolChoice
  readonly chosenBy: ChosenBy
  /** The versions that may be agreed on, newest first. Not empty. */
  readonly versions: readonly string[]
  /** The policy that took some of the requested versions away. */
  readonly cap?: ProtocolCap
}

/**
 * Pure: what is offered to a server. The command line goes before the server's own choice, and a policy takes away what it does not allow.
 * @throws {AppError} POLICY when it allows nothing of what is requested. Nothing else is tried in its place.
 */
export function planNegotiation(server: ServerId, { configured, commandLine, cap }: ProtocolWishes): NegotiationPlan {
  const requested = commandLine ?? configured
  const chosenBy = commandLine === undefined ? 'page' : 'commandLine'
  requireProtocol(server, requested, cap, chosenBy)
  const wished = versionsOf(requested)
  const versions = wished.filter((version) => cap?.allowed.includes(version) ?? true)
  return {
    requested,
    chosenBy,
    versions,
    ...(cap && versions.length < wished.length && { cap }),
  }
}

/** Pure: the versions of a plan that begin with `initialize`, newest first. */
export function olderVersions({ versions }: Pick<NegotiationPlan, 'versions'>): readonly string[] {
  const ofEra = versionsOf('2025')
  return versions.filter((version) => ofEra.includes(version))
}

/** Pure: whether a plan has versions that begin with `server/discover`. */
export function offersModern({ versions }: Pick<NegotiationPlan, 'versions'>): boolean {
  return versionsOf('2026').some((version) => versions.includes(version))
}

/** Pure: whether a server may be found to speak either era. Only then does its era say anything about it. */
export function offersBothEras(plan: Pick<NegotiationPlan, 'versions'>): boolean {
  return offersModern(plan) && olderVersions(plan).length > 0
}

/** What came of a greeting. */
export interface Agreement {
  readonly version: string
  readonly era: Era
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Whether the server was not asked for a newer version, because it knew none a short time ago. */
  readonly remembered: boolean
}

/** Pure: the agreement with a server, with the reason for it. */
export function explainAgreement(plan: NegotiationPlan, agreement: Agreement): Negotiation {
  const { version, era } = agreement
  return { requested: plan.requested, version, era, why: reasonOf(plan, agreement) }
}

function reasonOf({ requested, chosenBy, versions }: NegotiationPlan, { version, transport, remembered }: Agreement): NegotiationReason {
  const withheld = versionsOf(requested).some((wished) => wished > version && !versions.includes(wished))
  if (withheld) return 'policy'
  if (requested !== 'automatic') return chosenBy === 'commandLine' ? 'commandLine' : 'chosen'
  if (version === spokenVersions[0]) return 'newest'
  if (transport === 'sse') return 'olderTransport'
  return remembered ? 'remembered' : 'serverIsOlder'
}

/** Pure: whether an agreement tells which era a server speaks best. One that was limited by a person or a policy does not, unless it is of 2026. */
export function tellsEra({ requested, era, why }: Negotiation): boolean {
  return era === '2026' || (requested === 'automatic' && why !== 'policy')
}

/**
 * Pure: why no version of a plan could be agreed on; undefined if the plan leaves nothing out that the server might speak.
 * @param theirs The versions that the server named, if it did.
 */
export function notSpoken(
  server: ServerId,
  { requested, chosenBy, versions, cap }: NegotiationPlan,
  theirs: readonly string[],
  cause: unknown,
): AppError | undefined {
  const leftOut = spokenVersions.filter((version) => !versions.includes(version))
  const named = theirs.some((version) => leftOut.includes(version))
  if (leftOut.length === 0 || (theirs.length > 0 && !named) || theirs.some((version) => versions.includes(version))) return undefined
  const offer = namedVersions(theirs)
  if (cap) {
    const params = { server, by: cap.by, ask: cap.ask, allowed: choosableVersions(cap.allowed) }
    return named
      ? new AppError('POLICY', { reason: 'session.versionCapped', params: { ...params, theirs: offer } }, { cause })
      : new AppError('POLICY', { reason: 'session.versionCappedUnnamed', params }, { cause })
  }
  const params = { server, wanted: requested === '2026' ? versions.join(', ') : requested, chosenBy }
  return named
    ? new AppError('PROTOCOL_ERROR', { reason: 'session.versionNotSpoken', params: { ...params, theirs: offer } }, { cause })
    : new AppError('PROTOCOL_ERROR', { reason: 'session.versionUnanswered', params }, { cause })
}

/**
 * Pure: why a connection ends whose server refuses, in the middle of it, the version that was agreed on.
 * @param theirs The versions that the server named, if it did.
 */
export function versionGone(
  server: ServerId,
  plan: NegotiationPlan,
  { version, theirs }: { readonly version: string; readonly theirs: readonly string[] },
  cause: unknown,
): AppError {
  const params = { server, version, count: theirs.length, theirs: namedVersions(theirs) }
  const leftOut = theirs.length > 0 ? notSpoken(server, plan, theirs, cause) : undefined
  return leftOut ?? new AppError('PROTOCOL_ERROR', { reason: 'session.versionGone', params }, { cause })
}

/** Pure: the error for a server that only HTTP+SSE reaches, when none of that transport's versions may be spoken. */
export function notOverSse(server: ServerId, { versions, cap }: NegotiationPlan): AppError {
  const params = { server, wanted: versions.join(', ') }
  return cap
    ? new AppError('POLICY', { reason: 'session.versionCappedOverSse', params: { ...params, by: cap.by, ask: cap.ask } })
    : new AppError('PROTOCOL_ERROR', { reason: 'session.versionOverSse', params })
}
