import type { ConfigValue } from '../../shared/domain/configValue'
import type { Settings } from '../../shared/domain/settings'
import {
  telemetryRoute,
  type TelemetryConfig,
  type TelemetryDecision,
  type TelemetryOffer,
  type TelemetryPolicy,
  type TelemetryWithheld,
} from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../shared/domain/telemetry/telemetrySignals'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import { Emitter } from '../lib/emitter'
import { rememberSecret } from '../lib/redact'
import { untilAborted } from '../lib/untilAborted'
import { decideTelemetry, offeredRequest, withheldByPolicy, type TelemetryFacts } from './decideTelemetry'
import { readOtelEnvironment, type Environment, type OtelEnvironment, type OtelRequest } from './readOtelEnvironment'
import { readOtelResource, type OtelResource } from './readOtelResource'

interface Source {
  subscribe(listener: () => void): () => void
}

export interface TelemetryConfigDeps {
  readonly settings: { settings(): Settings; readonly changes: Source }
  readonly policy: { telemetry(): TelemetryPolicy; readonly changes: Source }
  readonly vault: {
    resolve(value: ConfigValue, signal: AbortSignal): Promise<string>
    readonly changes: Source
    readonly opened: Source
  }
  readonly environment: Environment
  readonly shell: TelemetryFacts['shell']
}

/** The owner of what is in force for telemetry, and of what Parley's environment offers. */
export class TelemetryConfigStore implements Disposable {
  /** Emitted after the configuration or the offer changed. */
  readonly changes = new Emitter<void>()
  readonly #deps: TelemetryConfigDeps
  readonly #environment: OtelEnvironment
  readonly #resource: OtelResource
  readonly #subscriptions: readonly (() => void)[]
  #config: TelemetryConfig = { state: 'off', why: 'notSet' }
  #offer: TelemetryOffer | undefined
  #declined = false
  /** The decision that `#config` came from. */
  #decided = ''
  #resolving = new AbortController()
  #isResolving = false
  /** Ends when the vault has answered for `#decided`. */
  #resolved: Promise<void> = Promise.resolve()

  constructor(deps: TelemetryConfigDeps) {
    this.#deps = deps
    this.#environment = readOtelEnvironment(deps.environment)
    this.#resource = readOtelResource(deps.environment)
    const sources = [deps.settings.changes, deps.policy.changes, deps.vault.changes, deps.vault.opened]
    this.#subscriptions = sources.map((source) => source.subscribe(() => this.#look()))
    this.#look()
  }

  config(): TelemetryConfig {
    return this.#config
  }

  /**
   * Resolves when `config` says what is in force, or why nothing is: when the vault has answered. It ends with the vault's own limits.
   * @throws {AppError} the signal's reason
   */
  async settled(signal: AbortSignal): Promise<void> {
    let awaited: Promise<void>
    do {
      awaited = this.#resolved
      await untilAborted(awaited, signal)
    } while (awaited !== this.#resolved)
  }

  /** A collector that the environment names, while nobody set one or said "Not now". */
  offer(): TelemetryOffer | undefined {
    return this.#offer
  }

  /**
   * What the environment offers, with the values of its headers.
   * @throws {AppError} NOT_FOUND when nothing is offered any more
   */
  offered(): OtelRequest {
    const asks = this.#offer && offeredRequest(this.#environment)
    if (!asks) throw new AppError('NOT_FOUND', { reason: 'telemetry.noOffer' })
    return asks
  }

  /** What a policy takes away of what somebody asked for. */
  withheld(): TelemetryWithheld | undefined {
    return withheldByPolicy(this.#facts())
  }

  /** Hides the offer until Parley is started again. */
  decline(): void {
    this.#declined = true
    this.#look()
  }

  [Symbol.dispose](): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#resolving.abort()
  }

  #facts(): TelemetryFacts {
    const { settings, policy, shell } = this.#deps
    const said = { environment: this.#environment, resource: this.#resource }
    return { settings: settings.settings().telemetry, policy: policy.telemetry(), ...said, shell }
  }

  #look(): void {
    const { config, offer } = decideTelemetry(this.#facts())
    const isSame = canonicalJson(config) === this.#decided
    this.#decided = canonicalJson(config)
    this.#set(isSame ? this.#config : withoutSecrets(config), this.#declined ? undefined : offer)
    // A vault that is asked tells of changes itself, which must not make it be asked again.
    if (isSame && this.#isResolving) return
    this.#resolving.abort()
    this.#isResolving = false
    if (config.state === 'off' || !namesSecrets(config)) return
    this.#resolving = new AbortController()
    this.#resolved = this.#resolve(config, this.#resolving.signal)
  }

  /** Never rejects. What the vault does not give, for now or at all, is told as the reason why nothing is sent. */
  async #resolve(config: Extract<TelemetryDecision, { state: 'on' }>, signal: AbortSignal): Promise<void> {
    const { vault } = this.#deps
    this.#isResolving = true
    try {
      const headers = Object.entries(config.headers).map(async ([name, value]) => [name, await vault.resolve(value, signal)] as const)
      const resolved = { ...config, headers: Object.fromEntries(await Promise.all(headers)) }
      if (!signal.aborted) this.#set(resolved, this.#offer)
    } catch (thrown) {
      if (!signal.aborted) this.#set(unavailable(config, AppError.from(thrown)), this.#offer)
    } finally {
      if (!signal.aborted) this.#isResolving = false
    }
  }

  #set(config: TelemetryConfig, offer: TelemetryOffer | undefined): void {
    const before = canonicalJson([this.#config, this.#offer])
    this.#config = config
    this.#offer = offer
    for (const signal of telemetrySignals) {
      for (const value of Object.values(telemetryRoute(config, signal)?.headers ?? {})) rememberSecret(value)
    }
    if (canonicalJson([config, offer]) !== before) this.changes.emit()
  }
}

function namesSecrets({ headers }: Extract<TelemetryDecision, { state: 'on' }>): boolean {
  return Object.values(headers).some((value) => typeof value !== 'string')
}

/** Until the vault has answered, nothing is sent: without its header, a collector would refuse everything. */
function withoutSecrets(config: TelemetryDecision): TelemetryConfig {
  if (config.state === 'off') return config
  const plain = Object.entries(config.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  if (plain.length === Object.keys(config.headers).length) return { ...config, headers: Object.fromEntries(plain) }
  return unavailable(config, new AppError('SECRETS_LOCKED', { reason: 'telemetry.waitsForVault' }))
}

function unavailable({ setBy }: Extract<TelemetryDecision, { state: 'on' }>, fault: AppError): TelemetryConfig {
  return { state: 'off', why: 'invalid', setBy, fault: fault.toData() }
}
