import type { APICallError, RetryError, StreamProviderError } from 'ai'
import { AppError, type AppErrorOptions, type ErrorFact, type ErrorReason } from '../../shared/errors/appError'
import type { ModelParameters } from '../../shared/domain/projects/project'
import { isRecord } from '../../shared/lib/json'
import { isBrokenConnection, isCertificateFault, networkErrorMeaning } from '../lib/networkErrorMeaning'
import { redactedStart } from '../lib/redact'
import { roundedTime } from '../lib/roundedTime'
import {
  isKeyRefused,
  isQuota,
  isRateLimit,
  isTooLong,
  readModelErrorResponse,
  readRetryAfter,
  type Refusal,
} from './readModelErrorResponse'

export interface ModelErrorContext {
  readonly modelName: string
  /** How the person calls its provider, where there is one beside the model. */
  readonly providerName?: string | undefined
  /** Whether part of the answer had already arrived. */
  readonly answered: boolean
  /** How long the request has been under way, in milliseconds. */
  readonly waitedMs?: number
  /** Whether the person sees the address: they are trying it out. */
  readonly addressInView?: true
  /** What the request asked of the model. */
  readonly parameters?: ModelParameters | undefined
}

const SAID_LENGTH = 2_000

interface NamedErrors {
  readonly AI_APICallError: APICallError
  readonly AI_InvalidResponseDataError: Error
  readonly AI_JSONParseError: Error
  readonly AI_LoadAPIKeyError: Error
  readonly AI_NoOutputGeneratedError: Error
  readonly AI_RetryError: RetryError
  readonly AI_StreamProviderError: StreamProviderError
  readonly AI_TypeValidationError: Error
}

/** Pure: whether an error is this one of the `ai` library. Its classes would bring the whole library with them, which only a request needs. */
function isNamed<N extends keyof NamedErrors>(thrown: unknown, name: N): thrown is NamedErrors[N] {
  return thrown instanceof Error && thrown.name === name
}

/** Pure: converts an error of the `ai` library, a provider or the network into an AppError that says what happened and what to do. */
export function explainModelError(thrown: unknown, context: ModelErrorContext): AppError {
  if (thrown instanceof AppError) return thrown
  // The library wraps the errors of our own limits.
  if (thrown instanceof Error && thrown.cause instanceof AppError) return thrown.cause
  if (isNamed(thrown, 'AI_RetryError')) return explainModelError(thrown.lastError, context)
  if (isNamed(thrown, 'AI_APICallError')) return explainAnswer(thrown, context)
  if (isNamed(thrown, 'AI_LoadAPIKeyError')) return noKey(context, thrown)
  if (isNamed(thrown, 'AI_StreamProviderError')) return explainInStream(thrown, context)
  if (isNamed(thrown, 'AI_InvalidResponseDataError') || isNamed(thrown, 'AI_NoOutputGeneratedError')) {
    return context.answered ? cutOff(context, thrown) : notUnderstood(context, thrown)
  }
  if (isNamed(thrown, 'AI_JSONParseError') || isNamed(thrown, 'AI_TypeValidationError')) return notUnderstood(context, thrown)
  if (isNetworkError(thrown)) return context.answered ? cutOff(context, thrown) : unreachable(context, thrown)
  if (isRecord(thrown) && typeof thrown['message'] === 'string') return reported(thrown['message'], thrown, context)
  return new AppError('MODEL_ERROR', factOf('models.failed', context), { said: said(String(thrown)), cause: thrown })
}

function explainAnswer(thrown: APICallError, context: ModelErrorContext): AppError {
  const { statusCode } = thrown
  if (statusCode === undefined) return context.answered ? cutOff(context, thrown) : unreachable(context, thrown)
  const refusal = readModelErrorResponse(thrown.responseBody)
  const options: AppErrorOptions = { ...saidBy(thrown.responseBody), cause: thrown }
  // The answer began with success: either the connection dropped, or it was not an answer of a model.
  if (statusCode < 300) return context.answered || isNetworkError(thrown.cause) ? cutOff(context, thrown) : notUnderstood(context, thrown)
  if (GAVE_UP.includes(statusCode)) return silent(context, options)
  const retryAfterSeconds = readRetryAfter(thrown.responseHeaders ?? {}) ?? refusal.retryAfterSeconds
  return explainStatus(statusCode, { ...context, retryAfterSeconds, refusal }, options)
}

