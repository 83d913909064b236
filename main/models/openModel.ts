import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultSettingsMiddleware, wrapLanguageModel, type LanguageModel } from 'ai'
import type { ProviderKind } from '../../shared/domain/modelProvider'
import { AppError } from '../../shared/errors/appError'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { assertNever } from '../../shared/lib/assertNever'
import type { Endpoint } from './listModels'
import { escapeTemplateMarks } from './escapeTemplateMarks'
import { limitModelAnswer, type AnswerLimits } from './limitModelAnswer'
import { modelFetch } from './modelFetch'

export interface OpenModel {
  readonly model: LanguageModel
  readonly name: string
  /** Whether the endpoint accepts images inside a tool result. */
  readonly images: boolean
  /** The media types that the endpoint accepts in a user message. */
  readonly media: readonly string[]
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
export function openModel(endpoint: Endpoint, name: string, limits: AnswerLimits = defaultLimits): OpenModel {
  const { kind, baseUrl: baseURL } = endpoint
  const limitedFetch: typeof fetch = async (input, init) => limitModelAnswer(await modelFetch(input, init), limits, name)
  const common = { baseURL, fetch: limitedFetch }
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
      const templated = { baseURL, fetch: withoutTemplateMarks(limitedFetch) }
      const provider = createOpenAICompatible({ ...templated, name: 'compatible', ...(endpoint.key && { apiKey: endpoint.key }) })
      return { model: provider.chatModel(name), name, images: false, media: takenMedia[kind] }
    }
    default:
      return assertNever(kind)
  }
}

/**
 * Such a server puts a request into its model's template, and may take marks of the template for marks wherever they stand. So the whole
 * request is sent without them: instructions and tools of servers, results, prompts and what a person pasted.
 */
function withoutTemplateMarks(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof init?.body !== 'string') throw new AppError('INTERNAL', { reason: 'models.requestObject' })
    return await send(input, { ...init, body: escapeTemplateMarks(init.body) })
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
