import {
  APICallError,
  generateText,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
} from 'ai'
import { expect, it } from 'vitest'
import type { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { explainModelError } from './explainModelError'
import { openModel } from './openModel'
import { modelEndpoint, says, type ModelEndpoint } from './testing/modelEndpoint'

const answer = (statusCode: number): APICallError =>
  new APICallError({ message: 'x', url: 'http://127.0.0.1', requestBodyValues: {}, statusCode })

async function failure(endpoint: Pick<ModelEndpoint, 'baseUrl'>): Promise<AppError> {
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, key: 'secret-key' }, 'tiny')
  try {
    await generateText({ model, prompt: 'Hi', maxRetries: 0 })
  } catch (thrown) {
    return explainModelError(thrown, { modelName: 'tiny', answered: false })
  }
  throw new Error('It should have failed')
}

it.each([
  [401, 'MODEL_REFUSED_KEY', 'models.keyRefused', { status: '401' }],
  [403, 'MODEL_REFUSED_KEY', 'models.keyRefused', { status: '403' }],
  [402, 'MODEL_QUOTA', 'models.quotaUsedUp', {}],
  [404, 'MODEL_ERROR', 'models.notThere', {}],
  [422, 'MODEL_ERROR', 'models.notAccepted', { status: '422' }],
  [413, 'MODEL_TOO_LONG', 'models.tooLong', {}],
  [429, 'MODEL_RATE_LIMITED', 'models.tooManyRequests', {}],
  [503, 'MODEL_OVERLOADED', 'models.overloaded', { status: '503' }],
  [529, 'MODEL_OVERLOADED', 'models.overloaded', { status: '529' }],
  [500, 'MODEL_ERROR', 'models.serverError', { status: '500' }],
] as const)('explains status %i, with the words of the endpoint', async (status, code, reason, params) => {
  await using endpoint = await modelEndpoint(says({ error: { message: 'its own words' } }, status))
  const error = await failure(endpoint)
  expect(error.toData()).toMatchObject({ code, said: 'its own words', reason, params: { model: 'tiny', ...params } })
})

it('tells when to try again', async () => {
  await using endpoint = await modelEndpoint(says({ error: { message: 'slow down' } }, 429, { 'retry-after': '17' }))
  expect(await failure(endpoint)).toMatchObject({ reason: 'models.retryLater', params: { seconds: 17 }, retryAfterSeconds: 17 })
})

// Catches a countdown to a try that cannot succeed, and a Retry that sends the same too long conversation.
it.each([
  [
    413,
    {
      message:
        'Request too large for model `tiny` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    },
    'MODEL_RATE_LIMITED',
  ],
  [429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }, 'MODEL_QUOTA'],
  [400, { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' }, 'MODEL_QUOTA'],
  [400, { message: 'This model’s maximum context length is 8192 tokens.', code: 'context_length_exceeded' }, 'MODEL_TOO_LONG'],
  [400, { type: 'invalid_request_error', message: 'prompt is too long: 203000 tokens > 200000 maximum' }, 'MODEL_TOO_LONG'],
  [400, { type: 'exceed_context_size_error', message: 'too big' }, 'MODEL_TOO_LONG'],
  [400, { message: 'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000' }, 'MODEL_TOO_LONG'],
  [
    400,
    { status: 'INVALID_ARGUMENT', message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).' },
    'MODEL_TOO_LONG',
  ],
  [400, { message: "This model's maximum prompt length is 131072 but the request contains 150000 tokens." }, 'MODEL_TOO_LONG'],
  [400, { message: 'Please reduce the length of the messages or completion.' }, 'MODEL_TOO_LONG'],
  [400, { message: 'Trying to keep the first 9223 tokens when context the overflows.' }, 'MODEL_TOO_LONG'],
  // Google's answer to a wrong key (google.rpc.ErrorInfo).
  [400, { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }, null, 7] }, 'MODEL_REFUSED_KEY'],
] as const)('tells what waiting does not mend from what it does (%i, %j)', async (status, error, code) => {
  await using endpoint = await modelEndpoint(says({ error }, status))
  expect((await failure(endpoint)).code).toBe(code)
})

// Anthropic answers with 200 and reports it in the stream.
it('takes an overload that is reported in the stream for one', () => {
  const context = { modelName: 'tiny', answered: true }
  const status = new StreamProviderError({ message: 'Overloaded', type: 'overloaded_error', statusCode: 529 })
  const named = new StreamProviderError({ message: 'Busy', type: 'overloaded_error' })
  const other = new StreamProviderError({ message: 'It broke', statusCode: 500 })
  expect([status, named, other].map((thrown) => explainModelError(thrown, context).code)).toEqual([
    'MODEL_OVERLOADED',
    'MODEL_OVERLOADED',
    'MODEL_ERROR',
  ])
})

it('says of a port at which nothing may be asked that it is the port', async () => {
  expect((await failure({ baseUrl: 'http://127.0.0.1:25/v1' })).reason).toBe('models.portBlocked')
})