/** What stands between Parley and the model, or the provider itself, has waited for it in vain. */
const GAVE_UP = [408, 504, 524]

/** Some providers report in the stream what others report with the HTTP status. */
function explainInStream(thrown: StreamProviderError, context: ModelErrorContext): AppError {
  const refusal = readModelErrorResponse(JSON.stringify({ error: { message: thrown.message, type: thrown.type, code: thrown.code } }))
  const status = thrown.statusCode ?? (refusal.kinds.some((kind) => kind.includes('overloaded')) ? 529 : 0)
  if (IN_STREAM.includes(status) || isQuota(refusal) || isTooLong(refusal)) {
    return explainStatus(status, { ...context, refusal }, { said: said(thrown.message), cause: thrown })
  }
  return reported(thrown.message, thrown, context)
}

/** The statuses that mean the same inside of a stream. Of any other, what was said of it says more. */
const IN_STREAM = [401, 402, 403, 413, 429, 503, 529]

export interface StatusContext {
  readonly modelName: string
  readonly providerName?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly refusal?: Refusal
  readonly parameters?: ModelParameters | undefined
}

/** Pure: explains an error status of a model endpoint. Also used for its list of models. */
export function explainStatus(
  status: number,
  { modelName: model, providerName, retryAfterSeconds, refusal = { kinds: [] }, parameters = {} }: StatusContext,
  options: AppErrorOptions = {},
): AppError {
  const params = { model, status: String(status) }
  // A key and a number of requests are a matter of the provider, whichever of its models was asked.
  const refuser = providerName ?? model
  const later = { ...options, retryAfterSeconds }
  if (status === 402 || isQuota(refusal)) return new AppError('MODEL_QUOTA', { reason: 'models.quotaUsedUp', params: { model } }, options)
  // Groq answers so when a plan does not allow as much in a minute.
  const isLimited = status === 429 || (status === 413 && isRateLimit(refusal))
  if ((status === 413 && !isLimited) || isTooLong(refusal))
    return new AppError('MODEL_TOO_LONG', { reason: 'models.tooLong', params: { model } }, options)
  if (status === 401 || status === 403 || isKeyRefused(refusal))
    return new AppError('MODEL_REFUSED_KEY', { reason: 'models.keyRefused', params: { ...params, model: refuser } }, options)
  if (status === 404) return new AppError('MODEL_ERROR', { reason: 'models.notThere', params: { model } }, options)
  if (isLimited) return new AppError('MODEL_RATE_LIMITED', rateLimit(refuser, retryAfterSeconds), later)
  if (status === 503 || status === 529) return new AppError('MODEL_OVERLOADED', { reason: 'models.overloaded', params }, later)
  const refused = status === 400 || status === 422 ? refusedParameter(refusal, parameters) : undefined
  if (refused) return new AppError('MODEL_ERROR', { reason: refused, params: { model } }, options)
  return new AppError('MODEL_ERROR', { reason: status >= 500 ? 'models.serverError' : 'models.notAccepted', params }, options)
}

