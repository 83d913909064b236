import { isRecord, parseJson } from '../../shared/lib/json'

/** What an endpoint said of a request that it refused. */
export interface Refusal {
  /** In its own words. */
  readonly message?: string
  /** Its names for the reason, in small letters, such as `insufficient_quota`. */
  readonly kinds: readonly string[]
  /** The parameter of the request that it is about, as the endpoint calls it, in small letters. */
  readonly parameter?: string
  readonly retryAfterSeconds?: number
}

/** A body that is longer than this is no error of a model endpoint. */
const BODY_LENGTH = 100_000
/** No error has more details. */
const DETAILS = 20

/**
 * Pure: reads the error in the body of an answer. The forms are those of OpenAI (`error.code`), Anthropic (`error.type`), Google
 * (`error.status`, with a `RetryInfo` and an `ErrorInfo`), Ollama (`error` is a text), and OpenAI of an answer that it had begun
 * (`response.error`).
 */
export function readModelErrorResponse(body: string | undefined): Refusal {
  const whole = body === undefined || body.length > BODY_LENGTH ? undefined : parseJson(body)
  // Google sends a list with one error.
  const answer: unknown = Array.isArray(whole) ? whole[0] : whole
  if (!isRecord(answer)) return { kinds: [] }
  const { error: own, response } = answer
  const error = own ?? (isRecord(response) ? response['error'] : undefined)
  if (typeof error === 'string') return { message: error, kinds: [] }
  const fields = isRecord(error) ? error : answer
  const { message, param } = fields
  const seconds = retryInfo(fields['details'])
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof param === 'string' && param !== '' && { parameter: param.toLowerCase() }),
    kinds: [fields['type'], fields['code'], fields['status'], ...errorInfo(fields['details'])].flatMap((kind) =>
      typeof kind === 'string' ? [kind.toLowerCase()] : [],
    ),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  }
}

/**
 * Pure: reads how long an endpoint asks to be left alone: `retry-after-ms`, or `retry-after` as seconds or as a date (RFC 9110, 10.2.3).
 * @param headers with names in small letters
 * @returns seconds, rounded up
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const ms = numberIn(headers['retry-after-ms'])
  if (ms !== undefined) return secondsWithin(ms / 1000)
  const after = headers['retry-after']
  const seconds = numberIn(after)
  if (seconds !== undefined) return secondsWithin(seconds)
  // A date begins with the day of the week (RFC 9110, 5.6.7). `Date.parse` alone takes "-5" for a year.
  const at = after !== undefined && after.length <= 40 && /^[A-Z][a-z]/.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(at) ? undefined : secondsWithin((at - now) / 1000)
}

/** Nobody waits for longer than that; what says more says nothing. */
const LONGEST_RETRY_SECONDS = 30 * 24 * 3600

function secondsWithin(seconds: number): number {
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_RETRY_SECONDS)
}

const QUOTA = ['insufficient_quota', 'billing_error', 'billing_hard_limit_reached', 'billing_not_active', 'insufficient_balance']

/** Pure: returns whether there is no more money or quota, so that waiting does not help. */
export function isQuota({ kinds, message = '' }: Refusal): boolean {
  // Anthropic has no name of its own for it.
  return kinds.some((kind) => QUOTA.includes(kind)) || message.toLowerCase().includes('credit balance is too low')
}

/** Pure: returns whether the key is not taken, whatever the status: Google answers a wrong key with 400. */
export function isKeyRefused({ kinds }: Refusal): boolean {
  return kinds.includes('api_key_invalid')
}

/** Pure: returns whether it was too much in a short time, whatever the status. */
export function isRateLimit({ kinds }: Refusal): boolean {
  return kinds.includes('rate_limit_exceeded')
}

const TOO_LONG = ['context_length_exceeded', 'exceed_context_size_error', 'request_too_large']
/** Most endpoints have no name for it: Anthropic, OpenAI, llama.cpp, LM Studio, vLLM, Google, xAI, Groq. */
const TOO_LONG_WORDS = [
  'prompt is too long',
  'maximum context length',
  'context length exceeded',
  'exceeds the available context size',
  'exceeds the context window',
  'greater than the context length',
  'exceeds the maximum number of tokens',
  'exceed context limit',
  'maximum prompt length',
  'reduce the length of the messages',
  'when context the overflows',
]

/** Pure: returns whether the conversation does not fit into what the model can read. */
export function isTooLong({ kinds, message = '' }: Refusal): boolean {
  const words = message.toLowerCase()
  return kinds.some((kind) => TOO_LONG.includes(kind)) || TOO_LONG_WORDS.some((phrase) => words.includes(phrase))
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && text.length <= 40 && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

/** The reasons in Google's `ErrorInfo` among the details of an error: `{"reason": "API_KEY_INVALID"}`. */
function errorInfo(details: unknown): readonly unknown[] {
  return Array.isArray(details) ? details.slice(0, DETAILS).flatMap((detail) => (isRecord(detail) ? [detail['reason']] : [])) : []
}

/** Google's `RetryInfo` among the details of an error: `{"retryDelay": "37s"}`. */
function retryInfo(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined
  const delays = details.slice(0, DETAILS).flatMap((detail) => (isRecord(detail) ? [detail['retryDelay']] : []))
  const delay = delays.find((value) => typeof value === 'string' && /^\d{1,6}(?:\.\d{1,9})?s$/.test(value))
  return typeof delay === 'string' ? Math.ceil(Number(delay.slice(0, -1))) : undefined
}
