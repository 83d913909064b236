import type { PolicyFileView, PolicyView } from '../../shared/domain/policyView'
import { noPolicy } from '../../shared/domain/policyView'
import type { FileProblem } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { PolicyPlace } from '../ports'
import { withoutAllowed } from './lockedRules'
import { PolicyFileWatcher } from './policyFileWatcher'
import { openPolicy, stricter, type Policy, type PolicySheet } from './policySheet'
import { policyView } from './describePolicy'
import { askWhom } from './policyRefusal'
import { previousPolicyPath, readPolicyFile, readPreviousPolicy, type PolicyFileFound, type PolicyFileReading } from './readPolicyFile'

export interface PolicyStoreOptions extends PolicyFileReading {
  readonly places: readonly PolicyPlace[]
  readonly clock: Clock
}

/** A server that a policy defines. */
export interface FixedServer {
  readonly id: string
  readonly entry: Readonly<Record<string, unknown>>
  readonly by: string
  /** Only root could have written it, so it starts without asking. */
  readonly isRoots: boolean
}

interface Known {
  readonly place: PolicyPlace
  readonly found: PolicyFileFound
  /** The last valid sheet, and whether only root could have written it. */
  readonly counts: { readonly sheet: PolicySheet; readonly isRoots: boolean } | undefined
  readonly gone: boolean
}

/**
 * Owner of the administrator's policies: the computer's own and one named on the command line. The stricter one counts. While a policy cannot
 * be used, its last usable version counts: the one that this Parley has read, or else the copy that the administrator left beside it. Without
 * one, everything is forbidden. A removed policy counts until Parley restarts, so that a briefly missing file does not lift its restrictions.
 */
export class PolicyStore implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #options: PolicyStoreOptions
  readonly #watches: readonly PolicyFileWatcher[]
  #known: readonly Known[]
  #looks = Promise.resolve()
  #policy = openPolicy
  #view: PolicyView = noPolicy
  #isDisposed = false

  private constructor(options: PolicyStoreOptions, known: readonly Known[]) {
    this.#options = options
    this.#known = known
    this.#settle()
    this.#watches = options.places.map(
      (place) =>
        new PolicyFileWatcher({
          path: place.path,
          ...(place.mustBelongToRoot && { besides: previousPolicyPath(place.path) }),
          clock: options.clock,
          onChange: () => this.#inTurn(place),
        }),
    )
  }

  /** Reads the policies at all places. */
  static async open(options: PolicyStoreOptions): Promise<PolicyStore> {
    return new PolicyStore(options, await Promise.all(options.places.map((place) => read(place, undefined, options))))
  }

  /** The current policy. Use it only if `fault` returns undefined. */
  policy(): Policy {
    return this.#policy
  }

  /** Why everything is forbidden, while a policy cannot be used. */
  fault(): AppError | undefined {
    for (const { found, counts } of this.#known) if (found.state === 'bad' && !counts) return found.error
    return undefined
  }

  /** A policy that cannot be used, whether or not an earlier version of it counts. One that forbids everything comes first. */
  problem(): FileProblem | undefined {
    const [first] = this.#known
      .flatMap((known) => (problemOf(known) ? [known] : []))
      .toSorted((a, b) => Number(!!a.counts) - Number(!!b.counts))
    const error = first && problemOf(first)
    return error && { file: 'policy.json', path: first.place.path, error: error.toData() }
  }

  view(): PolicyView {
    return this.#view
  }

  /** The servers that policies define. If two policies define one differently, both are listed. */
  fixedServers(): readonly FixedServer[] {
    const fixed = this.#known.flatMap(({ counts }) =>
      Object.entries(counts?.sheet.mcpServers ?? {}).map(([id, entry]): FixedServer => ({
        id,
        entry,
        by: counts?.sheet.name ?? '',
        isRoots: counts?.isRoots ?? false,
      })),
    )
    const byEntry = new Map<string, FixedServer>()
    for (const server of fixed) {
      const key = canonicalJson([server.id, server.entry])
      const before = byEntry.get(key)
      if (!before?.isRoots) byEntry.set(key, server)
    }
    return [...byEntry.values()]
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    for (const one of this.#watches) one[Symbol.dispose]()
  }

  /** Reads one after the other, so that a slow read cannot replace a newer version with an older one. */
  #inTurn(place: PolicyPlace): Promise<void> {
    const look = this.#looks.then(() => this.#lookAgain(place))
    // The caller that waits for this read handles its errors.
    this.#looks = look.catch(() => undefined)
    return look
  }

  async #lookAgain(place: PolicyPlace): Promise<void> {
    const before = this.#known.find((known) => known.place === place)
    const now = await read(place, before, this.#options)
    // Whoever listens may be closed too once the store is.
    if (this.#isDisposed || canonicalJson(describe(before)) === canonicalJson(describe(now))) return
    this.#known = this.#known.map((known) => (known.place === place ? now : known))
    this.#settle()
    log('info', 'The policy changed', {
      path: place.path,
      state: now.gone ? 'gone' : now.found.state,
      lastGood: now.found.state === 'bad' && now.counts !== undefined,
    })
    this.changes.emit()
  }

  #settle(): void {
    const policies = this.#known.flatMap(({ counts }) =>
      counts ? [{ sheets: [counts.isRoots ? counts.sheet : withoutAllowed(counts.sheet)] }] : [],
    )
    this.#policy = policies.reduce<Policy>(stricter, openPolicy)
    this.#view = policyView(this.#policy, this.#known.flatMap(viewOf))
  }
}

async function read(place: PolicyPlace, before: Known | undefined, options: PolicyStoreOptions): Promise<Known> {
  const found = await readPolicyFile(place, options)
  if (found.state === 'good') return { place, found, counts: found, gone: false }
  if (found.state === 'bad') return { place, found, counts: before?.counts ?? (await readPreviousPolicy(place, options)), gone: false }
  // It has never existed, which is normal for the computer's own place.
  if (!before || (before.found.state === 'absent' && !before.gone))
    return { place, found: place.mustBelongToRoot ? found : missing(place), counts: undefined, gone: false }
  return { ...before, gone: true }
}

function missing({ path }: PolicyPlace): PolicyFileFound {
  return { state: 'bad', error: new AppError('POLICY', { reason: 'policy.missing', params: { path } }) }
}

/** Why a policy cannot be used, and what follows from that. */
function problemOf({ found, counts }: Known): AppError | undefined {
  if (found.state !== 'bad' || !counts) return found.state === 'bad' ? found.error : undefined
  return new AppError('POLICY', { reason: 'policy.lastGood', params: { ...found.error.params, ask: askWhom(counts.sheet) } })
}

function viewOf(known: Known): readonly PolicyFileView[] {
  const { place, found, counts, gone } = known
  if (found.state === 'absent') return []
  const error = problemOf(known)?.toData()
  const from = place.mustBelongToRoot ? 'machine' : 'commandLine'
  const state = error ? (counts ? 'lastGood' : 'broken') : gone ? 'gone' : 'counts'
  return [{ path: place.path, from, state, ...(error && { error }) }]
}

function describe(known: Known | undefined): unknown {
  if (!known) return undefined
  const { found, gone, counts } = known
  return [
    gone,
    counts !== undefined,
    found.state,
    found.state === 'bad' ? found.error.toData() : found.state === 'good' ? [found.sheet, found.isRoots] : '',
  ]
}
