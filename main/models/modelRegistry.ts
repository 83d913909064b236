import type { ModelChoice } from '../../shared/domain/chat'
import { ModelRef } from '../../shared/domain/ids'
import type { FoundModelServer, Models, ProviderCheck, ProviderConfig, ProviderView } from '../../shared/domain/modelProvider'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { FileProblem, Settings } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import type { ProviderInput } from '../../shared/rpc/models'
import { Emitter } from '../lib/emitter'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'
import { log } from '../lib/log'
import { generateOnce, type Generation, type GenerationRequest } from './generateOnce'
import { discoverLocalModels, type LocalModelPorts, usualPorts } from './discoverLocalModels'
import type { AnswerLimits } from './limitModelAnswer'
import { openModel, takenMedia, type OpenModel } from './openModel'
import { ProviderEndpoints, refuseOtherAddress, type EndpointToCheck } from './providerEndpoints'
import { baseUrlOf, freeId, idFrom, providerChanges, apiKeySecretName } from './providerEntry'
import { providerKinds } from './providerKinds'

/** The part of the settings store that the registry needs. */
export interface ModelSettings {
  settings(): Settings
  edit(changes: readonly { readonly path: readonly (string | number)[]; readonly value: unknown }[]): void
  problem(): FileProblem | undefined
  readonly changes: Emitter<Settings>
}

/** The part of the vault that the registry needs. */
export interface KeyVault {
  resolve(value: ConfigValue, signal: AbortSignal): Promise<string>
  put(name: string, value: string, signal: AbortSignal): Promise<void>
  remove(name: string, signal: AbortSignal): Promise<void>
}

/** The part of an admin's policy that is about models. Without a name, the question is about every model at that address. */
export interface ModelPolicy {
  forbidsModel(model: { readonly address: string; readonly name?: string }): AppError | undefined
  forbidsModelToServers(model: { readonly address: string; readonly name?: string }): AppError | undefined
  readonly changes: Emitter<void>
}

/** The owner of model providers and their models. They are stored as `models` in `settings.json`, and their keys are in the vault. */
export class ModelRegistry {
  readonly changes = new Emitter<Models>()
  readonly #settings: ModelSettings
  readonly #vault: KeyVault
  readonly #endpoints: ProviderEndpoints
  readonly #ports: LocalModelPorts
  readonly #policy: ModelPolicy | undefined
  readonly #limits: () => AnswerLimits
  /** The model names that providers reported, for providers without models in the settings. */
  readonly #learned = new Map<string, readonly string[]>()

  constructor(deps: {
    readonly settings: ModelSettings
    readonly vault: KeyVault
    readonly localPorts?: LocalModelPorts
    readonly policy?: ModelPolicy
    readonly limits: () => AnswerLimits
  }) {
    this.#limits = deps.limits
    this.#settings = deps.settings
    this.#policy = deps.policy
    this.#vault = deps.vault
    this.#endpoints = new ProviderEndpoints(deps.vault)
    this.#ports = deps.localPorts ?? usualPorts
    // Otherwise the library prints warnings about requests to the console.
    globalThis.AI_SDK_LOG_WARNINGS = false
    this.#settings.changes.subscribe(() => this.changes.emit(this.models()))
    this.#policy?.changes.subscribe(() => this.changes.emit(this.models()))
  }

