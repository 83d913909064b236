import type { ProviderConfig, ProviderKind } from '../../shared/domain/models/modelProvider'
import type { ConfigValue } from '../../shared/domain/configValue'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { listModels, type Endpoint } from './listModels'
import { baseUrlOf } from './providerConfigEntry'
import { guessProvider } from './providerKinds'

/** The endpoint that a person is trying out: the fields that are filled in, or a saved provider. */
export interface EndpointToCheck {
  readonly kind?: ProviderKind | undefined
  readonly baseUrl?: string | undefined
  readonly key?: string | undefined
  readonly providerId?: string | undefined
}

const CHECK_MS = 10_000

/** Finds the address and key of providers. A stored key is only ever sent to the address that it was stored for. */
export class ProviderEndpoints {
  readonly #keys: { resolve(value: ConfigValue, signal: AbortSignal): Promise<string> }

  constructor(keys: { resolve(value: ConfigValue, signal: AbortSignal): Promise<string> }) {
    this.#keys = keys
  }

  /** @throws {AppError} INVALID_INPUT, SECRETS_LOCKED */
  async of(config: ProviderConfig, signal: AbortSignal): Promise<Endpoint> {
    const baseUrl = baseUrlOf(config)
    const key = config.apiKey === undefined ? '' : await this.#keys.resolve(config.apiKey, signal)
    return { kind: config.kind, baseUrl, ...(key && { key }), ...(config.context && { context: config.context }) }
  }

  /** @throws {AppError} INVALID_INPUT when the provider of the key is unknown. */
  async toCheck(input: EndpointToCheck, configs: readonly ProviderConfig[], signal: AbortSignal): Promise<Endpoint> {
    const key = input.key?.trim()
    const kept = configs.find(({ id }) => id === input.providerId)
    if (key) rememberSecret(key)
    if (kept && !key) return await this.of(kept, signal)
    const guessed = key ? guessProvider(key) : undefined
    const kind = input.kind ?? (input.baseUrl ? 'openai-compatible' : guessed?.kind)
    if (!kind) {
      throw new AppError('INVALID_INPUT', { reason: 'models.unknownKey' })
    }
    return { kind, baseUrl: baseUrlOf({ kind, baseUrl: input.baseUrl, key }), ...(key && { key }) }
  }

  /**
   * Looks for the models of an address that a person typed: under the address, else under its /v1, which is often left out.
   * @param mayAsk whether the policy allows an address
   * @throws {AppError} MODEL_…, TIMED_OUT
   */
  async find(
    endpoint: Endpoint,
    mayAsk: (baseUrl: string) => boolean,
    signal: AbortSignal,
  ): Promise<Pick<Endpoint, 'baseUrl'> & { readonly models: readonly string[] }> {
    try {
      return { baseUrl: endpoint.baseUrl, models: await this.models(endpoint, signal) }
    } catch (thrown) {
      const baseUrl = `${endpoint.baseUrl}/v1`
      if (!lacksVersion(endpoint, thrown) || !mayAsk(baseUrl)) throw thrown
      return { baseUrl, models: await this.models({ ...endpoint, baseUrl }, signal) }
    }
  }

  /**
   * Returns the names of an endpoint's models, with a time limit because a person waits.
   * @throws {AppError} MODEL_…, TIMED_OUT
   */
  async models(endpoint: Endpoint, signal: AbortSignal): Promise<readonly string[]> {
    const timeUp = AbortSignal.timeout(CHECK_MS)
    try {
      return await listModels(endpoint, AbortSignal.any([signal, timeUp]))
    } catch (thrown) {
      if (!timeUp.aborted || signal.aborted) throw thrown
      const params = { host: new URL(endpoint.baseUrl).host, seconds: CHECK_MS / 1000 }
      throw new AppError('TIMED_OUT', { reason: 'models.noAnswer', params }, { cause: thrown })
    }
  }
}

/** Pure: whether something answered at the bare address of a host, but no list of models. */
function lacksVersion({ kind, baseUrl }: Endpoint, thrown: unknown): boolean {
  if (kind !== 'openai-compatible' || new URL(baseUrl).pathname !== '/' || !(thrown instanceof AppError)) return false
  return thrown.reason === 'models.noModelsThere' || thrown.reason === 'models.notAModel'
}

/**
 * Refuses another address for a provider with a stored key, unless the key is entered again.
 * @throws {AppError} INVALID_INPUT
 */
export function refuseOtherAddress(kept: ProviderConfig | undefined, baseUrl: string, key: string | undefined): void {
  if (kept?.apiKey === undefined || kept.apiKey === '' || key !== undefined || baseUrlOf(kept) === baseUrl) return
  throw new AppError('INVALID_INPUT', { reason: 'models.keyOfOtherAddress', params: { id: kept.id } })
}
