import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { memoryKeyProvider } from '../secrets/memoryKeyProvider'
import { SecretVault } from '../secrets/secretVault'
import { SettingsStore } from '../settings/settingsStore'
import { ModelRegistry, type ModelPolicy } from './modelRegistry'
import { modelEndpoint, says } from './testing/modelEndpoint'

const signal = new AbortController().signal
const ref = (text: string) => ModelRef.parse(text)

function testRegistry(
  settings?: object,
  policy?: ModelPolicy,
  now?: () => number,
  onUsed?: ConstructorParameters<typeof ModelRegistry>[0]['onUsed'],
) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'parley-test-'))
  const path = join(folder.path, 'settings.json')
  if (settings) writeFileSync(path, JSON.stringify(settings))
  const store = new SettingsStore({ path, clock: systemClock })
  const vault = SecretVault.open({ file: join(folder.path, 'secrets.json'), providers: [memoryKeyProvider()], clock: systemClock })
  return {
    registry: new ModelRegistry({
      settings: store,
      vault,
      limits: () => store.limits(),
      ...(policy && { policy }),
      ...(now && { now }),
      ...(onUsed && { onUsed }),
    }),
    vault,
    file: () => readFileSync(path, 'utf8'),
    [Symbol.dispose]: () => {
      store[Symbol.dispose]()
      folder[Symbol.dispose]()
    },
  }
}

it('keeps a provider in the settings and its key in the vault, and makes its first model the default', async () => {
  using test = testRegistry()
  const { id } = await test.registry.providers.save(
    { kind: 'anthropic', models: ['claude-x', 'claude-y'], key: ' sk-ant-1234567 ' },
    signal,
  )
  expect(test.registry.models()).toEqual({
    providers: [{ id, kind: 'anthropic', name: 'Anthropic', models: ['anthropic/claude-x', 'anthropic/claude-y'], hasKey: true }],
    default: 'anthropic/claude-x',
  })
  expect(test.file()).not.toContain('sk-ant')
  expect(await test.vault.reveal('anthropic-api-key', signal)).toBe('sk-ant-1234567')
})

it('changes a provider without touching its key, and takes both away', async () => {
  using test = testRegistry()
  const saved = await test.registry.providers.save({ kind: 'openai', models: ['a'], key: 'sk-1234567' }, signal)
  await test.registry.providers.save({ ...saved, kind: 'openai', models: ['a', 'b'], name: 'Work' }, signal)
  expect(test.registry.models().providers).toMatchObject([{ name: 'Work', models: ['openai/a', 'openai/b'], hasKey: true }])
  await test.registry.providers.remove('openai', signal)
  expect(test.registry.models()).toEqual({ providers: [] })
  expect(test.vault.names()).toEqual([])
})

it('finds the models under /v1 where only that was left out of the address, and says which address it was', async () => {
  using test = testRegistry()
  await using endpoint = await modelEndpoint((request, response) =>
    (request.url === '/v1/models' ? says({ data: [{ id: 'tiny' }] }) : says({}, 404))(request, response),
  )
  const typed = endpoint.baseUrl.replace('/v1', '')
  expect(await test.registry.check({ baseUrl: typed }, signal)).toEqual({
    ok: true,
    kind: 'openai-compatible',
    models: ['tiny'],
    baseUrl: endpoint.baseUrl,
  })
})

it.each([
  ['nothing is there, nor under /v1', 404, undefined, 'models.noModelsThere', 2],
  ['a key is wanted', 401, undefined, 'models.wantsKey', 1],
  ['the key is refused', 401, 'k-1234567', 'models.keyNotTaken', 1],
])('says of an address that is tried out that %s', async (_what, status, key, reason, asked) => {
  using test = testRegistry()
  await using endpoint = await modelEndpoint(says({}, status))
  const baseUrl = endpoint.baseUrl.replace('/v1', '')
  expect(await test.registry.check({ baseUrl, ...(key && { key }) }, signal)).toMatchObject({ ok: false, error: { reason } })
  expect(endpoint.requests).toHaveLength(asked)
})

