import type { Message } from '../../i18n/message'
import type { ConfigValue } from '../configValue'
import type { ServerAuth } from '../serverAuth'
import type { ServerConfig } from '../server'

/** What of the person's own goes to an authorization server before anybody has signed in there. */
export interface SentIdentity {
  /** The names of secrets in the vault that are sent. */
  readonly secrets: readonly string[]
  /** The name of a private key in the vault. It signs and is not sent. */
  readonly key?: string
  /** What the entry itself holds, and so has no name. */
  readonly own?: 'secret' | 'key'
  /** A file of which the content is sent. */
  readonly file?: string
  /** The organisation's identity provider vouches for the person. */
  readonly vouches?: true
  /** Who gets it, where the entry says so: an issuer. Absent: the authorization server that the address names. */
  readonly to?: string
}

/** Pure: returns what Parley sends of the person's own to sign in to a server. Undefined where that is nothing. */
export function sentIdentity(auth: ServerAuth | undefined): SentIdentity | undefined {
  if (!auth) return undefined
  const secret = auth.kind === 'workload' ? auth.token : auth.clientSecret
  const key = auth.kind === 'client' ? auth.privateKey : undefined
  const file = auth.kind === 'workload' ? auth.tokenFile : undefined
  const vouches = auth.kind === 'enterprise'
  if (secret === undefined && key === undefined && file === undefined && !vouches) return undefined
  const own = typeof secret === 'string' ? 'secret' : typeof key === 'string' ? 'key' : undefined
  return {
    secrets: nameOf(secret),
    ...(nameOf(key)[0] !== undefined && { key: nameOf(key)[0] }),
    ...(own && { own }),
    ...(file !== undefined && { file }),
    ...(vouches && { vouches }),
    ...(auth.issuer !== undefined && { to: auth.issuer }),
  }
}

/** Pure: how the entry itself says that Parley signs in, whatever a policy sets. */
export function writtenAuth({ auth, entryAuth }: Pick<ServerConfig, 'auth' | 'entryAuth'>): ServerAuth {
  return entryAuth ?? auth
}

/**
 * Pure: the way to sign in that somebody has to agree to. Undefined where it is an admin's word: their client is. That the organisation vouches
 * for the person with it is the entry's.
 */
export function approvedAuth({ auth, adminsClient }: Pick<ServerConfig, 'auth' | 'adminsClient'>): ServerAuth | undefined {
  if (!adminsClient) return auth
  return auth.kind === 'enterprise' ? { kind: 'enterprise', clientId: auth.clientId } : undefined
}

/** Pure: the server as one to which nothing of the person's own is sent before anybody has signed in. */
export function withoutSent(server: ServerConfig): ServerConfig {
  return { ...server, auth: { kind: 'person' } }
}

/** Pure: says what is sent, and to whom, a sentence each. `clean` makes a name from outside harmless where it is shown. */
export function sentMessages(sent: SentIdentity, clean: (text: string) => string): readonly Message[] {
  const { secrets, key, own, file, vouches, to } = sent
  return [
    ...secrets.map((secret): Message => ({ id: 'questions.start.sendsSecret', params: { secret: clean(secret) } })),
    ...(own === 'secret' ? [{ id: 'questions.start.sendsOwn' } as const] : []),
    ...(key !== undefined ? [{ id: 'questions.start.signsWith', params: { secret: clean(key) } } as const] : []),
    ...(own === 'key' ? [{ id: 'questions.start.signsWithOwn' } as const] : []),
    ...(file !== undefined ? [{ id: 'questions.start.sendsFile', params: { file: clean(file) } } as const] : []),
    ...(vouches ? [{ id: 'questions.start.vouches' } as const] : []),
    to === undefined
      ? { id: `questions.start.${receiverOf(sent)}Named` }
      : { id: `questions.start.${receiverOf(sent)}`, params: { to: clean(to) } },
  ]
}

/** The word for what arrives there. A private key stays here. */
function receiverOf({ secrets, key, own, file }: SentIdentity): 'sentTo' | 'signatureTo' | 'vouchesTo' {
  if (secrets.length > 0 || own === 'secret' || file !== undefined) return 'sentTo'
  return key !== undefined || own === 'key' ? 'signatureTo' : 'vouchesTo'
}

function nameOf(value: ConfigValue | undefined): readonly string[] {
  return value === undefined || typeof value === 'string' ? [] : [value.secret]
}
