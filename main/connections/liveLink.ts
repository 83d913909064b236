import type { Catalog } from '../../shared/domain/catalog'
import type { ReadyState } from '../../shared/domain/connection'
import type { ProfileId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { log } from '../lib/log'
import type { CallRunner } from './callRunner'
import { CatalogKeeper, type CatalogKeeperDeps } from './catalogKeeper'
import { connectServer, type ConnectDeps } from './connectServer'
import type { DefinitionGate } from './definitionGate'
import type { EraVerdicts } from './eraVerdicts'
import { HealthWatch } from './healthWatch'
import type { Link } from './link'
import { keepListening } from './listChanges'
import { OpenFailure } from './openLink'
import type { OpenedTransport } from './openTransport'
import { serverAbilities } from './serverAbilities'
import type { ServerWishes } from './serverWishes'
import { stopReason } from './stopReason'

export interface LiveLinkDeps extends ConnectDeps {
  readonly wishes: ServerWishes
  readonly eras: EraVerdicts
  readonly definitions: Pick<DefinitionGate, 'prepare'>
}

export interface LiveLinkTies {
  readonly calls: CallRunner
  /** The account that it is opened for; undefined for a local server. */
  readonly profile: ProfileId | undefined
  readonly since: number
  readonly onStep: (step: 'connecting' | 'listing') => void
  readonly onTransport: (transport: OpenedTransport) => void
  readonly onCatalog: CatalogKeeperDeps['onCatalog']
}

/** Who is told what becomes of a link in use. */
export interface LiveLinkEvents {
  /** The server has ended it. */
  readonly onEnded: () => void
  /** The server does not answer any more, though nothing has told so. */
  readonly onLost: (error: AppError) => void
  /** Its state is another one. */
  readonly onState: () => void
}

/** A link that is in use, and what lives as long as it does: the reading of its lists, its listening, the watch over its health. */
export class LiveLink {
  readonly link: Link
  readonly #since: number
  readonly #keeper: CatalogKeeper
  readonly #life: AbortController
  /** It spoke a newer protocol lately: somebody may have put something older, or somebody else, in its place. */
  readonly #wentBack: boolean
  /** The server does not tell of changes, though it promised to. */
  #isDeaf = false
  #health: HealthWatch | undefined

  constructor(link: Link, parts: { since: number; keeper: CatalogKeeper; life: AbortController; wentBack: boolean }) {
    this.link = link
    this.#since = parts.since
    this.#keeper = parts.keeper
    this.#life = parts.life
    this.#wentBack = parts.wentBack
  }

  /** How the server is shown with this link and what it offers. */
  state({ tools, resources, prompts, setAside }: Catalog): ReadyState {
    const { link } = this
    return {
      phase: 'ready',
      connectionId: link.connectionId,
      since: this.#since,
      era: link.era,
      protocol: link.protocol,
      transport: link.transport.kind,
      identity: link.identity,
      abilities: serverAbilities(link.capabilities).filter((ability) => ability !== 'listChanges' || !this.#isDeaf),
      ...(link.instructions !== undefined && { instructions: link.instructions }),
      offers: { tools: tools.length, resources: resources.length, prompts: prompts.length, setAside: setAside.length },
    }
  }

  /** What it offers, with what a person should know of the link itself. */
  marked(catalog: Catalog): Catalog {
    return this.#wentBack ? { ...catalog, notices: [goneBack(this.link), ...catalog.notices] } : catalog
  }

  refresh(): Promise<void> {
    return this.#keeper.refresh()
  }

  freshen(): Promise<void> {
    return this.#keeper.freshen()
  }

  /** Something has gone wrong that may mean that the server is gone: asks it now. */
  look(): void {
    void this.#health?.look()
  }

  /** Begins what goes on beside the calls. */
  attend(events: LiveLinkEvents, { wishes, clock, limits }: LiveLinkDeps): void {
    const { link } = this
    const life = this.#life.signal
    link.client.onclose = events.onEnded
    wishes.attach(link, life)
    if (link.era === '2026') {
      const onAgreed = (agreed: boolean): void => {
        if (this.#isDeaf === !agreed) return
        this.#isDeaf = !agreed
        events.onState()
      }
      keepListening(link, { clock, onChange: () => this.#keeper.changed(), onAgreed }, life)
    }
    this.#health = new HealthWatch(link, { clock, limits, onLost: events.onLost }, life)
    void this.#health.watch()
  }

  /** Takes it out of use: who waits on it is told why. Resolves when its process has ended. */
  async end(reason: AppError): Promise<void> {
    this.#life.abort(reason)
    this.link.transport.wire.fail(reason)
    await this.link.close()
  }
}

/** Opens a link and reads what the server offers on it. @throws {AppError | OpenFailure} */
export async function openLiveLink(
  definition: ServerDefinition,
  deps: LiveLinkDeps,
  ties: LiveLinkTies,
  signal: AbortSignal,
): Promise<{ readonly live: LiveLink; readonly catalog: Catalog }> {
  const { eras, wishes } = deps
  const life = new AbortController()
  const keeper = new CatalogKeeper({ ...deps, serverId: definition.id, onCatalog: ties.onCatalog }, life.signal)
  const link = await connectServer(
    definition,
    deps,
    {
      calls: ties.calls,
      profile: ties.profile,
      life: life.signal,
      knownLegacy: eras.isLegacy(definition.launch, ties.profile),
      onTransport: (transport) => {
        ties.onTransport(transport)
        ties.onStep('connecting')
      },
      onListChanged: () => keeper.changed(),
      onResourceUpdated: (uri) => wishes.updated(uri),
      onLog: (params) => wishes.logged(params),
    },
    signal,
  )
  const wentBack = eras.remember(definition.launch, link.era, ties.profile)
  if (wentBack) log('warn', 'A server has gone back to an older protocol', { server: definition.id, protocol: link.protocol })
  ties.onStep('listing')
  try {
    const catalog = await keeper.begin(link, signal)
    await deps.definitions.prepare(definition.id, { profile: ties.profile, tools: catalog.tools, instructions: link.instructions })
    if (signal.aborted) throw stopReason(signal)
    // It may have ended after its last list.
    if (link.hasEnded) throw link.endReason()
    return { live: new LiveLink(link, { since: ties.since, keeper, life, wentBack }), catalog }
  } catch (thrown) {
    const error = AppError.from(thrown)
    const evidence = link.evidence(error)
    life.abort(error)
    await link.close()
    throw new OpenFailure(error, evidence)
  }
}

function goneBack(link: Link): string {
  return `This server spoke a newer protocol lately, and now speaks ${link.protocol}. If you did not change it, ask who did.`
}