it('keeps the key of a provider whose id begins like the name of a record of Parley’s own', async () => {
  using test = testRegistry()
  const input = { id: 'account:work', kind: 'openai', models: ['a'], key: 'sk-1234567' } as const
  await test.registry.providers.save({ ...input, models: [...input.models] }, signal)
  expect(test.vault.names()).toEqual(['account-work-api-key'])
  await test.registry.providers.remove('account:work', signal)
  expect(test.vault.names()).toEqual([])
})

it('gives a second provider of a kind a name of its own', async () => {
  using test = testRegistry()
  const local = { kind: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] }
  const ids = [await test.registry.providers.save(local, signal), await test.registry.providers.save(local, signal)]
  expect(ids).toEqual([{ id: 'local' }, { id: 'local-2' }])
})

it('reads what an installer wrote, and knows what each choice means', () => {
  using test = testRegistry({
    models: {
      default: 'local/scripted-1',
      providers: [
        { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:11434/v1', models: ['scripted-1', 'a/b'] },
      ],
    },
  })
  const { registry } = test
  expect(registry.resolve('default')).toBe('local/scripted-1')
  expect(registry.resolve(ref('local/a/b'))).toBe('local/a/b')
  expect(registry.resolve('none')).toBe('none')
  expect(registry.resolve(ref('gone/x'))).toBeUndefined()
  registry.setDefault('none')
  expect(registry.resolve('default')).toBe('none')
})

it('says of which providers the address is one of this computer', () => {
  const at = (id: string, baseUrl: string) => ({ id, kind: 'openai-compatible', baseUrl, models: ['m'] })
  using test = testRegistry({
    models: {
      providers: [
        at('a', 'http://127.0.0.1:11434/v1'),
        at('b', 'http://localhost:1234/v1'),
        at('c', 'https://localhost.example.org/v1'),
        at('d', 'http://10.0.0.5/v1'),
        { id: 'e', kind: 'anthropic', models: ['m'] },
      ],
    },
  })
  expect(test.registry.models().providers.flatMap(({ id, onThisComputer }) => (onThisComputer ? [id] : []))).toEqual(['a', 'b'])
})

it('has no default until somebody chose one', () => {
  using test = testRegistry({
    models: { providers: [{ id: 'local', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] }] },
  })
  expect(test.registry.resolve('default')).toBeUndefined()
})

it('does not write into settings that cannot be read', async () => {
  using test = testRegistry({ models: { providers: [{ id: 'broken' }] } })
  const before = test.file()
  await expect(test.registry.providers.save({ kind: 'openai', models: [] }, signal)).rejects.toThrow()
  expect(test.file()).toBe(before)
})

it.each([
  ['sk-ant-x', 'anthropic'],
  ['sk-proj-x', 'openai'],
  ['AIzaX', 'google'],
  ['sk-or-v1-x', 'openai-compatible'],
] as const)('sees whose key %s is', async (key, kind) => {
  using test = testRegistry()
  await test.registry.providers.save({ kind, models: ['m'], key }, signal)
  await expect(test.registry.open(test.registry.models().providers[0]?.models[0] ?? ref('x/y'), signal)).resolves.toMatchObject({
    name: 'm',
  })
})

