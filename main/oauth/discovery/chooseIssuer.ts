import { signInRefused } from '../signIn/signInErrors'

const NAMED_MOST = 20

export interface IssuerChoice {
  /** The one that the person or an administrator wrote into the server's configuration. */
  readonly pinned?: string | undefined
  /** The one that the person chose this time, among those that the server names. */
  readonly chosen?: string | undefined
}

/**
 * Pure: which of the authorization servers that a server names is used: the one that was configured, the one that the person chose, else
 * the first (RFC 9728, section 7.6: the client chooses). One that it does not name is never used.
 */
export function chooseIssuer(named: readonly string[], { pinned, chosen }: IssuerChoice): string {
  const wanted = pinned ?? chosen
  const [first] = named
  if (wanted !== undefined && named.length > 0 && !named.includes(wanted)) {
    throw signInRefused(
      { reason: pinned === undefined ? 'oauth.chosenIssuerGone' : 'oauth.issuerGone', params: { issuer: wanted } },
      { said: named.join(', ') },
    )
  }
  if (wanted !== undefined) return wanted
  if (first !== undefined) return first
  throw signInRefused({ reason: 'oauth.noIssuer' })
}

/** Pure: what a server names, once each, and not more than a person can look over. */
export function namedIssuers(listed: readonly string[] = []): readonly string[] {
  return [...new Set(listed)].slice(0, NAMED_MOST)
}
