import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { isLoopbackHost } from '../../../shared/lib/isLoopbackHost'
import { log } from '../../lib/log'
import { signInRefused } from '../signIn/signInErrors'

const endpoints = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const
/** An address is cut here in the log. */
const LOGGED_LENGTH = 500

/**
 * Checks every address used in a sign-in. It must use https, or http on this computer, and contain no credentials or fragment (OAuth 2.1,
 * section 1.5).
 * @throws {AppError} SIGN_IN_FAILED
 */
export function checkEndpoints(metadata: AuthorizationServerMetadata): void {
  const [unsafe] = unsafeEndpoints(metadata)
  if (!unsafe) return
  const { name, address } = unsafe
  throw signInRefused(
    { reason: 'oauth.unsafeEndpoint', params: { issuer: metadata.issuer, name: name.replaceAll('_', ' ') } },
    { said: address },
  )
}

/**
 * Leaves the addresses that `checkEndpoints` refuses in the log, for whoever looks there for attacks. Takes what came, since the library reads
 * no more of metadata once an address in it is a script.
 */
export function logUnsafeEndpoints(issuer: string, metadata: object): void {
  for (const { address } of unsafeEndpoints(metadata)) logRefusedAddress(issuer, address)
}

export function logRefusedAddress(issuer: string, address: string): void {
  log('warn', 'An authorization server named an address that Parley does not use', { issuer, address: address.slice(0, LOGGED_LENGTH) })
}

function unsafeEndpoints(metadata: object): readonly { readonly name: string; readonly address: string }[] {
  return endpoints.flatMap((name) => {
    const address: unknown = Reflect.get(metadata, name)
    return typeof address === 'string' && !isSafe(address) ? [{ name, address }] : []
  })
}

/**
 * Pure: hosts outside the issuer's origin to which the sign-in would send codes or secrets. A person has to see them first, because
 * metadata can speak only for the issuer's own origin.
 */
export function otherHosts(metadata: AuthorizationServerMetadata): readonly string[] {
  const own = URL.parse(metadata.issuer)?.origin
  const urls = endpoints.flatMap((name) => {
    const address: unknown = Reflect.get(metadata, name)
    const url = typeof address === 'string' ? URL.parse(address) : null
    return url ? [url] : []
  })
  return [...new Set(urls.filter(({ origin }) => origin !== own).map(({ host }) => host))]
}

function isSafe(address: string): boolean {
  if (/[\p{Cc}\\]/u.test(address)) return false
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
