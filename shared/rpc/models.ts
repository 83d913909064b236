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
  'models.discover': call<readonly FoundModelServer[]>()(z.object({})),
  /** Asks an endpoint for its models. `kind` may be left out for a pasted key: Parley sees which one it is. */
  'models.check': call<ProviderCheck>()(
    z.object({
      kind: ProviderKind.optional(),
      baseUrl: z.string().max(2000).optional(),
      key: z.string().max(10_000).optional(),
      /** Uses the key that is already kept for this provider. */
      providerId: z.string().max(100).optional(),
    }),
  ),
  'models.saveProvider': call<{ id: string }>()(ProviderInput),
  'models.removeProvider': call<void>()(z.object({ id: z.string() })),
  'models.setDefault': call<void>()(z.object({ model: z.union([ModelRef, z.literal('none')]) })),
}

export const modelsTopics = { models: topic<Models>() }
