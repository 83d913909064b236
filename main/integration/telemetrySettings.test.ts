import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TelemetryInput } from '../../shared/domain/telemetry/telemetry'
import { AppError } from '../../shared/errors/appError'
import type { KeyProvider } from '../ports'
import { OtlpReceiver } from '../telemetry/testing/otlpReceiver'
import { TestHost } from '../testing/testHost'

const wanted: TelemetryInput = {
  endpoint: 'https://otel.test',
  protocol: 'http/protobuf',
  signals: { traces: true, metrics: true, logs: false },
  content: false,
  headers: [{ name: 'Authorization', value: 'Bearer hush-hush' }],
}
const environment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://env.test:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hush-hush',
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
}
const settingsOf = ({ dataDir }: TestHost): { telemetry?: unknown } =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as { telemetry?: unknown }
const status = (host: TestHost) => host.until('telemetry', () => true)
const names = (host: TestHost) => host.call('secrets.names', {})

it('what a person sets counts at once; the values of headers are in the vault and nowhere else', async () => {
  await using host = await TestHost.start()
  expect((await status(host)).config).toEqual({ state: 'off', why: 'notSet' })
  await host.call('telemetry.set', wanted)
  const on = await host.until('telemetry', ({ config }) => config.state === 'on')
  expect(on.config).toMatchObject({ endpoint: 'https://otel.test', headerNames: ['authorization'], setBy: 'settings', content: false })
  expect([settingsOf(host).telemetry, await names(host)]).toEqual([
    { ...wanted, headers: { authorization: { secret: expect.stringMatching(/^telemetry-header-\w{8}-authorization$/) } } },
    [expect.stringMatching(/^telemetry-header-\w{8}-authorization$/)],
  ])
  expect(JSON.stringify([on, settingsOf(host)])).not.toContain('hush')
  const uses = await host.until('vault', () => true)
  expect(uses.secrets).toMatchObject([{ uses: [{ kind: 'telemetry', name: 'authorization' }] }])

  await host.call('telemetry.turnOff', {})
  expect((await host.until('telemetry', ({ config }) => config.state === 'off')).config).toEqual({ state: 'off', why: 'notSet' })
  expect([settingsOf(host).telemetry, await names(host)]).toEqual([undefined, []])
})

/** A keychain whose key is there when `open` is called. Parley keeps it for its next start. */
function slowKeychain() {
  let key: Uint8Array | undefined
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const keychain: KeyProvider = {
    kind: 'keychain',
    load: async () => {
      await gate.promise
      return key
    },
    save: async (next) => {
      key = next
    },
  }
  return {
    ports: { keyProviders: [keychain] },
    close: () => void (gate = Promise.withResolvers()),
    open: () => gate.resolve(),
    break: () => gate.reject(new AppError('SECRETS_LOCKED', 'The keychain does not answer')),
  }
}

// The page would show for a moment, and with a slow keychain for long, that nothing can be sent.
it.each(['open', 'break'] as const)(
  'what was saved is in force when the page hears so, also if it waited for a keychain: %s',
  async (end) => {
    const { ports, ...keychain } = slowKeychain()
    const first = await TestHost.start({ ports })
    await first.call('telemetry.set', wanted)
    await first.quit()
    keychain.close()
    await using host = await TestHost.start({ ports, dataDir: first.dataDir })
    const saved = host.call('telemetry.set', { ...wanted, protocol: 'http/json', headers: [{ name: 'authorization' }] })
    const shown = saved.then(() => status(host))
    await host.until('telemetry', ({ settings }) => settings.protocol === 'http/json')
    keychain[end]()
    expect((await shown).config).toMatchObject(
      end === 'open'
        ? { state: 'on', protocol: 'http/json', headerNames: ['authorization'] }
        : { state: 'off', why: 'invalid', setBy: 'settings', fault: { code: 'SECRETS_LOCKED', message: 'The keychain does not answer' } },
    )
  },
)

// Catches: a test without the key that was kept, which a collector refuses although what is saved would work.
it.each(['open', 'break'] as const)(
  'a header that is kept is tested with its value, or the test says that the vault is locked: %s',
  async (end) => {
    await using receiver = await OtlpReceiver.start()
    const { ports, ...keychain } = slowKeychain()
    const first = await TestHost.start({ ports })
    await first.call('telemetry.set', { ...wanted, endpoint: receiver.endpoint })
    await first.quit()
    const before = receiver.batches.length
    keychain.close()
    await using host = await TestHost.start({ ports, dataDir: first.dataDir })
    const input = { ...wanted, endpoint: receiver.endpoint, headers: [{ name: 'authorization' }] }
    const tested = host.call('telemetry.test', { input }).catch((thrown: unknown) => AppError.from(thrown).code)
    keychain[end]()
    const result = end === 'open' ? [{ signal: 'traces' }, { signal: 'metrics' }] : 'SECRETS_LOCKED'
    expect(await tested).toEqual(result)
    const keys = receiver.batches.slice(before).map(({ headers }) => headers['authorization'])
    expect(keys).toEqual(end === 'open' ? ['Bearer hush-hush', 'Bearer hush-hush'] : [])
  },
)

it('K16: a header stays with its host: another host gets no value that was not entered for it', async () => {
  await using host = await TestHost.start()
  await host.call('telemetry.set', wanted)
  const kept = { ...wanted, headers: [{ name: 'authorization' }] }
  await host.call('telemetry.set', { ...kept, endpoint: 'https://otel.test/in' })
  const elsewhere = host.call('telemetry.set', { ...kept, endpoint: 'https://other.test' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'INVALID_INPUT', reason: 'telemetry.headerWithoutValue' })
  expect((await status(host)).settings.endpoint).toBe('https://otel.test/in')
  await host.call('telemetry.set', { ...kept, endpoint: 'https://other.test', headers: [] })
  expect([(await status(host)).settings.headers, await names(host)]).toEqual([{}, []])
})

