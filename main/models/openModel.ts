import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultSettingsMiddleware, wrapLanguageModel, type LanguageModel } from 'ai'
import type { ProviderKind } from '../../shared/domain/modelProvider'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { Endpoint } from './listModels'
import { modelFetch } from './modelFetch'

export interface OpenModel {
  readonly model: LanguageModel
  readonly name: string
  /** Whether the endpoint accepts images inside a tool result. */
  readonly images: boolean
  /** The media types that the endpoint accepts in a user message. */
  readonly media: readonly string[]
  /** The server puts messages into a template, and may also treat message text as template marks. */
  readonly templated?: true
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
const PDF = 'application/pdf'
const SOUNDS = ['audio/wav', 'audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/flac', 'audio/aac'] as const

/** The media types that endpoints of each kind accept in a user message. */
export const takenMedia: Readonly<Record<ProviderKind, readonly string[]>> = {
  anthropic: [...IMAGES, PDF],
  google: [...IMAGES, ...SOUNDS, PDF],
  openai: [...IMAGES, PDF],
  'openai-compatible': IMAGES,
}

/**
 * Opens a model of an endpoint for the `ai` library. The address and the key are always passed, because the library would otherwise read
 * them from environment variables.
 * @throws {AppError} MODEL_REFUSED_KEY when a required key is missing.
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

/** OpenAI stores every answer for 30 days unless `store` is false. */
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