/** How endpoints call the parameters of a request, and what it means that they refuse one. */
const PARAMETERS = [
  // Its names are words of nothing else, while a sentence about it may say how much a model reasons.
  ['maxOutputTokens', ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxoutputtokens'], 'models.answerLengthRefused'],
  ['temperature', ['temperature'], 'models.temperatureRefused'],
  ['reasoning', ['reasoning', 'effort', 'thinking'], 'models.reasoningRefused'],
] as const

/** What endpoints say of a parameter that they do not take. Whatever else they say may name one by the way. */
const REFUSED_WORDS = [
  'support',
  'not allowed',
  'not permitted',
  'not accepted',
  'not available',
  'invalid',
  'unrecognized',
  'unknown',
  'unexpected',
  'deprecated',
  'extra inputs',
  'must be',
  'may only',
  'should be',
  'less than',
  'greater than',
  'at most',
  'at least',
  'maximum',
  'minimum',
  'too large',
  'too high',
  'exceed',
  'out of range',
  'cannot be',
  "can't be",
]

/** Pure: which of the parameters that were sent an endpoint names as the one that it does not take. */
function refusedParameter({ parameter, message = '' }: Refusal, sent: ModelParameters): ErrorReason | undefined {
  const words = message.toLowerCase()
  const where = parameter ?? (REFUSED_WORDS.some((word) => words.includes(word)) ? words : '')
  return PARAMETERS.find(([name, calledSo]) => sent[name] !== undefined && calledSo.some((called) => where.includes(called)))?.[2]
}

function rateLimit(refuser: string, seconds: number | undefined): ErrorFact {
  if (seconds === undefined) return { reason: 'models.tooManyRequests', params: { model: refuser } }
  return { reason: 'models.retryLater', params: { model: refuser, seconds } }
}

function unreachable(context: ModelErrorContext, cause: unknown): AppError {
  const code = deepestCode(cause)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError('MODEL_UNREACHABLE', factOf('models.nameNotFound', context), { cause })
  if (isBlockedPort(cause)) return new AppError('MODEL_UNREACHABLE', factOf('models.portBlocked', context), { cause })
  if (isWaitOver(code) || (isBrokenConnection(code) && (context.waitedMs ?? 0) >= LONG_MS)) return silent(context, { cause })
  return new AppError('MODEL_UNREACHABLE', networkFact(code, context, unreachableAs(code, context)), { cause })
}

/** Whoever closes a connection after so much silence did not want to wait any longer. */
const LONG_MS = 60_000

function isWaitOver(code: string): boolean {
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
}

function unreachableAs(code: string, { addressInView }: ModelErrorContext): NetworkFailure {
  if (isCertificateFault(code)) return 'models.badCertificate'
  if (addressInView) return 'models.addressUnreachable'
  return isBrokenConnection(code) ? 'models.brokeBeforeAnswer' : 'models.unreachable'
}

/** The model took the request and did not answer it in the time that somebody gave it. */
function silent({ modelName: model, waitedMs }: ModelErrorContext, options: AppErrorOptions): AppError {
  if (waitedMs === undefined) return new AppError('TIMED_OUT', { reason: 'models.notInTime', params: { model } }, options)
  return new AppError('TIMED_OUT', { reason: 'models.silent', params: { model, ...roundedTime(waitedMs) } }, options)
}

function cutOff(context: ModelErrorContext, cause: unknown): AppError {
  return new AppError('MODEL_CUT_OFF', networkFact(deepestCode(cause), context, 'models.brokeOff'), { cause })
}

type NetworkFailure =
  'models.addressUnreachable' | 'models.badCertificate' | 'models.brokeBeforeAnswer' | 'models.brokeOff' | 'models.unreachable'

const becauseOf = {
  'models.addressUnreachable': 'models.addressUnreachableBecause',
  'models.badCertificate': 'models.badCertificateBecause',
  'models.brokeBeforeAnswer': 'models.brokeBeforeAnswer',
  'models.brokeOff': 'models.brokeOffBecause',
  'models.unreachable': 'models.unreachableBecause',
} as const satisfies Record<NetworkFailure, ErrorReason>

/** The code is of the network, not of the provider: it stands in the sentence, and not among what the provider said. */
function networkFact(code: string, { modelName: model }: ModelErrorContext, failure: NetworkFailure): ErrorFact {
  const why = networkErrorMeaning(code)
  return why === undefined ? { reason: failure, params: { model } } : { reason: becauseOf[failure], params: { model, why } }
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
  return text ? { said: said(readModelErrorResponse(text).message ?? text) } : {}
}

/** Some endpoints repeat the key that they refuse. */
function said(words: string): string {
  return redactedStart(words, SAID_LENGTH)
}

const NETWORK_WORDS = /terminated|fetch failed|socket|network|other side closed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|UND_ERR/i

/** undici has no error class for this. It throws a TypeError with the real reason as its cause. */
function isNetworkError(thrown: unknown): boolean {
  return thrown instanceof Error && NETWORK_WORDS.test(`${thrown.message} ${codeOf(thrown)} ${codeOf(thrown.cause)}`)
}

/** The fetch specification lists ports of other protocols, such as 25 of mail, at which nothing may be asked. undici has no code for it. */
function isBlockedPort(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.message === 'bad port' || isBlockedPort(thrown.cause))
}

function deepestCode(thrown: unknown): string {
  if (!(thrown instanceof Error)) return ''
  // A host with several addresses fails as one error with many inside.
  return deepestCode(thrown.cause) || codeOf(thrown) || (thrown instanceof AggregateError ? deepestCode(thrown.errors[0]) : '')
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}
