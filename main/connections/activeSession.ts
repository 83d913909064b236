import type { Catalog } from '../../shared/domain/catalog'
import type { Installing, ReadyState } from '../../shared/domain/connectionState'
import type { AccountId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { log } from '../lib/log'
import type { ActiveCalls } from '../calls/activeCalls'
import { CatalogLoader, type CatalogLoaderDeps } from '../catalog/catalogLoader'
import { askedWith, connectServer, type ConnectDeps } from './connectServer'
import type { AcceptedDefinitions } from '../catalog/acceptedDefinitions'
import type { ProtocolEraCache } from '../session/protocolEraCache'
import type { KnownDiscoveryCache } from '../session/knownDiscoveryCache'
import { PingMonitor } from './pingMonitor'
import { tellsEra } from '../session/negotiation'
import { installationOf } from './installationProgress'
import type { ProtocolSession } from '../session/protocolSession'
import { keepListening } from '../subscriptions/listChangeListener'
import { OpenFailure } from '../session/openProtocolSession'
import type { OpenedTransport } from '../transport/openTransport'
import { serverCapabilities } from '../session/serverCapabilities'
import { SessionDiscovery } from './sessionDiscovery'
import type { ServerSubscriptions } from '../subscriptions/serverSubscriptions'
import { abortReason } from '../lib/abortReason'
import type { Message } from '../../shared/i18n/message'

export interface ActiveSessionDeps extends ConnectDeps {
  readonly subscriptions: ServerSubscriptions
  readonly eras: ProtocolEraCache
  readonly discoveries: KnownDiscoveryCache
  readonly definitions: Pick<AcceptedDefinitions, 'prepare' | 'seen'>
}

export interface ActiveSessionContext {
  readonly calls: ActiveCalls
  /** The account that the session is opened for; undefined for a local server. */
  readonly accountId: AccountId | undefined
  readonly since: number
  readonly onStep: (step: 'connecting' | 'listing', installing?: Installing) => void
  readonly onTransport: (transport: OpenedTransport) => void
  readonly onCatalog: CatalogLoaderDeps['onCatalog']
}

/** Listens to what happens to a session in use. */
export interface ActiveSessionEvents {
  /** The server ended the session. */
  readonly onEnded: () => void
  /** The server stopped answering without ending the session. */
  readonly onLost: (error: AppError) => void
  /** The state of the session changed. */
  readonly onState: () => void
}

interface ActiveSessionParts {
  readonly since: number
  readonly loader: CatalogLoader
  readonly life: AbortController
  readonly wentBack: boolean
  readonly announce: (catalog: Catalog) => void
  readonly discovery: SessionDiscovery
}

/** A session in use, with everything that lives as long as it: the reading of its lists, its listening, and its health checks. */
export class ActiveSession {
  readonly session: ProtocolSession
  readonly #since: number
  readonly #loader: CatalogLoader
  readonly #life: AbortController
  /** The server spoke a newer protocol recently. An older or a different server may have replaced it. */
  readonly #wentBack: boolean
  readonly #announce: (catalog: Catalog) => void
  readonly #discovery: SessionDiscovery
  /** The server does not report changes, although it promised to. */
  #isDeaf = false
  #pings: PingMonitor | undefined

  constructor(session: ProtocolSession, parts: ActiveSessionParts) {
    this.session = session
    this.#since = parts.since
    this.#loader = parts.loader
    this.#life = parts.life
    this.#wentBack = parts.wentBack
    this.#announce = parts.announce
    this.#discovery = parts.discovery
  }

  /** How the server is shown while this session is live with this catalog. */
  state({ tools, resources, prompts, skipped }: Catalog): ReadyState {
    const { session } = this
    return {
      phase: 'ready',
      connectionId: session.connectionId,
      since: this.#since,
      negotiation: session.negotiation,
      transport: session.transport.kind,
      identity: session.identity,
      abilities: serverCapabilities(session.capabilities).filter((ability) => ability !== 'listChanges' || !this.#isDeaf),
      ...(session.declaredExtensions && { extensions: session.declaredExtensions }),
      ...(session.instructions !== undefined && { instructions: session.instructions }),
      offers: { tools: tools.length, resources: resources.length, prompts: prompts.length, skipped: skipped.length },
    }
  }

  /** Adds to the catalog what a person should know about the session itself. */
  marked(catalog: Catalog): Catalog {
    return this.#wentBack ? { ...catalog, notices: [olderProtocol(this.session), ...catalog.notices] } : catalog
  }

  /** Compares the lists with what the user accepted, before anything in them is offered. */
  announce(catalog: Catalog): void {
    this.#announce(catalog)
  }

  refresh(): Promise<void> {
    return this.#loader.refresh()
  }

  freshen(): Promise<void> {
    return this.#loader.freshen()
  }

  /**
   * Resolves when a request may be sent, or returns undefined if that is now. Waits for the lists where those of an earlier session no longer
   * hold. @throws {AppError} when they cannot be read.
   */
  relied(): Promise<void> | undefined {
    return this.#loader.relied()
  }

  /** The server refuses the version of the session. */
  refused(): void {
    this.#discovery.refused()
  }

  /** The session failed. */
  failed(): void {
    this.#discovery.failed(this.session)
  }

  /** Whether the session has to be opened anew after this error, because the server is no longer what is known of it. @throws {AppError} */
  async isOutdated(error: AppError, signal: AbortSignal): Promise<boolean> {
    return this.session.known !== undefined && this.#discovery.isOutdated(this.session, error, signal)
  }

  /** Checks at once whether the server still answers, after a sign that it may be gone. */
  look(): void {
    void this.#pings?.look()
  }

  /** Starts the work that goes on beside the calls. */
  attend(events: ActiveSessionEvents, { subscriptions, clock, limits }: ActiveSessionDeps): void {
    const { session } = this
    const life = this.#life.signal
    session.client.onclose = events.onEnded
    subscriptions.attach(session, life)
    if (session.era === '2026') {
      const onAgreed = (agreed: boolean): void => {
        // Nobody listened since lists of an earlier session were read. A failure is shown with them.
        if (this.#loader.isKnown) this.#loader.readAgain().catch(ignore)
        if (this.#isDeaf === !agreed) return
        this.#isDeaf = !agreed
        events.onState()
      }
      keepListening(session, { clock, onChange: () => this.#loader.changed(), onAgreed }, life)
    }
    this.#pings = new PingMonitor(session, { clock, limits, onLost: events.onLost }, life)
    void this.#pings.watch()
  }

  /** Ends the session and tells everyone who waits on it why. Resolves when its process has ended. */
  async end(reason: AppError): Promise<void> {
    this.#life.abort(reason)
    this.session.transport.wire.fail(reason)
    await this.session.close()
  }
}

/** Opens a session and reads what the server offers. @throws {AppError | OpenFailure} */
export async function openActiveSession(
  definition: ServerConfig,
  deps: ActiveSessionDeps,
  context: ActiveSessionContext,
  signal: AbortSignal,
): Promise<{ readonly live: ActiveSession; readonly catalog: Catalog }> {
  const { eras, subscriptions } = deps
  const life = new AbortController()
  const discovery = new SessionDiscovery(deps, definition, context.accountId, askedWith(definition, deps))
  const { onCatalog } = context
  const onListed: CatalogLoaderDeps['onListed'] = (session, read) => discovery.listed(session, read)
  const loader = new CatalogLoader({ ...deps, serverId: definition.id, onCatalog, onListed }, life.signal)
  const installation = installationOf(definition, { ...deps, onInstalling: (installing) => context.onStep('connecting', installing) })
  const session = await connectServer(
    definition,
    deps,
    {
      calls: context.calls,
      accountId: context.accountId,
      life: life.signal,
      knownLegacy: eras.isLegacy(definition.launch, context.accountId),
      known: discovery.known,
      onTransport: (transport) => {
        context.onTransport(transport)
        context.onStep('connecting')
        installation?.watch(transport)
      },
      onListChanged: () => {
        discovery.changed()
        loader.changed()
      },
      onResourceUpdated: (uri) => subscriptions.updated(uri),
      onLog: (params) => subscriptions.logged(params),
      onUnknown: (message) => subscriptions.heardUnknown(message),
    },
    signal,
  ).finally(() => installation?.end())
  const { known } = session
  const saysEra = known === undefined && tellsEra(session.negotiation)
  const wentBack = saysEra && eras.remember(definition.launch, session.era, context.accountId)
  if (wentBack) log('warn', 'A server has gone back to an older protocol', { server: definition.id, protocol: session.protocol })
  context.onStep('listing')
  try {
    const catalog = known ? await loader.adopt(session, known) : await loader.begin(session, signal)
    await deps.definitions.prepare(definition.id, {
      accountId: context.accountId,
      tools: catalog.tools,
      instructions: session.instructions,
    })
    if (signal.aborted) throw abortReason(signal)
    // The server may have ended after its last list.
    if (session.hasEnded) throw session.endReason()
    const announce = ({ tools }: Catalog): void => {
      deps.definitions.seen(definition.id, { accountId: context.accountId, tools, instructions: session.instructions })
    }
    announce(catalog)
    return {
      live: new ActiveSession(session, { since: context.since, loader, life, wentBack, announce, discovery }),
      catalog: loader.current ?? catalog,
    }
  } catch (thrown) {
    const error = AppError.from(thrown)
    const evidence = session.evidence(error)
    life.abort(error)
    await session.close()
    throw new OpenFailure(error, evidence)
  }
}

function ignore(): void {
  // Shown elsewhere.
}

function olderProtocol({ protocol }: ProtocolSession): Message {
  return { id: 'errors.connections.olderProtocol', params: { protocol } }
}
