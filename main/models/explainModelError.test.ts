import { generateText } from 'ai'
import { expect, it } from 'vitest'
import type { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { explainModelError } from './explainModelError'
import { openModel } from './openModel'
import { modelEndpoint, says, type ModelEndpoint } from './testing/modelEndpoint'

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
  [404, 'MODEL_ERROR', 'models.notThere', {}],
  [422, 'MODEL_ERROR', 'models.notAccepted', { status: '422' }],
  [429, 'MODEL_RATE_LIMITED', 'models.tooManyRequests', {}],
  [500, 'MODEL_ERROR', 'models.serverError', { status: '500' }],
] as const)('explains status %i, with the words of the endpoint', async (status, code, reason, params) => {
  await using endpoint = await modelEndpoint(says({ error: { message: 'its own words' } }, status))
  const error = await failure(endpoint)
  expect(error.toData()).toMatchObject({ code, said: 'its own words', reason, params: { model: 'tiny', ...params } })
})

it('tells when to try again', async () => {
  await using endpoint = await modelEndpoint(says({ error: { message: 'slow down' } }, 429, { 'retry-after': '17' }))
  expect(await failure(endpoint)).toMatchObject({ reason: 'models.retryLater', params: { seconds: 17 } })
})

it('tells a model that is not running from one that answers nonsense', async () => {
  const gone = await modelEndpoint(says({}))
  await gone[Symbol.asyncDispose]()
  expect((await failure(gone)).toData()).toMatchObject({ code: 'MODEL_UNREACHABLE', said: 'ECONNREFUSED' })
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