it('asks an endpoint for its models with the key in the place where its kind wants it', async () => {
  using test = testRegistry()
  await using endpoint = await modelEndpoint((request, response) => {
    const google = request.headers['x-goog-api-key'] !== undefined
    says(
      google
        ? { models: [{ name: 'models/gem' }, { name: 'models/emb', supportedGenerationMethods: ['embedContent'] }] }
        : { data: [{ id: 'm' }, { id: 'nomic-embed-text' }, { id: 'Qwen/Qwen3-Embedding-4B' }, { id: 'bge-reranker-v2' }] },
    )(request, response)
  })
  const { baseUrl } = endpoint
  expect(await test.registry.check({ kind: 'anthropic', baseUrl, key: 'k-anthropic' }, signal)).toEqual({
    ok: true,
    kind: 'anthropic',
    models: ['m'],
    baseUrl,
  })
  expect(await test.registry.check({ kind: 'google', baseUrl, key: 'k-google' }, signal)).toMatchObject({ models: ['gem'] })
  expect(await test.registry.check({ baseUrl, key: 'k-compatible' }, signal)).toMatchObject({ kind: 'openai-compatible', models: ['m'] })
  expect(endpoint.requests.map(({ headers }) => headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization)).toEqual([
    'k-anthropic',
    'k-google',
    'Bearer k-compatible',
  ])
})

it('says what is wrong with a key or an address', async () => {
  using test = testRegistry()
  await using endpoint = await modelEndpoint(says({ error: { message: 'no such key' } }, 401))
  const codeOf = async (input: Parameters<ModelRegistry['check']>[0]) => {
    const checked = await test.registry.check(input, signal)
    return checked.ok ? 'ok' : checked.error.code
  }
  expect(await codeOf({ baseUrl: endpoint.baseUrl, key: 'wrong-key' })).toBe('MODEL_REFUSED_KEY')
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
  await using google = await modelEndpoint(says({ error: { code: 400, message: 'API key not valid.', details: [info] } }, 400))
  expect(await codeOf({ baseUrl: google.baseUrl, kind: 'google', key: 'wrong-key' })).toBe('MODEL_REFUSED_KEY')
  expect(await codeOf({ baseUrl: 'http://127.0.0.1:9/v1' })).toBe('MODEL_UNREACHABLE')
  // Whoever tries an address out sees it: they are not sent to the settings.
  const gone = await test.registry.check({ baseUrl: 'http://127.0.0.1:9/v1' }, signal)
  expect(gone).toMatchObject({ error: { reason: expect.stringMatching(/^models\.addressUnreachable|^models\.portBlocked/) } })
  expect(await codeOf({ baseUrl: 'ftp://example.com' })).toBe('INVALID_INPUT')
  expect(await codeOf({ key: 'whose is this' })).toBe('INVALID_INPUT')
})

it('sends a key that is kept to its own address only', async () => {
  using test = testRegistry()
  await using own = await modelEndpoint(says({ data: [] }))
  await using other = await modelEndpoint(says({ data: [] }))
  const { id } = await test.registry.providers.save(
    { kind: 'openai-compatible', baseUrl: own.baseUrl, models: [], key: 'kept-key-1' },
    signal,
  )
  await test.registry.check({ providerId: id, baseUrl: other.baseUrl }, signal)
  expect([own.requests.length, other.requests.length]).toEqual([1, 0])
})

it('learns the models of a provider that is configured without any', async () => {
  await using endpoint = await modelEndpoint(says({ data: [{ id: 'found' }] }))
  using test = testRegistry({ models: { providers: [{ id: 'p', kind: 'openai-compatible', baseUrl: endpoint.baseUrl }] } })
  await test.registry.learnModels(signal)
  expect(test.registry.models().providers[0]?.models).toEqual(['p/found'])
})

