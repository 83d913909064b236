import { signInRefused } from '../signIn/signInErrors'

const NAMED_MOST = 20

export interface IssuerChoice {
  /** The authorization server in the server's configuration, set by the person or an administrator. */
  readonly pinned?: string | undefined
  /** The authorization server that the person chose for this sign-in, from those the server names. */
  readonly chosen?: string | undefined
}

/**
 * Pure: chooses one of the authorization servers that a server names. The configured one comes first, then the person's choice, then the
 * first in the list (RFC 9728, section 7.6: the client chooses). An authorization server that the server does not name is never used.
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

/** Pure: the distinct authorization servers that a server names, limited to what a person can look over. */
export function namedIssuers(listed: readonly string[] = []): readonly string[] {
  return [...new Set(listed)].slice(0, NAMED_MOST)
}
