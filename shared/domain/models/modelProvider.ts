import * as z from 'zod'
import type { AppErrorData } from '../../errors/appError'
import type { ModelRef } from '../ids'
import { ConfigValue } from '../configValue'

export const ProviderKind = z.enum(['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'])
export type ProviderKind = z.infer<typeof ProviderKind>

/** How many tokens a request and its answer may have together, as a person sets it. */
export const ContextTokens = z.int().min(1_024).max(10_000_000)

const Dollars = z.number().min(0).max(1_000_000)

/** What a person says a model costs, in US dollars per million tokens. */
export const OwnPrice = z.object({ input: Dollars, output: Dollars, cacheRead: Dollars.optional(), cacheWrite: Dollars.optional() })

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
  /** How many tokens a model may take in, by its name. Only Ollama is told. */
  context: z.record(z.string().max(200), ContextTokens).optional(),
  /** What a model costs, by its name, where the person knows better than the list that Parley ships. */
  prices: z.record(z.string().max(200), OwnPrice).optional(),
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
  /** How many tokens a model may take in, by its name, where the person set it. */
  readonly context?: Readonly<Record<string, number>>
  /** What a model costs, by its name, where the person set it. */
  readonly prices?: Readonly<Record<string, TokenPrices>>
}

/** How the latest requests to a provider went, as far as Parley knows since it started. */
export interface ProviderStatus {
  /** When it last answered, in milliseconds since 1970. */
  readonly answeredAt?: number
  /** Why it could not be used the last time. Absent once it answers. */
  readonly trouble?: AppErrorData
}

/** The value of the topic `models`. */
export interface Models {
  readonly providers: readonly ProviderView[]
  /** 'none' when the user chose to have no model. Absent before the first choice. */
  readonly default?: ModelRef | 'none'
  /** The model that writes the titles of conversations. Absent when their first words are the title. */
  readonly titles?: ModelRef
  /** The models that the person put a star on, in that order. */
  readonly favourites?: readonly ModelRef[]
}

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  /** What the provider kept from an earlier request. Absent: it costs as much as other input. */
  readonly cacheRead?: number | undefined
  /** What the provider is asked to keep. Absent: it costs as much as other input. */
  readonly cacheWrite?: number | undefined
}

export interface ModelPrice extends TokenPrices {
  /** What a whole request costs when its input has more than `over` tokens, the smallest number first. */
  readonly tiers?: readonly (TokenPrices & { readonly over: number })[] | undefined
}

/** What is known of a model. What is not known is absent. */
export interface ModelFacts {
  /** How many tokens a request and its answer may have together. For a model on this computer: as it runs there. */
  readonly context?: number
  /** How many it could have, where a person can set how many it has. */
  readonly mostContext?: number
  /** Whether it takes images. */
  readonly sees?: boolean
  /** Whether it can reason before it answers. */
  readonly thinks?: boolean
  readonly tools?: boolean
  /** Whether a request may set its temperature. */
  readonly temperature?: boolean
  readonly price?: ModelPrice
}

/** What is known of the models of all providers. */
export interface KnownModels {
  /** The date of the catalogue: year, month and day. */
  readonly asOf: string
  readonly models: Readonly<Record<ModelRef, ModelFacts>>
}

/** A model server that answered on this computer. */
export interface FoundModelServer {
  readonly name: 'Ollama' | 'LM Studio' | 'llama.cpp'
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly models: readonly string[]
}

/** How far the download of a model is. What came is kept by the server that downloads it. */
export interface ModelDownload {
  readonly model: string
  readonly step: 'running' | 'stopped' | 'failed' | 'done'
  /** In bytes, of what is known so far. */
  readonly done: number
  /** 0 before it is known. */
  readonly total: number
  readonly error?: AppErrorData
}

/** The answer of an endpoint to Parley's request for its models. */
export type ProviderCheck =
  | { readonly ok: true; readonly kind: ProviderKind; readonly models: readonly string[]; readonly baseUrl?: string }
  /** `kind` is absent where Parley could not tell whom to ask. */
  | { readonly ok: false; readonly error: AppErrorData; readonly kind?: ProviderKind }

/** The tools in the next request to the model. */
export interface ToolsForModel {
  readonly servers: readonly { readonly serverId: string; readonly tools: readonly string[] }[]
  readonly count: number
  /** How many tools exceed the limit. */
  readonly leftOut: number
  /** 0 for a model that calls no tools. */
  readonly limit: number
  /** Tools that no model gets: nothing that a provider takes says what their arguments are. Absent when there are none. */
  readonly untold?: readonly { readonly serverId: string; readonly tool: string }[]
  /** The model gets a search among these tools instead of all of them. */
  readonly searched?: true
}
