import type { AppReach } from './app'

/** What an origin is declared for: to connect to, to load content from, to show in frames. */
export type ReachKind = keyof AppReach

const kinds: readonly ReachKind[] = ['connect', 'load', 'frames']

/** Pure: the host of an origin, as a person reads it: `api.example`, `*.example:8443`. */
export const hostOf = (origin: string): string => origin.replace(/^\w+:\/\//, '')

/** Pure: every declared origin with what it is declared for, in the order of the declarations. */
export function declaredOrigins(reach: AppReach): readonly { readonly origin: string; readonly kinds: readonly ReachKind[] }[] {
  const all = [...new Set(kinds.flatMap((kind) => reach[kind]))]
  return all.map((origin) => ({ origin, kinds: kinds.filter((kind) => reach[kind].includes(origin)) }))
}

/** Pure: what hosts a wildcard covers: the ending of their names. Undefined for one host. */
export function wildcardEnding(origin: string): string | undefined {
  const host = hostOf(origin)
  return host.startsWith('*.') ? host.slice(1) : undefined
}

/** Pure: the declared origin that covers one that was asked for. Undefined: none does, so that it cannot be granted. */
export function coveringOrigin(reach: AppReach, asked: string): string | undefined {
  const host = hostOf(asked)
  return declaredOrigins(reach).find(({ origin }) => {
    const ending = wildcardEnding(origin)
    return ending === undefined ? hostOf(origin) === host : host.endsWith(ending) && host.length > ending.length
  })?.origin
}
