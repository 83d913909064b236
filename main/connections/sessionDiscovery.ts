import type { AccountId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { RawCatalogLists } from '../catalog/rawCatalogLists'
import { packageInstallerOf } from '../session/packageInstallerOf'
import type { KnownDiscovery } from '../session/knownDiscovery'
import type { AskedWith, DiscoveryKey, KnownDiscoveryCache } from '../session/knownDiscoveryCache'
import { isKnownRefused } from '../session/knownDiscoveryRefusal'
import type { ProtocolSession } from '../session/protocolSession'

export interface SessionDiscoveryDeps {
  readonly discoveries: KnownDiscoveryCache
  readonly limits: () => Limits
}

/** What one session begins with of an earlier one, whether that proves true, and what it leaves for the next. */
export class SessionDiscovery {
  /** What the session may begin with. */
  readonly known: KnownDiscovery | undefined
  readonly #cache: KnownDiscoveryCache
  readonly #limits: () => Limits
  readonly #key: DiscoveryKey
  /** Whether the server said in this session what it is, or lists. */
  #isProven = false

  constructor({ discoveries, limits }: SessionDiscoveryDeps, definition: ServerConfig, accountId: AccountId | undefined, asked: AskedWith) {
    this.#cache = discoveries
    this.#limits = limits
    this.#key = discoveries.key(definition, accountId, asked)
    this.known = mayInstall(definition.launch) ? undefined : discoveries.find(this.#key)
  }

  /** Keeps what a reading of the lists brought for the next session. */
  listed(session: ProtocolSession, { lists, listedAt, bytes }: RawCatalogLists): void {
    this.#isProven = true
    const found = session.discovered
    if (!lists || !found) return this.#cache.invalidate(this.#key)
    const { discover, discoveredAt } = found
    this.#cache.keep(this.#key, { discover, discoveredAt, lists, listedAt }, bytes)
  }

  /** The server reports that its lists changed (2026-07-28, caching: that makes them stale at once). */
  changed(): void {
    this.#cache.invalidate(this.#key)
  }

  /** The server refuses the version of the session, so the next one asks. */
  refused(): void {
    this.#cache.invalidate(this.#key)
  }

  /** The session ended, and not because somebody wanted that. If the server never answered in it, the next one asks. */
  failed(session: ProtocolSession): void {
    if (this.#isAssumed(session)) this.#cache.invalidate(this.#key)
  }

  /**
   * Whether the first request of the session failed because what was known is no longer true: the server refuses the version, or refuses the
   * request and cannot say what it is. The next session then asks. @throws {AppError} the signal's reason
   */
  async isOutdated(session: ProtocolSession, error: AppError, signal: AbortSignal): Promise<boolean> {
    const refused = this.#isAssumed(session) ? isKnownRefused(error) : 'no'
    if (refused === 'no') return false
    if (refused === 'unclear' && (await this.#canSay(session, signal))) return false
    this.#cache.invalidate(this.#key)
    return true
  }

  #isAssumed(session: ProtocolSession): boolean {
    return session.known !== undefined && !this.#isProven && !session.hasAnswered
  }

  async #canSay(session: ProtocolSession, signal: AbortSignal): Promise<boolean> {
    try {
      const { pingAnswerMs } = this.#limits()
      const said = await session.request({ method: 'server/discover' }, AbortSignal.any([signal, AbortSignal.timeout(pingAnswerMs)]))
      const { supportedVersions: versions } = said
      this.#isProven = Array.isArray(versions) && versions.includes(session.protocol)
      return this.#isProven
    } catch (thrown) {
      if (signal.aborted) throw AppError.from(thrown)
      return false
    }
  }
}

/** A program that may install the server first is watched until the server answers, so that a person sees what is going on. */
function mayInstall(launch: Launch): boolean {
  return launch.kind === 'stdio' && packageInstallerOf(launch.command, launch.args) !== undefined
}
