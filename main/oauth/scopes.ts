const TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/
const MOST = 200
const OFFLINE = 'offline_access'

/** Pure: the distinct scopes in a text. Anything that is not a scope (RFC 6749, section 3.3) is left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return tidy((text ?? '').split(/\s+/))
}

export interface ScopeChoice {
  /** Scopes set by the person or an administrator. If set, only these are requested, apart from what the server demands. */
  readonly configured?: readonly string[] | undefined
  /** Scopes from the server's challenge. The challenge is authoritative (MCP 2026-07-28, authorization, scope selection). */
  readonly challenged?: readonly string[] | undefined
  /** Every scope that the server lists. */
  readonly supported?: readonly string[] | undefined
  /** Scopes that were requested earlier. A step-up keeps them. */
  readonly before?: readonly string[] | undefined
  /** Scopes that the authorization server lists. */
  readonly offered?: readonly string[] | undefined
}

/**
 * Pure: the scopes to request. The challenge comes first, then the configured scopes, then everything the server lists, else none. A
 * step-up adds the scopes requested earlier. `offline_access` is added if the authorization server lists it.
 */
export function chooseScopes({ configured, challenged = [], supported = [], before = [], offered = [] }: ScopeChoice): readonly string[] {
  const own = configured ?? []
  const asked = challenged.length > 0 ? [...own, ...challenged] : own.length > 0 ? own : supported
  const all = tidy([...before, ...asked])
  return all.length > 0 && offered.includes(OFFLINE) ? tidy([...all, OFFLINE]) : all
}

function tidy(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.filter((scope) => TOKEN.test(scope)))].slice(0, MOST)
}