  models(): Models {
    const chosen = this.#settings.settings().models.default
    const standard = chosen === 'none' ? chosen : this.#refOf(chosen)
    return { providers: this.#configs().map((config) => this.#view(config)), ...(standard && { default: standard }) }
  }

  /** Returns why an admin's policy does not let servers use this model. Returns undefined when it does. */
  forbiddenToServers(ref: ModelRef): AppError | undefined {
    const policy = this.#policy
    return policy && this.#judge(ref, (model) => policy.forbidsModelToServers(model))
  }

  /** Returns the model of a choice. Returns undefined when none was chosen yet, or its provider is gone. */
  resolve(choice: ModelChoice): ModelRef | 'none' | undefined {
    if (choice === 'none') return 'none'
    return choice === 'default' ? this.models().default : this.#refOf(choice)
  }

  /** @throws {AppError} MODEL_MISSING, MODEL_REFUSED_KEY, SECRETS_LOCKED, POLICY */
  async open(ref: ModelRef, signal: AbortSignal): Promise<OpenModel> {
    const { providerId, name } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    if (!config) {
      throw new AppError('MODEL_MISSING', { reason: 'models.modelGone', params: { model: name } })
    }
    const forbidden = this.#policy?.forbidsModel({ address: baseUrlOf(config), name })
    if (forbidden) throw forbidden
    return openModel(await this.#endpoints.of(config, signal), name, this.#limits())
  }

  /** Returns the media types that the endpoint of a model accepts in a message. */
  mediaOf(ref: ModelRef): readonly string[] {
    const { providerId } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    return config ? takenMedia[config.kind] : []
  }

  /** @throws {AppError} MODEL_… */
  async complete(request: GenerationRequest, signal: AbortSignal): Promise<Generation> {
    return await generateOnce(await this.open(request.ref, signal), request, signal)
  }

  async discover(signal: AbortSignal): Promise<readonly FoundModelServer[]> {
    return await discoverLocalModels(this.#ports, signal)
  }

  /** Asks an endpoint for its models. Every failure is returned as a value, because a person is trying out an endpoint. */
  async check(input: EndpointToCheck, signal: AbortSignal): Promise<ProviderCheck> {
    try {
      const endpoint = await this.#endpoints.toCheck(input, this.#configs(), signal)
      const forbidden = this.#policy?.forbidsModel({ address: endpoint.baseUrl })
      if (forbidden) throw forbidden
      if (input.providerId === undefined) {
        const mayAsk = (address: string): boolean => this.#policy?.forbidsModel({ address }) === undefined
        return { ok: true, kind: endpoint.kind, ...(await this.#endpoints.find(endpoint, mayAsk, signal)) }
      }
      const models = await this.#endpoints.models(endpoint, signal)
      this.#learn(input.providerId, models)
      return { ok: true, kind: endpoint.kind, models, baseUrl: endpoint.baseUrl }
    } catch (thrown) {
      signal.throwIfAborted()
      return { ok: false, error: AppError.from(thrown).toData() }
    }
  }

  /** Asks the providers that are configured without a list of models for their models. Failures are logged. */
  async learnModels(signal: AbortSignal): Promise<void> {
    const unknown = this.#configs().filter(({ id, models }) => !models && !this.#learned.has(id))
    await Promise.all(
      unknown.map(async (config) => {
        const found = await this.check({ providerId: config.id }, signal)
        if (!found.ok) log('warn', 'The models of a provider are not known', { provider: config.id, error: found.error.message })
      }),
    )
  }

  /** Adds or changes a provider and stores its key in the vault. The first provider's first model becomes the default. */
  async saveProvider(input: ProviderInput, signal: AbortSignal): Promise<{ id: string }> {
    const configs = this.#editable()
    const key = input.key?.trim()
    const baseUrl = baseUrlOf({ kind: input.kind, baseUrl: input.baseUrl, key })
    const forbidden = this.#policy?.forbidsModel({ address: baseUrl })
    if (forbidden) throw forbidden
    const index = configs.findIndex(({ id }) => id === input.id)
    refuseOtherAddress(configs[index], baseUrl, key)
    const id = configs[index]?.id ?? input.id ?? freeId(idFrom(input, baseUrl), configs)
    if (key) await this.#vault.put(apiKeySecretName(id), key, signal)
    // An empty key removes the stored key. A missing key keeps it.
    const apiKey = key ? { secret: apiKeySecretName(id) } : key === '' ? undefined : configs[index]?.apiKey
    if (key === '' && configs[index]?.apiKey !== undefined) await this.#vault.remove(apiKeySecretName(id), signal)
    const custom = baseUrl === providerKinds[input.kind].baseUrl ? undefined : baseUrl
    // The keychain may have taken some time. The file may have changed, and the changes use positions in the file.
    const now = this.#editable()
    const place = now.findIndex((config) => config.id === id)
    const fields = { id, kind: input.kind, name: input.name?.trim() || undefined, baseUrl: custom, models: input.models, apiKey }
    this.#settings.edit([...providerChanges(now.length, place, fields), ...this.#defaultChange(id, input.models)])
    return { id }
  }

  async removeProvider(id: string, signal: AbortSignal): Promise<void> {
    const configs = this.#editable()
    const index = configs.findIndex((config) => config.id === id)
    if (index < 0) throw new AppError('NOT_FOUND', { reason: 'models.noProvider', params: { id } })
    const chosen = this.#settings.settings().models.default
    const orphaned = chosen?.startsWith(`${id}/`) ? [{ path: ['models', 'default'], value: undefined }] : []
    this.#settings.edit([{ path: ['models', 'providers', index], value: undefined }, ...orphaned])
    this.#learned.delete(id)
    const key = configs[index]?.apiKey
    if (typeof key === 'object' && key.secret === apiKeySecretName(id)) await this.#vault.remove(key.secret, signal)
  }

  setDefault(model: ModelRef | 'none'): void {
    if (model !== 'none' && !this.#refOf(model)) throw new AppError('NOT_FOUND', { reason: 'models.noSuchModel', params: { model } })
    this.#settings.edit([{ path: ['models', 'default'], value: model }])
  }

  #configs(): readonly ProviderConfig[] {
    return this.#settings.settings().models.providers
  }

  /** Returns the providers by their position in the file. An unreadable value would shift the positions, so it must be repaired first. */
  #editable(): readonly ProviderConfig[] {
    const problem = this.#settings.problem()
    if (problem) throw AppError.fromData(problem.error)
    return this.#configs()
  }

  #view(config: ProviderConfig): ProviderView {
    const { id, kind, name, baseUrl } = config
    const models = config.models ?? this.#learned.get(id) ?? []
    const refs = models.flatMap((model) => ModelRef.safeParse(`${id}/${model}`).data ?? [])
    const policy = this.#policy
    const forbidden = policy ? refs.filter((ref) => this.#judge(ref, (model) => policy.forbidsModel(model))) : []
    return {
      id,
      kind,
      name: name ?? (kind === 'openai-compatible' ? id : providerKinds[kind].name),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(baseUrl !== undefined && isOnThisComputer(baseUrl) && { onThisComputer: true }),
      models: refs,
      ...(forbidden.length > 0 && { forbidden }),
      hasKey: config.apiKey !== undefined && config.apiKey !== '',
    }
  }

  /** Asks a policy about a model that may not exist. A model without an address cannot be used anyway. */
  #judge(ref: ModelRef, judge: (model: { readonly address: string; readonly name: string }) => AppError | undefined): AppError | undefined {
    const { providerId, name } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    const address = config && (config.baseUrl?.trim() || providerKinds[config.kind].baseUrl)
    return judge({ address: address ?? '', name })
  }

  #refOf(text: string | undefined): ModelRef | undefined {
    const ref = ModelRef.safeParse(text)
    if (!ref.success) return undefined
    return this.#configs().some(({ id }) => id === split(ref.data).providerId) ? ref.data : undefined
  }

  #defaultChange(id: string, models: readonly string[]): { readonly path: string[]; readonly value: unknown }[] {
    const [first] = models
    if (first === undefined || this.models().default !== undefined) return []
    return [{ path: ['models', 'default'], value: `${id}/${first}` }]
  }

  #learn(providerId: string, models: readonly string[]): void {
    this.#learned.set(providerId, models)
    this.changes.emit(this.models())
  }
}

function isOnThisComputer(baseUrl: string): boolean {
  const text = baseUrl.trim()
  return URL.canParse(text) && isLoopbackHost(new URL(text).hostname)
}

function split(ref: ModelRef): { readonly providerId: string; readonly name: string } {
  const slash = ref.indexOf('/')
  return { providerId: ref.slice(0, slash), name: ref.slice(slash + 1) }
}