it('completes one request for a server that samples', async () => {
  await using endpoint = await modelEndpoint(
    says({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Paris' }, finish_reason: 'stop' }] }),
  )
  using test = testRegistry()
  await test.registry.providers.save({ id: 'p', kind: 'openai-compatible', baseUrl: endpoint.baseUrl, models: ['m'] }, signal)
  const request = {
    ref: ref('p/m'),
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Capital of France?' }] }],
    maxTokens: 10,
    stopSequences: [],
  }
  expect(await test.registry.complete(request, signal)).toEqual({
    content: [{ type: 'text', text: 'Paris' }],
    stopReason: 'stop',
    model: 'p/m',
    responseId: 'x',
    responseModel: 'm',
  })
})

it('opens, saves and hands to servers only what a policy allows, by the address that a model is really reached at', async () => {
  const isCompany = (address: string) => address.startsWith('https://gateway.example/')
  const policy: ModelPolicy = {
    forbidsModel: ({ address }) =>
      isCompany(address) ? undefined : new AppError('POLICY', `Atlas IT does not allow models at ${address}`),
    forbidsModelToServers: ({ name }) => (name === 'small' ? undefined : new AppError('POLICY', 'Atlas IT does not allow it')),
    changes: new Emitter(),
  }
  const providers = [
    { id: 'gateway', kind: 'openai-compatible', baseUrl: 'https://gateway.example/v1', models: ['small', 'large'] },
    { id: 'anthropic', kind: 'anthropic', models: ['claude-x'] },
  ]
  using test = testRegistry({ models: { providers } }, policy)
  expect(test.registry.models().providers.map(({ forbidden }) => forbidden)).toEqual([undefined, ['anthropic/claude-x']])
  await expect(test.registry.open(ref('anthropic/claude-x'), signal)).rejects.toMatchObject({
    code: 'POLICY',
    message: 'Atlas IT does not allow models at https://api.anthropic.com/v1',
  })
  await test.registry.open(ref('gateway/large'), signal)
  await expect(test.registry.providers.save({ kind: 'openai', models: ['x'], key: 'sk-1234567' }, signal)).rejects.toMatchObject({
    code: 'POLICY',
  })
  // The provider is not even asked for its models, because its key would be sent there.
  expect(await test.registry.check({ providerId: 'anthropic' }, signal)).toMatchObject({ ok: false, error: { code: 'POLICY' } })
  expect([
    test.registry.forbiddenToServers(ref('gateway/small')),
    test.registry.forbiddenToServers(ref('gateway/large'))?.code,
    test.vault.names(),
  ]).toEqual([undefined, 'POLICY', []])
})

it('knows of a provider how the latest request went: of its list, of an answer, and of a key that was kept', async () => {
  let status = 401
  await using endpoint = await modelEndpoint((request, response) =>
    says(status === 200 ? { data: [{ id: 'm' }] } : { error: { message: 'no such key' } }, status)(request, response),
  )
  using test = testRegistry()
  const input = { kind: 'openai-compatible' as const, baseUrl: endpoint.baseUrl, models: ['m'] }
  const { id } = await test.registry.providers.save({ ...input, key: 'the-first-key' }, signal)
  const request = { ref: ref(`${id}/m`), messages: [], maxTokens: 10, stopSequences: [] }
  const asked = { ...request, messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }] }
  await expect(test.registry.complete(asked, signal)).rejects.toMatchObject({ code: 'MODEL_REFUSED_KEY' })
  expect(test.registry.statuses.all()).toMatchObject({ [id]: { trouble: { reason: 'models.keyRefused' } } })
  // Another key is tried out: that says nothing of the kept one.
  status = 200
  expect(await test.registry.check({ ...input, providerId: id, key: 'the-second-key' }, signal)).toMatchObject({ ok: true })
  expect(test.registry.statuses.all()[id]?.trouble).toBeDefined()
  await test.registry.providers.save({ ...input, id, key: 'the-second-key' }, signal)
  expect(test.registry.statuses.all()).toEqual({})
  await test.registry.check({ providerId: id }, signal)
  expect(test.registry.statuses.all()).toEqual({ [id]: { answeredAt: expect.any(Number) } })
  await test.registry.providers.remove(id, signal)
  expect(test.registry.statuses.all()).toEqual({})
})

