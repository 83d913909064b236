import { createHash } from 'node:crypto'
import type { TelemetryConfig, TelemetryHeaders, TelemetryInput, TelemetrySettings } from '../../shared/domain/telemetry/telemetry'
import { AppError } from '../../shared/errors/appError'
import type { SecretVault } from '../secrets/secretVault'
import type { SettingsStore } from '../settings/settingsStore'
import { endpointFault } from './endpointFault'
import { isHeaderValue, type OtelRequest } from './readOtelEnvironment'

const SECTION = 'telemetry'
const SECRET_PREFIX = 'telemetry-header-'

interface Deps {
  readonly settings: Pick<SettingsStore, 'settings' | 'edit'>
  readonly vault: Pick<SecretVault, 'names' | 'put' | 'remove' | 'resolve'>
  /** @throws {AppError} POLICY */
  readonly mayChange: (content: boolean) => void
}

/** Edits `"telemetry"` in `settings.json`. The values of headers go into the vault, and only their names into the file. */
export class TelemetrySettingsEditor {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Sends telemetry to an address from now on. A header without a value keeps the one in the vault, as long as the host is the same.
   * @throws {AppError} INVALID_INPUT, POLICY, SECRETS_LOCKED, FILE_UNREADABLE
   */
  async set(input: TelemetryInput, signal: AbortSignal): Promise<void> {
    const { endpoint, protocol, signals, content } = input
    const { before, kept } = this.#require(input)
    const headers = await this.#headers(input, kept, signal)
    this.#deps.settings.edit([
      { path: [SECTION, 'endpoint'], value: endpoint },
      { path: [SECTION, 'protocol'], value: protocol },
      { path: [SECTION, 'signals'], value: signals },
      { path: [SECTION, 'content'], value: content },
      { path: [SECTION, 'headers'], value: Object.keys(headers).length > 0 ? headers : undefined },
    ])
    await this.#forget(before, headers, signal)
  }

  /**
   * Returns what would be in force if this were saved, to be tried first. Nothing is kept of it. The vault has the values that are kept.
   * @throws {AppError} INVALID_INPUT, POLICY, SECRETS_LOCKED, SECRET_MISSING
   */
  async draft(input: TelemetryInput, signal: AbortSignal): Promise<TelemetryConfig> {
    const { kept } = this.#require(input)
    const { endpoint, protocol, signals, content } = input
    const headers: (readonly [name: string, value: string])[] = []
    for (const { name, value } of input.headers) {
      const secret = Object.hasOwn(kept, name) ? kept[name] : undefined
      headers.push([name, value ?? (secret ? await this.#deps.vault.resolve(secret, signal) : '')])
    }
    return { state: 'on', endpoint, protocol, signals, content, headers: Object.fromEntries(headers), setBy: 'settings' }
  }

  /**
   * Uses what the environment asks for as the person's own choice, except for what is said in conversations: that is never taken over.
   * @throws {AppError} as `set`
   */
  take({ endpoint, protocol, signals, headers }: OtelRequest, signal: AbortSignal): Promise<void> {
    const list = Object.entries(headers).map(([name, value]) => ({ name, value }))
    return this.set({ endpoint, protocol, signals, content: false, headers: list }, signal)
  }

  /**
   * Sends nothing from now on, and forgets the address and its headers.
   * @throws {AppError} POLICY, FILE_UNREADABLE
   */
  async turnOff(signal: AbortSignal): Promise<void> {
    this.#deps.mayChange(false)
    const before = this.#deps.settings.settings().telemetry
    this.#deps.settings.edit([{ path: [SECTION], value: undefined }])
    await this.#forget(before, {}, signal)
  }

  /** Returns what is set now, and those of its headers that count for this address too. @throws {AppError} INVALID_INPUT, POLICY */
  #require({ endpoint, content, headers }: TelemetryInput): { readonly before: TelemetrySettings; readonly kept: TelemetryHeaders } {
    this.#deps.mayChange(content)
    const bad = endpointFault(endpoint)
    if (bad) throw bad
    const before = this.#deps.settings.settings().telemetry
    const kept = isSameHost(before.endpoint, endpoint) ? before.headers : {}
    const names = headers.map(({ name }) => name)
    for (const [index, { name, value }] of headers.entries()) {
      const reason = fault(names.indexOf(name) !== index, value, Object.hasOwn(kept, name))
      if (reason) throw new AppError('INVALID_INPUT', { reason, params: { name } })
    }
    return { before, kept }
  }

  async #headers({ endpoint, headers }: TelemetryInput, kept: TelemetryHeaders, signal: AbortSignal): Promise<TelemetryHeaders> {
    const found: (readonly [name: string, secret: { secret: string }])[] = []
    for (const { name, value } of headers) {
      const secret = value === undefined ? (kept[name]?.secret ?? '') : secretNameOf(endpoint, name)
      if (value !== undefined) await this.#deps.vault.put(secret, value, signal)
      found.push([name, { secret }])
    }
    return Object.fromEntries(found)
  }

  /** Removes the values that no header names any more. A secret of another name is the person's own. */
  async #forget({ headers }: TelemetrySettings, kept: TelemetryHeaders, signal: AbortSignal): Promise<void> {
    const { vault } = this.#deps
    const still = new Set(Object.values(kept).map(({ secret }) => secret))
    for (const { secret } of Object.values(headers)) {
      if (secret.startsWith(SECRET_PREFIX) && !still.has(secret) && vault.names().includes(secret)) await vault.remove(secret, signal)
    }
  }
}

/** Of one collector: a value that is entered for the next one must not reach the one that is still in force. */
function secretNameOf(endpoint: string, header: string): string {
  const origin = URL.parse(endpoint)?.origin ?? endpoint
  return `${SECRET_PREFIX}${createHash('sha256').update(origin).digest('hex').slice(0, 8)}-${header}`
}

function fault(isTwice: boolean, value: string | undefined, isKept: boolean) {
  if (isTwice) return 'telemetry.headerTwice'
  if (value === undefined) return isKept ? undefined : 'telemetry.headerWithoutValue'
  return value !== '' && isHeaderValue(value) ? undefined : 'telemetry.badHeaderValue'
}

/** A value is for the host that it was entered for, and for no other. */
function isSameHost(before: string | undefined, now: string): boolean {
  return before !== undefined && URL.parse(before)?.origin === URL.parse(now)?.origin
}
