const TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/
const MOST = 200
const OFFLINE = 'offline_access'

/** Pure: the scopes in a text, once each; what is no scope (RFC 6749, section 3.3) is left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return tidy((text ?? '').split(/\s+/))
}

export interface ScopeChoice {
  /** What the person or an administrator configured; nothing else is asked for then, but what the server demands. */
  readonly configured?: readonly string[] | undefined
  /** What the server's challenge demands: it is the authority (MCP 2026-07-28, authorization, scope selection). */
  readonly challenged?: readonly string[] | undefined
  /** All that the server says it knows. */
  readonly supported?: readonly string[] | undefined
  /** What was asked for before: a step-up keeps it. */
  readonly before?: readonly string[] | undefined
  /** What the authorization server says it knows. */
  readonly offered?: readonly string[] | undefined
}

/**
 * Pure: what to ask for: the challenge's scopes, else those configured, else all that the server lists, else none; at a step-up together
 * with what was asked for before; and leave to renew where the authorization server lists it.
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
