import type { ProviderKind } from '../../shared/domain/models/modelProvider'
import { AppError, type AppErrorOptions } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { explainModelError, explainStatus, saidBy } from './explainModelError'
import { readModelName } from './readModelName'
import { isKeyRefused, readModelErrorResponse, readRetryAfter } from './readModelErrorResponse'
import { modelFetch, readJsonAnswer } from './modelFetch'
import { requireKeyCharacters } from './requireKeyCharacters'

export interface Endpoint {
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly key?: string
  /** How many tokens a model may take in, by its name, where a person set it. */
  readonly context?: Readonly<Record<string, number>>
}

/** Models in OpenAI's list that do not support chat. */
const NOT_FOR_CHAT = /embedding|whisper|tts|dall-e|moderation|transcribe|realtime|audio|image|sora|davinci|babbage|computer-use/i
/** What all others name models that only measure texts, such as "nomic-embed-text" and "Qwen3-Embedding-4B". */
const MEASURES_TEXTS = /(?:^|[^a-z])(?:embed|embeddings?|rerank|reranker)(?:$|[^a-z])/i
const MODELS_SHOWN = 500

/**
 * Asks an endpoint for the names of its models.
 * @throws {AppError} MODEL_…
 */
export async function listModels(endpoint: Endpoint, signal: AbortSignal): Promise<readonly string[]> {
  requireKeyCharacters(endpoint)
  const modelName = new URL(endpoint.baseUrl).host
  const response = await ask(endpoint, modelName, signal)
  if (!response.ok) {
    const body = (await response.text()).slice(0, 10_000)
    const said = saidBy(body)
    const context = {
      modelName,
      retryAfterSeconds: readRetryAfter(Object.fromEntries(response.headers)),
      refusal: readModelErrorResponse(body),
    }
    const status = isKeyRefused(context.refusal) ? 401 : response.status
    throw explainRefusal(status, endpoint, said) ?? explainStatus(response.status, context, said)
  }
  const names = namesIn(await readJsonAnswer(response), endpoint.kind)
  if (!names) throw new AppError('MODEL_ERROR', { reason: 'models.notAModel' })
  return names.slice(0, MODELS_SHOWN)
}

async function ask(endpoint: Endpoint, modelName: string, signal: AbortSignal): Promise<Response> {
  try {
    return await modelFetch(`${endpoint.baseUrl}${listPath[endpoint.kind]}`, { headers: headersFor(endpoint), signal })
  } catch (thrown) {
    if (signal.aborted) throw signal.reason
    throw explainModelError(thrown, { modelName, answered: false, addressInView: true })
  }
}

/** Pure: explains what the person who gives an address and a key can mend right there. Undefined for any other status. */
function explainRefusal(status: number, { baseUrl, key }: Endpoint, options: AppErrorOptions): AppError | undefined {
  const params = { host: new URL(baseUrl).host, status: String(status) }
  if (status === 404) return new AppError('MODEL_ERROR', { reason: 'models.noModelsThere', params }, options)
  if (status !== 401 && status !== 403) return undefined
  return new AppError('MODEL_REFUSED_KEY', { reason: key ? 'models.keyNotTaken' : 'models.wantsKey', params }, options)
}

const listPath = {
  anthropic: '/models?limit=1000',
  google: '/models?pageSize=1000',
  openai: '/models',
  'openai-compatible': '/models',
  ollama: '/api/tags',
} as const satisfies Record<ProviderKind, string>

function headersFor({ kind, key }: Endpoint): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) }
  if (!key) return {}
  return kind === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

function namesIn(body: unknown, kind: ProviderKind): readonly string[] | undefined {
  const list = isRecord(body) ? body[kind === 'google' || kind === 'ollama' ? 'models' : 'data'] : undefined
  if (!Array.isArray(list)) return undefined
  const models = list.filter(isRecord)
  if (kind === 'google') return models.filter(canChat).flatMap((model) => readModelName(model['name'])?.replace(/^models\//, '') ?? [])
  const names = models.flatMap((model) => readModelName(model[kind === 'ollama' ? 'name' : 'id']) ?? [])
  if (kind === 'openai') return names.filter((name) => !NOT_FOR_CHAT.test(name)).toSorted()
  return names.filter((name) => !MEASURES_TEXTS.test(name))
}

function canChat(model: Readonly<Record<string, unknown>>): boolean {
  const methods = model['supportedGenerationMethods']
  return !Array.isArray(methods) || methods.includes('generateContent')
}
