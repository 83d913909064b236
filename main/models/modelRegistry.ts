import type { ModelChoice, TokenUsage } from '../../shared/domain/chat'
import { ModelRef, type ConversationId } from '../../shared/domain/ids'
import type {
  FoundModelServer,
  KnownModels,
  ModelFacts,
  ModelPrice,
  Models,
  ProviderCheck,
  ProviderConfig,
  ProviderKind,
  ProviderView,
} from '../../shared/domain/models/modelProvider'
import { isSmallModel } from '../../shared/domain/models/isSmallModel'
import { AppError } from '../../shared/errors/appError'
import { takenMedia } from '../../shared/files/takenMedia'
import { Emitter } from '../lib/emitter'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'
import { log } from '../lib/log'
import type { Generation, GenerationRequest } from './generateOnce'
import { discoverLocalModels, type LocalModelPorts, usualPorts } from './discoverLocalModels'
import type { ModelResponseLimits } from './limitModelResponse'
import { knownModels } from './knownModels'
import { LoadingModels } from './loadingModels'
import { localModelFacts } from './local/localModelFacts'
import { type KeyVault, ModelProviderEditor, type ModelSettings } from './modelProviderEditor'
import type { OpenModel } from './openModel'
import { ProviderEndpoints, type EndpointToCheck } from './providerEndpoints'
import { baseUrlOf } from './providerConfigEntry'
import { explainModelError } from './explainModelError'
import { hostOf, modelPrice } from './modelPrices'
import { loadModelCatalog, type ModelCatalog } from './modelsDev/modelCatalog'
import { providerKinds } from './providerKinds'
import { ProviderStatuses, type RequestOutcome } from './status/providerStatuses'

const REFRESH_MS = 30_000

/** The part of an admin's policy that is about models. Without a name, the question is about every model at that address. */
export interface ModelPolicy {
  forbidsModel(model: { readonly address: string; readonly name?: string }): AppError | undefined
  forbidsModelToServers(model: { readonly address: string; readonly name?: string }): AppError | undefined
  readonly changes: Emitter<void>
}

/** The owner of model providers and their models. They are stored as `models` in `settings.json`, and their keys are in the vault. */
export class ModelRegistry {
  readonly changes = new Emitter<Models>()
  readonly loading = new LoadingModels()
  /** How the latest requests to each provider went. */
  readonly statuses: ProviderStatuses
  /** Adds, changes and removes providers. */
  readonly providers: ModelProviderEditor
  readonly #settings: ModelSettings
  readonly #endpoints: ProviderEndpoints
  readonly #ports: LocalModelPorts
  readonly #policy: ModelPolicy | undefined
  readonly #limits: () => ModelResponseLimits
  readonly #onUsed: (model: ModelRef, tokens: TokenUsage, conversationId?: ConversationId) => void
  readonly #now: () => number
  #catalog: ModelCatalog | undefined
  /** When the model servers on this computer were last asked for their models, in milliseconds. */
  #refreshedAt = -Infinity
  /** The model names that providers reported: of those without models in the settings, and of those on this computer, which change theirs. */
  readonly #learned = new Map<string, readonly string[]>()
  /** What was found out of models that turns use, and when. */
  readonly #known = new Map<ModelRef, { readonly at: number; readonly facts: ModelFacts | undefined }>()

  constructor(deps: {
    readonly settings: ModelSettings
    readonly vault: KeyVault
    readonly localPorts?: LocalModelPorts
    readonly policy?: ModelPolicy
    readonly limits: () => ModelResponseLimits
    /** Told what a request used that belongs to no message, unless a temporary chat wanted it. */
    readonly onUsed?: (model: ModelRef, tokens: TokenUsage, conversationId?: ConversationId) => void
    /** In milliseconds, from any beginning. */
    readonly now?: () => number
    /** In milliseconds since 1970. */
    readonly wallClock?: () => number
  }) {
    this.#now = deps.now ?? (() => performance.now())
    this.#limits = deps.limits
    this.#onUsed = deps.onUsed ?? (() => undefined)
    this.#settings = deps.settings
    this.#policy = deps.policy
    this.#endpoints = new ProviderEndpoints(deps.vault)
    this.statuses = new ProviderStatuses(this.#configs(), deps.wallClock ?? (() => Date.now()))
    this.providers = new ModelProviderEditor({
      settings: deps.settings,
      vault: deps.vault,
      policy: deps.policy,
      hasDefault: () => this.models().default !== undefined,
      onRemoved: (id) => this.#learned.delete(id),
      onKeySaved: (id) => this.statuses.forget(id),
    })
    this.#ports = deps.localPorts ?? usualPorts
    // Otherwise the library prints warnings about requests to the console.
    globalThis.AI_SDK_LOG_WARNINGS = false
    this.#settings.changes.subscribe(() => {
      this.#known.clear()
      this.statuses.follow(this.#configs())
      this.changes.emit(this.models())
    })
    this.#policy?.changes.subscribe(() => this.changes.emit(this.models()))
  }