it('sets what a model costs, for the requests from then on, and tells what each of a server used', async () => {
  await using endpoint = await modelEndpoint(
    says({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], usage: { prompt_tokens: 7, completion_tokens: 3 } }),
  )
  const provider = { id: 'local', kind: 'openai-compatible', baseUrl: endpoint.baseUrl, models: ['tiny'] }
  const used: unknown[] = []
  using test = testRegistry({ models: { providers: [provider] } }, undefined, undefined, (model, tokens) => used.push([model, tokens]))
  const tiny = ref('local/tiny')
  const ask = {
    ref: tiny,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    maxTokens: 10,
    stopSequences: [],
  } as const
  await test.registry.complete(ask, signal)
  expect(used).toEqual([[tiny, { input: 7, cached: 0, output: 3, reasoning: 0 }]])
  await test.registry.complete({ ...ask, temporary: true }, signal)
  expect(used).toHaveLength(1)
  expect(test.registry.priceOf(tiny)).toBeUndefined()
  test.registry.providers.setPrice(tiny, { input: 1, output: 2 })
  expect(test.registry.priceOf(tiny)).toEqual({ input: 1, output: 2 })
  expect(test.registry.models().providers[0]?.prices).toEqual({ tiny: { input: 1, output: 2 } })
  test.registry.providers.setPrice(tiny, null)
  expect(test.registry.priceOf(tiny)).toBeUndefined()
  expect(() => test.registry.providers.setPrice(ref('gone/tiny'), null)).toThrow('models.noSuchModel')
})

it('keeps the stars of models in the settings, also of one that its provider does not list now', async () => {
  const providers = [{ id: 'claude', kind: 'anthropic', models: ['claude-sonnet-4-5'] }]
  using test = testRegistry({ models: { providers, favourites: ['claude/older', 'no ref'] } })
  test.registry.setFavourite(ref('claude/claude-sonnet-4-5'), true)
  expect(test.registry.models().favourites).toEqual(['claude/older', 'claude/claude-sonnet-4-5'])
  test.registry.setFavourite(ref('claude/older'), false)
  expect(test.registry.models().favourites).toEqual(['claude/claude-sonnet-4-5'])
  expect(() => test.registry.setFavourite(ref('gone/x'), true)).toThrow(AppError)
})

it('knows what the models of a provider can and cost, and nothing of the same names at another address', async () => {
  const models = ['claude-sonnet-4-5', 'of-nobody']
  const providers = [
    { id: 'claude', kind: 'anthropic', models },
    { id: 'gateway', kind: 'anthropic', baseUrl: 'https://gateway.example.com/v1', models },
  ]
  using test = testRegistry({ models: { providers } })
  const { models: known } = await test.registry.facts(signal)
  expect(known).toEqual({ 'claude/claude-sonnet-4-5': expect.objectContaining({ tools: true, context: 200_000 }) })
})

it('names an endpoint without a name by its address, not by the id in the file', () => {
  using test = testRegistry({
    models: { providers: [{ id: '127-0-0-1-18777', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:18777/v1' }] },
  })
  expect(test.registry.models().providers).toMatchObject([{ name: '127.0.0.1:18777' }])
})

// Catches: a model that was just pulled is not in the list, and one that somebody chose is lost because its server does not list it.
it('asks the servers on this computer anew, not more than once in half a minute, and keeps what was known of one that is silent', async () => {
  let names = ['old']
  await using endpoint = await modelEndpoint((request, response) => says({ data: names.map((id) => ({ id })) })(request, response))
  const time = { now: 0 }
  using test = testRegistry(
    { models: { providers: [{ id: 'here', kind: 'openai-compatible', baseUrl: endpoint.baseUrl, models: ['old'] }] } },
    undefined,
    () => time.now,
  )
  const models = () => test.registry.models().providers[0]?.models
  names = ['new', 'newer']
  expect(models()).toEqual(['here/old'])
  await test.registry.refreshLocal(signal)
  expect(models()).toEqual(['here/new', 'here/newer', 'here/old'])
  await test.registry.refreshLocal(signal)
  expect(endpoint.requests).toHaveLength(1)
  time.now = 30_000
  names = []
  await test.registry.refreshLocal(signal)
  expect([endpoint.requests.length, models()]).toEqual([2, ['here/old']])
  await endpoint[Symbol.asyncDispose]()
  time.now = 60_000
  await test.registry.refreshLocal(signal)
  expect(models()).toEqual(['here/old'])
})
