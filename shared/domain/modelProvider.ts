import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { ModelRef } from './ids'
import { ConfigValue } from './configValue'

export const ProviderKind = z.enum(['anthropic', 'openai', 'google', 'openai-compatible'])
export type ProviderKind = z.infer<typeof ProviderKind>

/** One entry under `models.providers` in `settings.json`. */
export const ProviderConfig = z.object({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^/]+$/),
  kind: ProviderKind,
  name: z.string().max(200).optional(),
  baseUrl: z.string().max(2000).optional(),
  models: z.array(z.string().min(1).max(200)).optional(),
  apiKey: ConfigValue.optional(),
})
export type ProviderConfig = z.infer<typeof ProviderConfig>

/** A provider as the screen sees it. It shows whether there is a key, never the key. */
export interface ProviderView {
  readonly id: string
  readonly kind: ProviderKind
  readonly name: string
  readonly baseUrl?: string
  /** Set when its address is one of this computer. What answers there may still pass on what it is sent. */
  readonly onThisComputer?: true
  readonly models: readonly ModelRef[]
  /** The models that an admin's policy does not allow. */
  readonly forbidden?: readonly ModelRef[]
  readonly hasKey: boolean
}

/** The value of the topic `models`. */
export interface Models {
  readonly providers: readonly ProviderView[]
  /** 'none' when the user chose to have no model. Absent before the first choice. */
  readonly default?: ModelRef | 'none'
}

/** A model server that answered on this computer. */
export interface FoundModelServer {
  readonly name: 'Ollama' | 'LM Studio' | 'llama.cpp'
  readonly baseUrl: string
  readonly models: readonly string[]
}

/** The answer of an endpoint to Parley's request for its models. */
export type ProviderCheck =
  | { readonly ok: true; readonly kind: ProviderKind; readonly models: readonly string[]; readonly baseUrl?: string }
  | { readonly ok: false; readonly error: AppErrorData }

/** The tools in the next request to the model. */
export interface ToolsForModel {
  readonly servers: readonly { readonly serverId: string; readonly tools: readonly string[] }[]
  readonly count: number
  /** How many tools exceed the limit. */
  readonly leftOut: number
  readonly limit: number
}
