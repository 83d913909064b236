import { matchesWildcard } from '../../lib/matchesWildcard'
import type { Era } from '../connectionState'
import type { ServerConfig } from '../server'
import { isOfficial, spokenExtensions, type ExtensionLimit, type SpokenExtension } from './extension'

/** Whether Parley claims an extension to a server, and who decided it. */
export type ExtensionDecision =
  { readonly on: false; readonly by: 'policy'; readonly limit: ExtensionLimit } | { readonly on: boolean; readonly by: 'entry' | 'default' }

/** What a server's definition says of extensions. */
export type ExtensionSettings = Pick<ServerConfig, 'extensions' | 'extensionLimits'>

/**
 * Pure: whether an extension is on for a server. A policy decides before the server's entry, and the entry before the default: on for
 * extensions of the protocol, off for those of vendors (extensions, overview: opt-in).
 */
export function decideExtension(id: string, { extensions = {}, extensionLimits = [] }: ExtensionSettings): ExtensionDecision {
  const limit = extensionLimits.find((one) => forbids(one, id))
  if (limit) return { on: false, by: 'policy', limit }
  const chosen = Object.hasOwn(extensions, id) ? extensions[id] : undefined
  return chosen === undefined ? { on: isOfficial(id), by: 'default' } : { on: chosen, by: 'entry' }
}

function forbids({ allow, deny = [] }: ExtensionLimit, id: string): boolean {
  const isOneOf = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesWildcard(pattern, id))
  return isOneOf(deny) || (allow !== undefined && !isOneOf(allow))
}

/** Pure: the names of all extensions that are on for a server, whether Parley speaks them or not, in a fixed order. */
export function extensionsOn(settings: ExtensionSettings): readonly string[] {
  const named = new Set([...spokenExtensions.map(({ id }) => id), ...Object.keys(settings.extensions ?? {})])
  return [...named].filter((id) => decideExtension(id, settings).on).toSorted()
}

/** Pure: whether Parley's code for an extension applies to a server. Without an era: to one of either. */
export function appliesTo(
  { eras, signsInBy }: SpokenExtension,
  { launch, auth }: Pick<ServerConfig, 'launch' | 'auth'>,
  era?: Era,
): boolean {
  const hasEra = era === undefined || eras.includes(era)
  return hasEra && (signsInBy === undefined || (launch.kind === 'http' && auth.kind === signsInBy))
}

/** Pure: those of the extensions that Parley claims to a server of this era: it has code for them, and they are on. */
export function claimedExtensions<E extends SpokenExtension>(spoken: readonly E[], server: ServerConfig, era: Era): readonly E[] {
  return spoken.filter((extension) => appliesTo(extension, server, era) && decideExtension(extension.id, server).on)
}
