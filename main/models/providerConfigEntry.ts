import type { ProviderConfig, ProviderKind } from '../../shared/domain/models/modelProvider'
import { unreservedName } from '../../shared/secrets/reservedSecretName'
import { AppError } from '../../shared/errors/appError'
import type { ProviderInput } from '../../shared/rpc/models'
import { checkBaseUrl } from './checkBaseUrl'
import { guessProvider, providerKinds } from './providerKinds'

/** Pure: returns the name of a provider's key in the vault. */
export function apiKeySecretName(providerId: string): string {
  return unreservedName(`${providerId}-api-key`)
}

/**
 * Pure: returns the address of a provider: its own, otherwise the one that Parley knows.
 * @throws {AppError} INVALID_INPUT
 */
export function baseUrlOf(from: {
  readonly kind: ProviderKind
  readonly baseUrl?: string | undefined
  readonly key?: string | undefined
}): string {
  if (from.baseUrl?.trim()) return checkBaseUrl(from.baseUrl)
  const known = providerKinds[from.kind].baseUrl ?? (from.key ? guessProvider(from.key)?.baseUrl : undefined)
  if (known) return known
  throw new AppError('INVALID_INPUT', { reason: 'models.addressMissing' })
}

/** Pure: derives a readable id for a new provider in `settings.json`: "anthropic", "openrouter", "local". */
export function idFrom(input: ProviderInput, baseUrl: string): string {
  if (input.kind !== 'openai-compatible') return input.kind
  const { hostname } = new URL(baseUrl)
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const words = input.name?.trim() || (local ? 'local' : (hostname.split('.').at(-2) ?? hostname))
  return (
    words
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80) || 'model'
  )
}

/** Pure: returns the wanted id, with a number if it is taken. */
export function freeId(wanted: string, configs: readonly ProviderConfig[]): string {
  const taken = new Set(configs.map(({ id }) => id))
  let id = wanted
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`
  return id
}

/** Pure: returns the changes of `settings.json` that give a provider these fields. Other fields of its entry stay. */
export function providerChanges(
  count: number,
  index: number,
  fields: Readonly<Record<string, unknown>>,
): { readonly path: (string | number)[]; readonly value: unknown }[] {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  const entry = Object.fromEntries(entries)
  if (count === 0) return [{ path: ['models', 'providers'], value: [entry] }]
  if (index < 0) return [{ path: ['models', 'providers', count], value: entry }]
  return Object.entries(fields).map(([name, value]) => ({ path: ['models', 'providers', index, name], value }))
}
