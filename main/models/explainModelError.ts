import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
} from 'ai'
import { AppError, type AppErrorOptions, type ErrorFact, type ErrorReason } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { redactedStart } from '../lib/redact'

export interface ModelErrorContext {
  readonly modelName: string
  /** Whether part of the answer had already arrived. */
  readonly answered: boolean
}

const SAID_LENGTH = 2_000

/** Pure: converts an error of the `ai` library, a provider or the network into an AppError that says what happened and what to do. */
export function explainModelError(thrown: unknown, context: ModelErrorContext): AppError {
  if (thrown instanceof AppError) return thrown
  // The library wraps the errors of our own limits.
  if (thrown instanceof Error && thrown.cause instanceof AppError) return thrown.cause
  if (RetryError.isInstance(thrown)) return explainModelError(thrown.lastError, context)
  if (APICallError.isInstance(thrown)) return explainAnswer(thrown, context)
  if (LoadAPIKeyError.isInstance(thrown)) return noKey(context, thrown)
  if (StreamProviderError.isInstance(thrown)) return explainInStream(thrown, context)
  if (InvalidResponseDataError.isInstance(thrown) || NoOutputGeneratedError.isInstance(thrown)) {
    return context.answered ? cutOff(context, thrown) : notUnderstood(context, thrown)
  }
  if (JSONParseError.isInstance(thrown) || TypeValidationError.isInstance(thrown)) return notUnderstood(context, thrown)
  if (isNetworkError(thrown)) return context.answered ? cutOff(context, thrown) : unreachable(context, thrown)
  if (isRecord(thrown) && typeof thrown['message'] === 'string') return reported(thrown['message'], thrown, context)
  return new AppError('MODEL_ERROR', factOf('models.failed', context), { said: said(String(thrown)), cause: thrown })
}

function explainAnswer(thrown: APICallError, context: ModelErrorContext): AppError {
  const { statusCode } = thrown
  if (statusCode === undefined) return context.answered ? cutOff(context, thrown) : unreachable(context, thrown)
  const options: AppErrorOptions = { ...saidBy(thrown.responseBody), cause: thrown }
  // The answer began with success: either the connection dropped, or it was not an answer of a model.
  if (statusCode < 300) return context.answered || isNetworkError(thrown.cause) ? cutOff(context, thrown) : notUnderstood(context, thrown)
  return explainStatus(statusCode, { modelName: context.modelName, retryAfter: thrown.responseHeaders?.['retry-after'] }, options)
}

/** Some providers report in the stream what others report with the HTTP status. */
function explainInStream(thrown: StreamProviderError, context: ModelErrorContext): AppError {
  if (thrown.statusCode === 401 || thrown.statusCode === 403 || thrown.statusCode === 429) {
    return explainStatus(thrown.statusCode, context, { said: said(thrown.message), cause: thrown })
  }
  return reported(thrown.message, thrown, context)
}

/** Pure: explains an error status of a model endpoint. Also used for its list of models. */
export function explainStatus(
  status: number,
  context: { readonly modelName: string; readonly retryAfter?: string | undefined },
  options: AppErrorOptions = {},
): AppError {
  const model = context.modelName
  const params = { model, status: String(status) }
  if (status === 401 || status === 403) return new AppError('MODEL_REFUSED_KEY', { reason: 'models.keyRefused', params }, options)
  if (status === 404) return new AppError('MODEL_ERROR', { reason: 'models.notThere', params: { model } }, options)
  if (status === 429) return new AppError('MODEL_RATE_LIMITED', rateLimit(model, context.retryAfter), options)
  return new AppError('MODEL_ERROR', { reason: status >= 500 ? 'models.serverError' : 'models.notAccepted', params }, options)
}

/** @param retryAfter The header `Retry-After`. Only a number of seconds is read, because all providers send that form. */
function rateLimit(model: string, retryAfter: string | undefined): ErrorFact {
  const seconds = Number(retryAfter)
  if (!retryAfter || !Number.isFinite(seconds)) return { reason: 'models.tooManyRequests', params: { model } }
  return { reason: 'models.retryLater', params: { model, seconds: Math.ceil(seconds) } }
}

function unreachable(context: ModelErrorContext, cause: unknown): AppError {
  const code = deepestCode(cause)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError('MODEL_UNREACHABLE', factOf('models.nameNotFound', context), { cause })
  return new AppError('MODEL_UNREACHABLE', factOf('models.unreachable', context), { ...saidByNetwork(cause), cause })
}

function cutOff(context: ModelErrorContext, cause: unknown): AppError {
  return new AppError('MODEL_CUT_OFF', factOf('models.brokeOff', context), { ...saidByNetwork(cause), cause })
}

function notUnderstood(context: ModelErrorContext, cause: unknown): AppError {
  return new AppError('MODEL_ERROR', factOf('models.notUnderstood', context), { cause })
}

function noKey(context: ModelErrorContext, cause: unknown): AppError {
  return new AppError('MODEL_REFUSED_KEY', factOf('models.noKey', context), { cause })
}

function reported(message: string, thrown: unknown, context: ModelErrorContext): AppError {
  return new AppError('MODEL_ERROR', factOf('models.reported', context), { said: said(message), cause: thrown })
}

function factOf(reason: ErrorReason, { modelName }: ModelErrorContext): ErrorFact {
  return { reason, params: { model: modelName } }
}

/** Returns the endpoint's own message: the message in its JSON if there is one, otherwise the beginning of its answer. */
export function saidBy(body: string | undefined): { readonly said?: string } {
  const text = body?.trim()
  return text ? { said: said(messageIn(text) ?? text) } : {}
}

/** Some endpoints repeat the key that they refuse. */
function said(words: string): string {
  return redactedStart(words, SAID_LENGTH)
}

function messageIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const error = isRecord(body) ? body['error'] : undefined
    if (typeof error === 'string') return error
    const message = isRecord(error) ? error['message'] : isRecord(body) ? body['message'] : undefined
    return typeof message === 'string' ? message : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

const NETWORK_WORDS = /terminated|fetch failed|socket|network|other side closed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|UND_ERR/i

/** undici has no error class for this. It throws a TypeError with the real reason as its cause. */
function isNetworkError(thrown: unknown): boolean {
  return thrown instanceof Error && NETWORK_WORDS.test(`${thrown.message} ${codeOf(thrown)} ${codeOf(thrown.cause)}`)
}

/** Returns the code of the network error, such as ECONNREFUSED, which people can look up. */
function saidByNetwork(thrown: unknown): { readonly said?: string } {
  const code = deepestCode(thrown)
  return code ? { said: code } : {}
}

function deepestCode(thrown: unknown): string {
  if (!(thrown instanceof Error)) return ''
  return deepestCode(thrown.cause) || codeOf(thrown)
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}
