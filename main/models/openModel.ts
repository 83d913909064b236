import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultSettingsMiddleware, wrapLanguageModel, type LanguageModel } from 'ai'
import type { ProviderKind } from '../../shared/domain/model'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { Endpoint } from './listModels'
import { modelFetch } from './modelFetch'

export interface OpenModel {
  readonly model: LanguageModel
  readonly name: string
  /** Whether its endpoint takes images inside the result of a tool. */
  readonly images: boolean
  /** The kinds of files that its endpoint takes in a message of the person. */
  readonly media: readonly string[]
  /** Its server puts messages into a template, and may read the marks of that in their words too. */
  readonly templated?: true
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
const PDF = 'application/pdf'
const SOUNDS = ['audio/wav', 'audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/flac', 'audio/aac'] as const

/** The kinds of files that endpoints of each kind take in a message of the person. */
export const takenMedia: Readonly<Record<ProviderKind, readonly string[]>> = {
  anthropic: [...IMAGES, PDF],
  google: [...IMAGES, ...SOUNDS, PDF],
  openai: [...IMAGES, PDF],
  'openai-compatible': IMAGES,
}

/**
 * An endpoint and the name of a model, as a model of the `ai` library. Address and key are always given: the library would
 * otherwise take them from variables of the environment. @throws {AppError} MODEL_REFUSED_KEY without a key where one is needed.
 */
export function openModel(endpoint: Endpoint, name: string): OpenModel {
  const { kind, baseUrl: baseURL } = endpoint
  const common = { baseURL, fetch: modelFetch }
  switch (kind) {
    case 'anthropic':
      return { model: createAnthropic({ ...common, apiKey: keyOf(endpoint, name) })(name), name, images: true, media: takenMedia[kind] }
    case 'google':
      return {
        model: createGoogle({ ...common, apiKey: keyOf(endpoint, name) })(name),
        name,
        images: true,
        media: takenMedia[kind],
      }
    case 'openai':
      return {
        model: notStored(createOpenAI({ ...common, apiKey: keyOf(endpoint, name) }).responses(name)),
        name,
        images: true,
        media: takenMedia[kind],
      }
    case 'openai-compatible': {
      const provider = createOpenAICompatible({ ...common, name: 'compatible', ...(endpoint.key && { apiKey: endpoint.key }) })
      return { model: provider.chatModel(name), name, images: false, media: takenMedia[kind], templated: true }
    }
    default:
      return assertNever(kind)
  }
}

/** OpenAI keeps every answer for 30 days unless it is told not to. */
function notStored(model: Parameters<typeof wrapLanguageModel>[0]['model']): LanguageModel {
  return wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
  })
}

function keyOf(endpoint: Endpoint, name: string): string {
  if (endpoint.key) return endpoint.key
  throw new AppError('MODEL_REFUSED_KEY', { reason: 'models.noKey', params: { model: name } })
}
