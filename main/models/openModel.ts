import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultSettingsMiddleware, wrapLanguageModel, type LanguageModel } from 'ai'
import { AppError } from '../../shared/errors/appError'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { ModelFacts } from '../../shared/domain/models/modelProvider'
import { takenMedia } from '../../shared/files/takenMedia'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { assertNever } from '../../shared/lib/assertNever'
import type { Endpoint } from './listModels'
import { withErrorStatus } from './compatible/withErrorStatus'
import { withReadableUsage } from './compatible/withReadableUsage'
import { deferralOf, type Deferral } from './deferral'
import { escapeTemplateMarks } from './escapeTemplateMarks'
import { limitModelResponse, type ModelResponseLimits } from './limitModelResponse'
import { modelFetch } from './modelFetch'
import { withoutRefusedReasoning } from './openai/withoutRefusedReasoning'
import { ollamaLanguageModel } from './ollama/ollamaLanguageModel'
import { requireKeyCharacters } from './requireKeyCharacters'
import { withoutRefusedAdditions } from './withoutRefusedAdditions'
import { reportOutcome, type WrappableModel } from './status/reportOutcome'

export interface OpenModel {
  readonly model: LanguageModel
  readonly name: string
  /** How the person calls its provider. Absent as long as it was not opened by its registry. */
  readonly provider?: string
  /** Whether the endpoint accepts images inside a tool result. */
  readonly images: boolean
  /** The media types that the endpoint accepts in a user message. */
  readonly media: readonly string[]
  /** Finds out whether the model takes images. Undefined when nobody says. Absent as long as it was not opened by its registry. */
  readonly sees?: (signal: AbortSignal) => Promise<boolean | undefined>
  /** Finds out what is known of the model. Undefined when nothing is. Absent as `sees` is. */
  readonly facts?: (signal: AbortSignal) => Promise<ModelFacts | undefined>
  /** How it takes tools that a search finds. Absent where nobody says that it does. */
  readonly deferral?: Deferral
  /** It is so small that it searches badly among tools. */
  readonly small?: boolean
}

export interface OpenModelOptions {
  readonly limits?: ModelResponseLimits
  /** Called when the model must first be loaded into memory. Call the returned function when it answers or fails. */
  readonly load?: () => () => void
  /** Called with what a request threw, or with undefined once it answers. */
  readonly ended?: (thrown: unknown) => void
}

/**
 * Opens a model of an endpoint for the `ai` library. The address and the key are always passed, because the library would otherwise read
 * them from environment variables.
 * @throws {AppError} MODEL_REFUSED_KEY when a required key is missing, or cannot be one.
 */
export function openModel(endpoint: Endpoint, name: string, options: OpenModelOptions = {}): OpenModel {
  const { model, ...facts } = modelOf(endpoint, name, options)
  const deferral = deferralOf(endpoint, name)
  return { ...facts, ...(deferral && { deferral }), model: options.ended ? reportOutcome(model, options.ended) : model }
}

type Opened = Omit<OpenModel, 'model'> & { readonly model: WrappableModel }

function modelOf(endpoint: Endpoint, name: string, { limits = defaultLimits, load }: OpenModelOptions): Opened {
  const { kind, baseUrl: baseURL } = endpoint
  requireKeyCharacters(endpoint)
  const limitedFetch: typeof fetch = async (input, init) => limitModelResponse(await modelFetch(input, init), limits, name)
  const common = { baseURL, fetch: limitedFetch }
  switch (kind) {
    case 'anthropic':
      return {
        model: cached(createAnthropic({ ...common, apiKey: keyOf(endpoint, name) })(name)),
        name,
        images: true,
        media: takenMedia[kind],
      }
    case 'google':
      return {
        model: createGoogle({ ...common, apiKey: keyOf(endpoint, name) })(name),
        name,
        images: true,
        media: takenMedia[kind],
      }
    case 'openai':
      return {
        model: notStored(
          createOpenAI({
            ...common,
            fetch: withoutRefusedReasoning(withoutRefusedAdditions(limitedFetch)),
            apiKey: keyOf(endpoint, name),
          }).responses(name),
        ),
        name,
        images: true,
        media: takenMedia[kind],
      }
    case 'openai-compatible': {
      const fetch = withoutTemplateMarks(withReadableUsage(withoutRefusedUsage(withErrorStatus(limitedFetch))))
      const provider = createOpenAICompatible({
        baseURL,
        fetch,
        includeUsage: true,
        name: 'compatible',
        ...(endpoint.key && { apiKey: endpoint.key }),
      })
      return { model: provider.chatModel(name), name, images: false, media: takenMedia[kind] }
    }
    case 'ollama': {
      const send = withoutTemplateMarks(limitedFetch)
      const options = { server: endpoint, name, chosenContext: endpoint.context?.[name], fetch: send, ...(load && { load }) }
      return { model: ollamaLanguageModel(options), name, images: false, media: takenMedia[kind] }
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

/** A request asks for the counts of tokens. An endpoint that does not know that option refuses it by its name, and is asked without it. */
function withoutRefusedUsage(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if ((response.status !== 400 && response.status !== 422) || typeof init?.body !== 'string') return response
    const said = await response.text()
    if (!said.includes('stream_options')) return new Response(said, response)
    const { stream_options: _asked, ...body }: Record<string, unknown> = JsonObject.parse(JSON.parse(init.body))
    return await send(input, { ...init, body: JSON.stringify(body) })
  }
}

/** Anthropic keeps the beginning of a request for the next one only where it is asked to. Others do it by themselves. */
function cached(model: WrappableModel): WrappableModel {
  return wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({ settings: { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } }),
  })
}

/** OpenAI stores every answer for 30 days unless `store` is false. */
function notStored(model: WrappableModel): WrappableModel {
  return wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
  })
}

function keyOf(endpoint: Endpoint, name: string): string {
  if (endpoint.key) return endpoint.key
  throw new AppError('MODEL_REFUSED_KEY', { reason: 'models.noKey', params: { model: name } })
}
