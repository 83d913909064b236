import type { ConfigValue } from '../configValue'
import type { ServerAuth } from '../serverAuth'

/** What of the person's own goes to the authorization server that a server names, before anybody has signed in there. */
export interface SentIdentity {
  /** The names of secrets in the vault. A secret that the entry itself holds has none. */
  readonly secrets: readonly string[]
  /** A file of which the content is sent. */
  readonly file?: string
}

/** Pure: returns what Parley sends of the person's own to sign in to a server. Undefined where that is nothing. */
export function sentIdentity(auth: ServerAuth | undefined): SentIdentity | undefined {
  if (!auth) return undefined
  const values = valuesOf(auth)
  const file = auth.kind === 'workload' ? auth.tokenFile : undefined
  if (values.length === 0 && file === undefined) return undefined
  return { secrets: values.flatMap((value) => (typeof value === 'string' ? [] : [value.secret])), ...(file !== undefined && { file }) }
}

function valuesOf(auth: ServerAuth): readonly ConfigValue[] {
  const values = auth.kind === 'workload' ? [auth.token] : [auth.clientSecret, ...(auth.kind === 'client' ? [auth.privateKey] : [])]
  return values.filter((value) => value !== undefined)
}
