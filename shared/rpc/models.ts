import * as z from 'zod'
import { ModelRef } from '../domain/ids'
import {
  ContextTokens,
  OwnPrice,
  ProviderKind,
  type FoundModelServer,
  type KnownModels,
  type ModelDownload,
  type Models,
  type ProviderCheck,
  type ProviderStatus,
} from '../domain/models/modelProvider'
import { LONGEST_KEY } from '../domain/models/keyLength'
import { call, topic } from './contractKinds'

/** Carries a key to the vault. No call returns it. */
const ProviderInput = z.object({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^/]+$/)
    .optional(),
  kind: ProviderKind,
  name: z.string().max(200).optional(),
  baseUrl: z.string().max(2000).optional(),
  models: z.array(z.string().min(1).max(200)).max(500),
  key: z.string().max(LONGEST_KEY).optional(),
})
export type ProviderInput = z.infer<typeof ProviderInput>

export const modelsCalls = {
  /**
   * Searches for Ollama, LM Studio and llama.cpp on the loopback address of this computer, for half a second.
   * Result: the servers that answered, with their models.
   * Errors: none of its own.
   */
  'models.discover': call<readonly FoundModelServer[]>()(z.object({})),
  /**
   * Asks the configured model servers on this computer anew for their models, at most once in 30 seconds. The topic `models` tells what they
   * have. One that does not answer keeps what was known.
   * Result: nothing, when all have answered or failed.
   * Errors: none of its own.
   */
  'models.refreshLocal': call<void>()(z.object({})),
  /**
   * Asks an endpoint for its models, for at most ten seconds. `kind` is optional for a pasted key: Parley recognises it. `providerId` uses
   * the saved key of that provider.
   * Result: the kind and the names, or with `ok: false` the error as data (INVALID_INPUT, POLICY, SECRETS_LOCKED, TIMED_OUT, MODEL_…).
   * Errors: none of its own.
   */
  'models.check': call<ProviderCheck>()(
    z.object({
      kind: ProviderKind.optional(),
      baseUrl: z.string().max(2000).optional(),
      key: z.string().max(LONGEST_KEY).optional(),
      /** Uses the saved key of this provider. */
      providerId: z.string().max(100).optional(),
    }),
  ),
  /**
   * Adds a provider, or changes the provider with the given id. The key goes into the vault. A missing key does not change, and an empty
   * one is removed. The first provider's first model becomes the default.
   * Result: its id.
   * Errors: INVALID_INPUT (no address, or a saved key for another address), POLICY, SECRETS_LOCKED, FILE_UNREADABLE (`settings.json` or the
   * vault).
   */
  'models.saveProvider': call<{ id: string }>()(ProviderInput),
  /**
   * Removes a provider and its key. Clears the default model if it is one of this provider's models.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'models.removeProvider': call<void>()(z.object({ id: z.string() })),
  /**
   * Chooses the default model, or 'none' for no model.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setDefault': call<void>()(z.object({ model: z.union([ModelRef, z.literal('none')]) })),
  /**
   * Chooses the model that writes the titles of conversations after their first answer. With null, their first words are the title.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setTitleModel': call<void>()(z.object({ model: ModelRef.nullable() })),
  /**
   * Puts a star on a model, or takes it off.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setFavourite': call<void>()(z.object({ model: ModelRef, favourite: z.boolean() })),
  /**
   * Sets how many tokens a model of Ollama takes in, its question and answer together. With null, Parley chooses: 32,768, or what the model
   * can if that is less.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setContext': call<void>()(z.object({ model: ModelRef, tokens: ContextTokens.nullable() })),
  /**
   * Sets what a model costs, in US dollars per million tokens. It counts from the next request on. With null, it costs what the list that
   * Parley ships says, if that knows it.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setPrice': call<void>()(z.object({ model: ModelRef, price: OwnPrice.nullable() })),
  /**
   * Has Ollama on this computer download a small model that calls tools, or continue with it. The topic `models.download` says how far it is.
   * Result: nothing, as soon as it has begun.
   * Errors: POLICY.
   */
  'models.startDownload': call<void>()(z.object({})),
  /**
   * Stops the download. Ollama keeps what came.
   * Result: nothing.
   * Errors: none of its own.
   */
  'models.stopDownload': call<void>()(z.object({})),
  /**
   * Returns what is known of the models of all providers: from the catalogue that Parley ships, and from the servers on this computer.
   * Result: the facts by model. A model that nothing is known of is absent.
   * Errors: none of its own.
   */
  'models.facts': call<KnownModels>()(z.object({})),
}

export const modelsTopics = {
  /** The configured providers with their models, never their keys, and the default model. */
  models: topic<Models>(),
  /** The download of a model. Null before the first one. */
  'models.download': topic<ModelDownload | null>(),
  /** How the latest requests to each provider went, by its id. One that nobody asked since Parley started is absent. */
  'models.statuses': topic<Readonly<Record<string, ProviderStatus>>>(),
  /** The models that are being loaded into memory because Parley asked them. Known of Ollama. */
  'models.loading': topic<readonly ModelRef[]>(),
}