it('tells a model that is not running from one that answers nonsense', async () => {
  const gone = await modelEndpoint(says({}))
  await gone[Symbol.asyncDispose]()
  const refused = (await failure(gone)).toData()
  expect(refused).toMatchObject({
    code: 'MODEL_UNREACHABLE',
    reason: 'models.unreachableBecause',
    params: { why: { id: 'errors.network.refused' } },
  })
  expect(refused.said).toBeUndefined()
  const noName = new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }) })
  const offline = explainModelError(noName, { modelName: 'api.anthropic.com', answered: false }).toData()
  expect([offline.reason, offline.said]).toEqual(['models.nameNotFound', undefined])
  await using page = await modelEndpoint((_request, response) => response.end('<html>hello</html>'))
  expect((await failure(page)).code).toBe('MODEL_ERROR')
})

it('never sends key and conversation on to where an answer points', async () => {
  await using elsewhere = await modelEndpoint(says({}))
  await using moved = await modelEndpoint(says({}, 307, { location: `${elsewhere.baseUrl}/chat/completions` }))
  expect((await failure(moved)).code).toBe('MODEL_UNREACHABLE')
  expect(elsewhere.requests).toEqual([])
})

it('leaves a key out that the endpoint repeats', async () => {
  rememberSecret('sk-very-secret-1')
  await using endpoint = await modelEndpoint(says({ error: { message: 'Incorrect key sk-very-secret-1' } }, 401))
  expect((await failure(endpoint)).said).toBe('Incorrect key •••')
})

const network = (code: string): TypeError => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

it('says of a model that took the request how long it has been silent, and not that it cannot be reached', async () => {
  const after = (code: string, waitedMs: number, answered = false) =>
    explainModelError(network(code), { modelName: 'tiny', answered, waitedMs }).toData()
  const fiveMinutes = { code: 'TIMED_OUT', reason: 'models.silent', params: { model: 'tiny', unit: 'minutes', count: 5 } }
  expect(after('UND_ERR_HEADERS_TIMEOUT', 300_400)).toMatchObject(fiveMinutes)
  expect(after('UND_ERR_SOCKET', 300_400)).toMatchObject(fiveMinutes)
  expect(after('UND_ERR_SOCKET', 50)).toMatchObject({ code: 'MODEL_UNREACHABLE', reason: 'models.brokeBeforeAnswer' })
  expect(after('ECONNREFUSED', 300_400)).toMatchObject({ code: 'MODEL_UNREACHABLE' })
  await using gateway = await modelEndpoint(says({ error: { message: 'upstream timed out' } }, 504))
  expect((await failure(gateway)).toData()).toMatchObject({ code: 'TIMED_OUT', reason: 'models.notInTime', said: 'upstream timed out' })
})

// Whatever stands on the paper of quotes was written by the other side.
it.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ENEW_CODE'])(
  'does not pass %s of the network off as words of the provider',
  (code) => {
    const errors = [true, false].map((answered) => explainModelError(network(code), { modelName: 'tiny', answered }))
    expect(errors.map(({ said }) => said)).toEqual([undefined, undefined])
  },
)

it('names the provider, not the model, where it is the provider that refuses', async () => {
  const of = async (status: number) => {
    await using endpoint = await modelEndpoint(says({ error: { message: 'no' } }, status))
    const { model } = openModel({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, key: 'secret-key' }, 'tiny')
    const thrown: unknown = await generateText({ model, prompt: 'Hi', maxRetries: 0 }).catch((error: unknown) => error)
    return explainModelError(thrown, { modelName: 'tiny', providerName: 'Work', answered: false }).params?.['model']
  }
  expect([await of(401), await of(429), await of(404)]).toEqual(['Work', 'Work', 'tiny'])
})

// Catches: a new version of the library calls an error otherwise, and a person reads "something went wrong" in place of what to do.
it.each([
  ['RetryError', new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [answer(401)] }), 'MODEL_REFUSED_KEY'],
  ['APICallError', answer(429), 'MODEL_RATE_LIMITED'],
  ['LoadAPIKeyError', new LoadAPIKeyError({ message: 'x' }), 'MODEL_REFUSED_KEY'],
  ['StreamProviderError', new StreamProviderError({ message: 'x', statusCode: 529 }), 'MODEL_OVERLOADED'],
  ['InvalidResponseDataError', new InvalidResponseDataError({ data: {}, message: 'x' }), 'MODEL_ERROR'],
  ['NoOutputGeneratedError', new NoOutputGeneratedError({ message: 'x' }), 'MODEL_ERROR'],
  ['JSONParseError', new JSONParseError({ text: '{', cause: new Error('x') }), 'MODEL_ERROR'],
  ['TypeValidationError', new TypeValidationError({ value: 1, cause: new Error('x') }), 'MODEL_ERROR'],
])('knows the %s of the library', (_name, thrown, code) => {
  const explained = explainModelError(thrown, { modelName: 'any', answered: false })
  expect(explained.code).toBe(code)
  expect(explained.toData().reason).not.toBe('models.reported')
})