  models(): Models {
    const chosen = this.#settings.settings().models.default
    const standard = chosen === 'none' ? chosen : this.#refOf(chosen)
    const titles = this.#refOf(this.#settings.settings().models.titles)
    const favourites = this.#favourites()
    return {
      providers: this.#configs().map((config) => this.#view(config)),
      ...(standard && { default: standard }),
      ...(favourites.length > 0 && { favourites }),
      ...(titles && { titles }),
    }
  }

  /** Returns what is known of the models of all providers. */
  async facts(signal: AbortSignal): Promise<KnownModels> {
    return await knownModels(this.models(), (provider, names) => this.#askLocal(provider, names, signal), signal)
  }

  /** Returns what a model costs that was opened before. Undefined where that is not known. */
  priceOf(ref: ModelRef): ModelPrice | undefined {
    const config = this.#configs().find(({ id }) => id === split(ref).providerId)
    return config && this.#catalog && modelPrice(this.#view(config), ref, this.#catalog)
  }

  setFavourite(model: ModelRef, favourite: boolean): void {
    if (favourite && !this.#refOf(model)) throw new AppError('NOT_FOUND', { reason: 'models.noSuchModel', params: { model } })
    const others = this.#favourites().filter((ref) => ref !== model)
    this.#settings.edit([{ path: ['models', 'favourites'], value: favourite ? [...others, model] : others }])
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
    if (!config) throw new AppError('MODEL_MISSING', { reason: 'models.modelGone', params: { model: name } })
    const forbidden = this.#policy?.forbidsModel({ address: baseUrlOf(config), name })
    if (forbidden) throw forbidden
    const { openModel } = await import('./openModel')
    this.#catalog = await loadModelCatalog()
    const heard = this.statuses.begin(providerId)
    const provider = this.#view(config).name
    const endpoint = await noting(heard, () => this.#endpoints.of(config, signal))
    const ended = (thrown: unknown): void => {
      heard(thrown === undefined ? undefined : explainModelError(thrown, { modelName: provider, answered: false, addressInView: true }))
    }
    const model = openModel(endpoint, name, { limits: this.#limits(), load: () => this.loading.begin(ref), ended })
    return { ...model, provider, ...this.toolTaker(ref), sees: async (asked) => (await this.#facts(ref, config, asked))?.sees }
  }

  /** Returns what decides how a model is offered tools. Of a model that is gone nothing is known. */
  toolTaker(ref: ModelRef): Pick<OpenModel, 'small' | 'facts'> {
    const { providerId, name } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    if (!config) return {}
    return { small: isSmallModel(config.kind, name), facts: (signal) => this.#facts(ref, config, signal) }
  }

  /** Returns the media types that the endpoint of a model accepts in a message. */
  mediaOf(ref: ModelRef): readonly string[] {
    const { providerId } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    return config ? takenMedia[config.kind] : []
  }

  /** @throws {AppError} MODEL_… */
  async complete(request: GenerationRequest, signal: AbortSignal): Promise<Generation> {
    const opened = await this.open(request.ref, signal)
    const { generateOnce } = await import('./generateOnce')
    const generation = await generateOnce(opened, request, signal)
    if (generation.tokens && request.temporary !== true) this.#onUsed(request.ref, generation.tokens, request.conversationId)
    return generation
  }

  async discover(signal: AbortSignal): Promise<readonly FoundModelServer[]> {
    return await discoverLocalModels(this.#ports, signal)
  }

  /** Asks an endpoint for its models. Every failure is returned as a value, because a person is trying out an endpoint. */
  async check(input: EndpointToCheck, signal: AbortSignal): Promise<ProviderCheck> {
    // A key that is tried before it is kept says nothing of the one that is kept.
    const kept = !input.key?.trim()
    const heard: RequestOutcome = kept && input.providerId !== undefined ? this.statuses.begin(input.providerId) : () => undefined
    let kind: ProviderKind | undefined
    try {
      const endpoint = await this.#endpoints.toCheck(input, this.#configs(), signal)
      kind = endpoint.kind
      const forbidden = this.#policy?.forbidsModel({ address: endpoint.baseUrl })
      if (forbidden) throw forbidden
      if (input.providerId === undefined) {
        const mayAsk = (address: string): boolean => this.#policy?.forbidsModel({ address }) === undefined
        return { ok: true, kind: endpoint.kind, ...(await this.#endpoints.find(endpoint, mayAsk, signal)) }
      }
      const models = await this.#endpoints.models(endpoint, signal)
      heard()
      if (kept) this.#learn(input.providerId, models)
      return { ok: true, kind: endpoint.kind, models, baseUrl: endpoint.baseUrl }
    } catch (thrown) {
      signal.throwIfAborted()
      const error = AppError.from(thrown)
      heard(error)
      return { ok: false, error: error.toData(), ...(kind && { kind }) }
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

  /** Asks the providers on this computer anew for their models, unless that was done a moment ago. */
  async refreshLocal(signal: AbortSignal): Promise<void> {
    if (this.#now() - this.#refreshedAt < REFRESH_MS) return
    this.#refreshedAt = this.#now()
    const local = this.#configs().filter(({ baseUrl }) => baseUrl !== undefined && isOnThisComputer(baseUrl))
    await Promise.all(local.map(({ id }) => this.check({ providerId: id }, signal)))
  }

  setDefault(model: ModelRef | 'none'): void {
    if (model !== 'none' && !this.#refOf(model)) throw new AppError('NOT_FOUND', { reason: 'models.noSuchModel', params: { model } })
    this.#settings.edit([{ path: ['models', 'default'], value: model }])
  }

  /** Chooses the model that writes titles. With null, the first words of a conversation are its title. */
  setTitleModel(model: ModelRef | null): void {
    if (model !== null && !this.#refOf(model)) throw new AppError('NOT_FOUND', { reason: 'models.noSuchModel', params: { model } })
    this.#settings.edit([{ path: ['models', 'titles'], value: model ?? undefined }])
  }

  /** A server that cannot be asked, because its key is locked for example, has nothing to say. */
  async #askLocal({ id }: ProviderView, names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ModelFacts>> {
    const config = this.#configs().find((provider) => provider.id === id)
    if (!config || this.#policy?.forbidsModel({ address: config.baseUrl ?? '' })) return new Map()
    try {
      return await localModelFacts(await this.#endpoints.of(config, signal), names, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      log('warn', 'A model server could not be asked about its models', { provider: id, error: AppError.from(thrown).message })
      return new Map()
    }
  }

  #configs(): readonly ProviderConfig[] {
    return this.#settings.settings().models.providers
  }

  /** A turn asks at each of its steps, and a server on this computer is asked each time. */
  async #facts(ref: ModelRef, config: ProviderConfig, signal: AbortSignal): Promise<ModelFacts | undefined> {
    const before = this.#known.get(ref)
    if (before && this.#now() - before.at < REFRESH_MS) return before.facts
    const providers = [{ ...this.#view(config), models: [ref] }]
    const known = await knownModels({ providers }, (provider, names) => this.#askLocal(provider, names, signal), signal)
    const facts = known.models[ref]
    this.#known.set(ref, { at: this.#now(), facts })
    return facts
  }

  #view(config: ProviderConfig): ProviderView {
    const { id, kind, name, baseUrl } = config
    const onThisComputer = baseUrl !== undefined && isOnThisComputer(baseUrl)
    const learned = this.#learned.get(id)
    // What was saved of a server on this computer is how it was then. What it has now is added; nothing that somebody may have chosen goes: a
    // list may be cut, and a name that somebody typed is in none.
    const models = onThisComputer ? [...new Set([...(learned ?? []), ...(config.models ?? [])])] : (config.models ?? learned ?? [])
    const refs = models.flatMap((model) => ModelRef.safeParse(`${id}/${model}`).data ?? [])
    const policy = this.#policy
    const forbidden = policy ? refs.filter((ref) => this.#judge(ref, (model) => policy.forbidsModel(model))) : []
    return {
      id,
      kind,
      name: name ?? (kind === 'openai-compatible' ? (hostOf(baseUrl) ?? id) : providerKinds[kind].name),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(onThisComputer && { onThisComputer: true }),
      models: refs,
      ...(forbidden.length > 0 && { forbidden }),
      hasKey: config.apiKey !== undefined && config.apiKey !== '',
      ...(config.context && { context: config.context }),
      ...(config.prices && { prices: config.prices }),
    }
  }

  /** Asks a policy about a model that may not exist. A model without an address cannot be used anyway. */
  #judge(ref: ModelRef, judge: (model: { readonly address: string; readonly name: string }) => AppError | undefined): AppError | undefined {
    const { providerId, name } = split(ref)
    const config = this.#configs().find(({ id }) => id === providerId)
    const address = config && (config.baseUrl?.trim() || providerKinds[config.kind].baseUrl)
    return judge({ address: address ?? '', name })
  }

  #favourites(): readonly ModelRef[] {
    return (this.#settings.settings().models.favourites ?? []).flatMap((ref) => ModelRef.safeParse(ref).data ?? [])
  }

  #refOf(text: string | undefined): ModelRef | undefined {
    const ref = ModelRef.safeParse(text)
    if (!ref.success) return undefined
    return this.#configs().some(({ id }) => id === split(ref.data).providerId) ? ref.data : undefined
  }

  #learn(providerId: string, models: readonly string[]): void {
    this.#learned.set(providerId, models)
    this.changes.emit(this.models())
  }
}

/** Does what a request needs, and tells its failure as that of the request. */
async function noting<T>(heard: RequestOutcome, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    heard(AppError.from(thrown))
    throw thrown
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
