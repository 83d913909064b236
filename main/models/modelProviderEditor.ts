import type { ConfigValue } from '../../shared/domain/configValue'
import type { ModelRef } from '../../shared/domain/ids'
import { modelName } from '../../shared/domain/models/modelName'
import type { ProviderConfig, TokenPrices } from '../../shared/domain/models/modelProvider'
import type { FileProblem, Settings } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import type { ProviderInput } from '../../shared/rpc/models'
import type { Emitter } from '../lib/emitter'
import { apiKeySecretName, baseUrlOf, freeId, idFrom, providerChanges } from './providerConfigEntry'
import { refuseOtherAddress } from './providerEndpoints'
import { providerKinds } from './providerKinds'

/** The part of the settings store that providers and their models need. */
export interface ModelSettings {
  settings(): Settings
  edit(changes: readonly { readonly path: readonly (string | number)[]; readonly value: unknown }[]): void
  problem(): FileProblem | undefined
  readonly changes: Emitter<Settings>
}

/** The part of the vault that providers and their models need. */
export interface KeyVault {
  resolve(value: ConfigValue, signal: AbortSignal): Promise<string>
  put(name: string, value: string, signal: AbortSignal): Promise<void>
  remove(name: string, signal: AbortSignal): Promise<void>
}

export interface ModelProviderEditorDeps {
  readonly settings: ModelSettings
  readonly vault: KeyVault
  readonly policy: { forbidsModel(model: { readonly address: string }): AppError | undefined } | undefined
  /** Whether new conversations have a model already. */
  readonly hasDefault: () => boolean
  readonly onRemoved: (id: string) => void
  readonly onKeySaved: (id: string) => void
}

/** Adds, changes and removes model providers: their entries in `settings.json`, and their keys in the vault. */
export class ModelProviderEditor {
  readonly #deps: ModelProviderEditorDeps

  constructor(deps: ModelProviderEditorDeps) {
    this.#deps = deps
  }

  /**
   * Adds or changes a provider and stores its key in the vault. The first provider's first model becomes the default.
   * @throws {AppError} INVALID_INPUT, POLICY, SECRETS_LOCKED, or why the settings cannot be read
   */
  async save(input: ProviderInput, signal: AbortSignal): Promise<{ id: string }> {
    const { settings, vault, policy } = this.#deps
    const configs = editableProviders(settings)
    const key = input.key?.trim()
    const baseUrl = baseUrlOf({ kind: input.kind, baseUrl: input.baseUrl, key })
    const forbidden = policy?.forbidsModel({ address: baseUrl })
    if (forbidden) throw forbidden
    const index = configs.findIndex(({ id }) => id === input.id)
    refuseOtherAddress(configs[index], baseUrl, key)
    const id = configs[index]?.id ?? input.id ?? freeId(idFrom(input, baseUrl), configs)
    if (key) await vault.put(apiKeySecretName(id), key, signal)
    // An empty key removes the stored key. A missing key keeps it.
    const apiKey = key ? { secret: apiKeySecretName(id) } : key === '' ? undefined : configs[index]?.apiKey
    if (key === '' && configs[index]?.apiKey !== undefined) await vault.remove(apiKeySecretName(id), signal)
    const custom = baseUrl === providerKinds[input.kind].baseUrl ? undefined : baseUrl
    // The keychain may have taken some time. The file may have changed, and the changes use positions in the file.
    const now = editableProviders(settings)
    const place = now.findIndex((config) => config.id === id)
    const fields = { id, kind: input.kind, name: input.name?.trim() || undefined, baseUrl: custom, models: input.models, apiKey }
    settings.edit([...providerChanges(now.length, place, fields), ...this.#defaultChange(id, input.models)])
    if (key !== undefined) this.#deps.onKeySaved(id)
    return { id }
  }

  /**
   * Removes a provider, its key, and the default model if that was one of its models.
   * @throws {AppError} NOT_FOUND, or why the settings cannot be read
   */
  async remove(id: string, signal: AbortSignal): Promise<void> {
    const { settings, vault } = this.#deps
    const configs = editableProviders(settings)
    const index = configs.findIndex((config) => config.id === id)
    if (index < 0) throw new AppError('NOT_FOUND', { reason: 'models.noProvider', params: { id } })
    const chosen = settings.settings().models.default
    const orphaned = chosen?.startsWith(`${id}/`) ? [{ path: ['models', 'default'], value: undefined }] : []
    settings.edit([{ path: ['models', 'providers', index], value: undefined }, ...orphaned])
    this.#deps.onRemoved(id)
    const key = configs[index]?.apiKey
    if (typeof key === 'object' && key.secret === apiKeySecretName(id)) await vault.remove(key.secret, signal)
  }

  /**
   * Sets how many tokens a model may take in. With null, Parley chooses.
   * @throws {AppError} NOT_FOUND, or why the settings cannot be read
   */
  setContext(model: ModelRef, tokens: number | null): void {
    this.#setOfModel('context', model, tokens)
  }

  /**
   * Sets what a model costs. With null, it costs what the catalogue says.
   * @throws {AppError} NOT_FOUND, or why the settings cannot be read
   */
  setPrice(model: ModelRef, price: TokenPrices | null): void {
    this.#setOfModel('prices', model, price)
  }

  #setOfModel(what: 'context' | 'prices', model: ModelRef, value: unknown): void {
    const { settings } = this.#deps
    const index = editableProviders(settings).findIndex(({ id }) => model.startsWith(`${id}/`))
    if (index < 0) throw new AppError('NOT_FOUND', { reason: 'models.noSuchModel', params: { model } })
    settings.edit([{ path: ['models', 'providers', index, what, modelName(model)], value: value ?? undefined }])
  }

  #defaultChange(id: string, models: readonly string[]): { readonly path: string[]; readonly value: unknown }[] {
    const [first] = models
    if (first === undefined || this.#deps.hasDefault()) return []
    return [{ path: ['models', 'default'], value: `${id}/${first}` }]
  }
}

/**
 * Returns the providers by their position in the file. An unreadable value would shift the positions, so it must be repaired first.
 * @throws {AppError} why the settings cannot be read
 */
export function editableProviders(settings: Pick<ModelSettings, 'settings' | 'problem'>): readonly ProviderConfig[] {
  const problem = settings.problem()
  if (problem) throw AppError.fromData(problem.error)
  return settings.settings().models.providers
}
