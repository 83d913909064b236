import type { PolicyFileView, PolicyView } from '../../shared/domain/policy'
import { noPolicy } from '../../shared/domain/policy'
import type { FileProblem } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { PolicyPlace } from '../ports'
import { PolicyFileWatcher } from './policyFileWatcher'
import { openPolicy, stricter, type Policy, type PolicySheet } from './policySheet'
import { policyView } from './describePolicy'
import { readPolicyFile, type PolicyFileFound, type PolicyFileReading } from './readPolicyFile'

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
 * Owner of the administrator's policies: the computer's own and one named on the command line. The stricter one counts. An unusable policy
 * forbids everything until it is repaired. A removed one counts until Parley restarts, so that a briefly missing file does not lift its
 * restrictions.
 */
export class PolicyStore implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #options: PolicyStoreOptions
  readonly #watches: readonly PolicyFileWatcher[]
  #known: readonly Known[]
  #looks = Promise.resolve()
  #policy = openPolicy
  #view: PolicyView = noPolicy

  private constructor(options: PolicyStoreOptions, known: readonly Known[]) {
    this.#options = options
    this.#known = known
    this.#settle()
    this.#watches = options.places.map(
      (place) => new PolicyFileWatcher({ path: place.path, clock: options.clock, onChange: () => this.#inTurn(place) }),
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
    for (const { found } of this.#known) if (found.state === 'bad') return found.error
    return undefined
  }

  problem(): FileProblem | undefined {
    const broken = this.#known.find(({ found }) => found.state === 'bad')
    return broken?.found.state === 'bad' ? { file: 'policy.json', path: broken.place.path, error: broken.found.error.toData() } : undefined
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
    if (canonicalJson(describe(before)) === canonicalJson(describe(now))) return
    this.#known = this.#known.map((known) => (known.place === place ? now : known))
    this.#settle()
    log('info', 'The policy changed', { path: place.path, state: now.gone ? 'gone' : now.found.state })
    this.changes.emit()
  }

  #settle(): void {
    const policies = this.#known.flatMap(({ counts }) => (counts ? [{ sheets: [counts.sheet] }] : []))
    this.#policy = policies.reduce<Policy>(stricter, openPolicy)
    this.#view = policyView(this.#policy, this.#known.flatMap(viewOf))
  }
}

async function read(place: PolicyPlace, before: Known | undefined, options: PolicyStoreOptions): Promise<Known> {
  const found = await readPolicyFile(place, options)
  if (found.state === 'good') return { place, found, counts: found, gone: false }
  if (found.state === 'bad') return { place, found, counts: before?.counts, gone: false }
  // It has never existed, which is normal for the computer's own place.
  if (!before || (before.found.state === 'absent' && !before.gone))
    return { place, found: place.mustBelongToRoot ? found : missing(place), counts: undefined, gone: false }
  return { ...before, gone: true }
}

function missing({ path }: PolicyPlace): PolicyFileFound {
  return { state: 'bad', error: new AppError('POLICY', { reason: 'policy.missing', params: { path } }) }
}

function viewOf({ place, found, gone }: Known): readonly PolicyFileView[] {
  if (found.state === 'absent') return []
  const error = found.state === 'bad' ? found.error.toData() : undefined
  const from = place.mustBelongToRoot ? 'machine' : 'commandLine'
  return [{ path: place.path, from, state: error ? 'broken' : gone ? 'gone' : 'counts', ...(error && { error }) }]
}

function describe(known: Known | undefined): unknown {
  if (!known) return undefined
  const { found, gone } = known
  return [gone, found.state, found.state === 'bad' ? found.error.message : found.state === 'good' ? [found.sheet, found.isRoots] : '']
}
