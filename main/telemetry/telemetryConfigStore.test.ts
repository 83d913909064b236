import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { defaultTelemetry, openTelemetryPolicy, type TelemetryPolicy } from '../../shared/domain/telemetry/telemetry'
import type { ConfigValue } from '../../shared/domain/configValue'
import { AppError } from '../../shared/errors/appError'
import { Emitter } from '../lib/emitter'
import { TelemetryConfigStore, type TelemetryConfigDeps } from './telemetryConfigStore'

const settings = {
  models: { providers: [] },
  appearance: { language: 'system', theme: 'system', textSize: 100 },
  notifications: false,
  automaticSummaries: false,
  desktop: { tray: false, keepRunning: false, quickWindow: 'off' },
  limits: {},
  signIn: {},
  secrets: {},
  telemetry: { ...defaultTelemetry, endpoint: 'https://otel.test', headers: { authorization: { secret: 'key' } } },
} as const

/** A vault that tells of a change whenever it is asked, as one does that looks for its keychain. */
class Vault {
  readonly changes = new Emitter<void>()
  readonly opened = new Emitter<void>()
  asked = 0
  value: string | undefined

  async resolve(value: ConfigValue): Promise<string> {
    if (typeof value === 'string') return value
    this.asked++
    this.changes.emit()
    await turn()
    if (this.value === undefined) throw new AppError('SECRETS_LOCKED', { reason: 'secrets.needsPassphrase' })
    return this.value
  }
}

function start(vault: Vault, change: Partial<TelemetryConfigDeps> = {}) {
  const policy = { changes: new Emitter<void>(), said: openTelemetryPolicy as TelemetryPolicy, telemetry: () => policy.said }
  const store = new TelemetryConfigStore({
    settings: { settings: () => settings, changes: new Emitter() },
    policy,
    vault,
    environment: {},
    shell: 'window',
    ...change,
  })
  const told: string[] = []
  store.changes.subscribe(() => told.push(store.config().state))
  return { store, policy, told, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

it('sends nothing while the vault is locked, asks it once, and goes on when it opens', async () => {
  const vault = new Vault()
  using test = start(vault)
  expect(test.store.config()).toMatchObject({ state: 'off', why: 'invalid', fault: { reason: 'telemetry.waitsForVault' } })
  await expect.poll(() => test.store.config()).toMatchObject({ why: 'invalid', fault: { reason: 'secrets.needsPassphrase' } })
  await turn()
  expect(vault.asked).toBe(1)
  vault.value = 'Bearer abc'
  vault.opened.emit()
  await expect.poll(() => test.store.config()).toMatchObject({ state: 'on', headers: { authorization: 'Bearer abc' } })
  expect([vault.asked, test.told]).toEqual([2, ['off', 'on']])
})

it('sends a new value of a header from then on', async () => {
  const vault = new Vault()
  vault.value = 'old'
  using test = start(vault)
  await expect.poll(() => test.store.config()).toMatchObject({ headers: { authorization: 'old' } })
  vault.value = 'new'
  vault.changes.emit()
  await expect.poll(() => test.store.config()).toMatchObject({ headers: { authorization: 'new' } })
})

it('a policy that forbids it counts at once, also while the vault still looks for a header', async () => {
  const vault = new Vault()
  vault.value = 'Bearer abc'
  using test = start(vault)
  test.policy.said = { off: true, contentOff: false }
  test.policy.changes.emit()
  expect(test.store.config()).toEqual({ state: 'off', why: 'policy' })
  await turn()
  await turn()
  expect(test.store.config()).toEqual({ state: 'off', why: 'policy' })
  test.policy.said = openTelemetryPolicy
  test.policy.changes.emit()
  await expect.poll(() => test.store.config()).toMatchObject({ state: 'on' })
})

it('takes the headers of the environment as they are, without the vault, on the command line', () => {
  const vault = new Vault()
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://env.test', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' }
  using test = start(vault, { environment, shell: 'commandLine' })
  expect([test.store.config(), vault.asked]).toMatchObject([{ state: 'on', setBy: 'environment', headers: { 'x-key': 'abc' } }, 0])
})
