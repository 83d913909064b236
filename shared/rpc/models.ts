import * as z from 'zod'
import { ModelRef } from '../domain/ids'
import { ProviderKind, type FoundModelServer, type Models, type ProviderCheck } from '../domain/model'
import { call, topic } from './define'

/** A key travels this way once, towards the vault, and never back. */
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
  key: z.string().max(10_000).optional(),
})
export type ProviderInput = z.infer<typeof ProviderInput>

export const modelsCalls = {
  /**
   * Looks for Ollama, LM Studio and llama.cpp on the loopback address of this computer, for half a second.
   * Result: those that answered, with their models. What does not answer is not in the list.
   * Errors: none of its own.
   */
  'models.discover': call<readonly FoundModelServer[]>()(z.object({})),
  /**
   * Asks an endpoint for its models, for at most ten seconds. `kind` may be left out for a pasted key: Parley sees which one it is. `providerId`
   * uses the key that is kept for that provider.
   * Result: the kind and the names, or with `ok: false` the error as data (INVALID_INPUT, POLICY, SECRETS_LOCKED, TIMED_OUT, MODEL_…).
   * Errors: none of its own.
   */
  'models.check': call<ProviderCheck>()(
    z.object({
      kind: ProviderKind.optional(),
      baseUrl: z.string().max(2000).optional(),
      key: z.string().max(10_000).optional(),
      /** Uses the key that is already kept for this provider. */
      providerId: z.string().max(100).optional(),
    }),
  ),
  /**
   * Adds a provider, or changes the one with its id. The key goes into the vault: one left out stays, an empty one goes. The first provider's
   * first model becomes the default.
   * Result: its id.
   * Errors: INVALID_INPUT (no address, or a kept key for another address), POLICY, SECRETS_LOCKED, FILE_UNREADABLE (`settings.json` or the
   * vault).
   */
  'models.saveProvider': call<{ id: string }>()(ProviderInput),
  /**
   * Removes a provider, its key, and the default model where that was one of its own.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'models.removeProvider': call<void>()(z.object({ id: z.string() })),
  /**
   * Chooses the default model, or 'none' to go without.
   * Result: nothing.
   * Errors: NOT_FOUND (no provider has it), FILE_UNREADABLE.
   */
  'models.setDefault': call<void>()(z.object({ model: z.union([ModelRef, z.literal('none')]) })),
}

export const modelsTopics = {
  /** The configured providers with their models, never their keys, and the default model. */
  models: topic<Models>(),
}