// Catches: a test that saves, one that goes to the saved address, and a kept value that is sent to an address that was only typed.
it('K16: what is typed is tested without being saved, and another address gets no value that was kept for the saved one', async () => {
  await using here = await OtlpReceiver.start()
  await using there = await OtlpReceiver.start()
  await using host = await TestHost.start()
  await host.call('telemetry.set', { ...wanted, endpoint: here.endpoint })
  const kept = { ...wanted, headers: [{ name: 'authorization' }] }
  const tested = await host.call('telemetry.test', { input: { ...kept, endpoint: here.endpoint } })
  const elsewhere = host.call('telemetry.test', { input: { ...kept, endpoint: there.endpoint } })
  await expect(elsewhere).rejects.toMatchObject({ code: 'INVALID_INPUT', reason: 'telemetry.headerWithoutValue' })
  await host.call('telemetry.test', { input: { ...wanted, endpoint: there.endpoint, headers: [{ name: 'x-key', value: 'typed' }] } })
  expect(tested).toEqual([{ signal: 'traces' }, { signal: 'metrics' }])
  expect([(await status(host)).settings.endpoint, await names(host)]).toEqual([here.endpoint, [expect.stringMatching(/authorization$/)]])
  const values = [here, there].map(({ batches }) => new Set(batches.map(({ headers }) => headers['authorization'] ?? headers['x-key'])))
  expect(values).toEqual([new Set(['Bearer hush-hush']), new Set(['typed'])])
})

it.each([
  [{ endpoint: 'http://otel.test' }, 'telemetry.notEncrypted'],
  [{ endpoint: 'https://me:secret@otel.test' }, 'telemetry.badAddress'],
  [{ headers: [{ name: 'a', value: 'b\nc' }] }, 'telemetry.badHeaderValue'],
  [
    {
      headers: [
        { name: 'a', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    'telemetry.headerTwice',
  ],
])('%j is refused, and nothing is kept of it', async (change, reason) => {
  await using host = await TestHost.start()
  await expect(host.call('telemetry.set', { ...wanted, ...change })).rejects.toMatchObject({ reason })
  expect([(await status(host)).settings.endpoint, await names(host)]).toEqual([undefined, []])
})

it('K15: an environment is only offered; agreed to, it becomes the person’s setting, without content', async () => {
  await using host = await TestHost.start({ ports: { telemetryEnvironment: environment } })
  const offered = await status(host)
  expect([offered.config, offered.offered]).toEqual([
    { state: 'off', why: 'notSet' },
    { host: 'env.test:4318', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  ])
  await host.call('telemetry.answerOffer', { send: true })
  const on = await host.until('telemetry', ({ config }) => config.state === 'on')
  expect(on).toMatchObject({ config: { endpoint: 'https://env.test:4318', content: false, headerNames: ['x-key'], setBy: 'settings' } })
  expect([on.offered, await names(host)]).toEqual([undefined, [expect.stringMatching(/^telemetry-header-\w{8}-x-key$/)]])
})

it('an offer that is declined does not come again, and cannot be agreed to any more', async () => {
  await using host = await TestHost.start({ ports: { telemetryEnvironment: environment } })
  await host.call('telemetry.answerOffer', { send: false })
  expect((await host.until('telemetry', ({ offered }) => !offered)).config).toEqual({ state: 'off', why: 'notSet' })
  await expect(host.call('telemetry.answerOffer', { send: true })).rejects.toMatchObject({ reason: 'telemetry.noOffer' })
})

it('a header whose secret nobody has entered keeps everything from being sent, until it is entered', async () => {
  const telemetry = { endpoint: 'https://otel.test', headers: { Authorization: { secret: 'mine' } } }
  await using host = await TestHost.start({ files: { 'settings.json': { telemetry } } })
  const missing = await host.until('telemetry', ({ config }) => 'fault' in config && config.fault.code === 'SECRET_MISSING')
  expect(missing.config).toMatchObject({ state: 'off', why: 'invalid', setBy: 'settings' })
  await host.call('secrets.put', { name: 'mine', value: 'hush-hush' })
  expect((await host.until('telemetry', ({ config }) => config.state === 'on')).config).toMatchObject({ headerNames: ['authorization'] })
})

it('what in the file cannot be used is told with its line, and sends less rather than more', async () => {
  const telemetry = { endpoint: 'https://otel.test', signals: { trace: false }, content: 'yes' }
  await using host = await TestHost.start({ files: { 'settings.json': { telemetry } } })
  expect(await status(host)).toMatchObject({
    config: { state: 'off', why: 'notSet' },
    settings: { signals: { traces: false, metrics: false, logs: false }, content: false },
  })
  const { problems } = await host.until('app', () => true)
  const issue = { id: 'json.issue.unknownNames', params: { names: ['trace'] } }
  expect(problems).toMatchObject([{ file: 'settings.json', error: { params: { path: 'telemetry → signals', issue, more: 1 } } }])
})

it('a word that telemetry does not have is told: a misspelt one would have no effect', async () => {
  await using host = await TestHost.start({ files: { 'settings.json': { telemetry: { endpont: 'https://otel.test' } } } })
  const { problems } = await host.until('app', () => true)
  expect(problems).toMatchObject([
    { error: { params: { path: 'telemetry', issue: { id: 'json.issue.unknownNames', params: { names: ['endpont'] } } } } },
  ])
})
