import { AppError } from '../../shared/errors/appError'
import { classifyAddress, type AddressClass } from './classifyAddress'

/** The addresses that may be fetched for one server. */
export interface FetchRules {
  /** The address that the person typed, or the issuer that an administrator configured. */
  readonly typed: URL
  /** Other addresses that a person configured for the same server, such as its authorization server. */
  readonly alsoTyped?: readonly URL[]
}

/**
 * Pure: checks an address before its name is looked up. It must use https, or http if the network is trusted (RFC 6749, section 3.2; MCP,
 * security best practices, "Server-Side Request Forgery"). @throws {AppError} LINK_REFUSED
 */
export function checkFetchTarget(target: URL, rules: FetchRules): void {
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw refused(target, 'scheme')
  if (target.username !== '' || target.password !== '') throw refused(target, 'credentials')
  const reach = classifyAddress(target.hostname) ?? (isLoopbackName(target.hostname) ? 'loopback' : undefined)
  if (reach) return checkReach(target, reach, rules)
  if (target.protocol === 'http:' && !typedHosts(target, rules).some(isPlain)) throw refused(target, 'notEncrypted')
}

/**
 * Pure: checks whether the rules allow one resolved address of the target. Call it for each address of the name. @throws {AppError}
 * LINK_REFUSED
 */
export function checkReach(target: URL, reach: AddressClass, rules: FetchRules): void {
  if (reach === 'nowhere') throw refused(target, 'nowhere')
  if (isLoopbackName(target.hostname) && reach !== 'loopback') throw refused(target, 'falseLoopback')
  if (reach === 'public') {
    if (target.protocol === 'https:') return
    throw refused(target, 'notEncrypted')
  }
  const sameHost = typedHosts(target, rules)
  if (reach === 'loopback' && (sameHost.length > 0 || typed(rules).some(isLoopback))) return
  if (sameHost.some((own) => target.protocol === 'https:' || isPlain(own)) && (reach !== 'linkLocal' || isLocal(target))) return
  if (reach === 'private' && target.protocol === 'https:' && typed(rules).some(isLocal)) return
  throw refused(target, reach)
}

/**
 * Pure: the check that remains if a proxy looks up the name. A name that only a local network knows counts as private. @throws {AppError}
 * LINK_REFUSED
 */
export function checkBehindProxy(target: URL, rules: FetchRules): void {
  if (classifyAddress(target.hostname) || isLoopbackName(target.hostname)) return
  checkReach(target, isLocalName(target.hostname) ? 'private' : 'public', rules)
}

/** Whether a name means this computer: `localhost` and all subdomains (RFC 6761, section 6.3), with or without a trailing dot. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/.test(bareHost(hostname))
}

function typed({ typed: first, alsoTyped = [] }: FetchRules): readonly URL[] {
  return [first, ...alsoTyped]
}

function typedHosts(target: URL, rules: FetchRules): readonly URL[] {
  return typed(rules).filter(({ hostname }) => bareHost(hostname) === bareHost(target.hostname))
}

function bareHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

function isPlain({ protocol }: URL): boolean {
  return protocol === 'http:'
}

function isLoopback({ hostname }: URL): boolean {
  return classifyAddress(hostname) === 'loopback' || isLoopbackName(hostname)
}

/**
 * Whether a target is certainly in the local network. DNS answers for other names do not count, because the owners of those names can
 * change them.
 */
function isLocal({ hostname }: URL): boolean {
  const reach = classifyAddress(hostname)
  return reach === undefined ? isLocalName(hostname) : reach === 'private' || reach === 'linkLocal'
}

/** Names that do not exist in public DNS (RFC 6762, RFC 8375, and those reserved by ICANN). */
export function isLocalName(hostname: string): boolean {
  const host = bareHost(hostname)
  return !host.includes('.') || /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(host)
}

/** The rule that an address breaks. The last three mean that it is more local than the server. */
type Refusal = 'scheme' | 'credentials' | 'notEncrypted' | 'nowhere' | 'falseLoopback' | 'loopback' | 'private' | 'linkLocal'

function refused({ host, protocol }: URL, why: Refusal): AppError {
  const params = { why, detail: protocol }
  return new AppError(
    'LINK_REFUSED',
    host === '' ? { reason: 'net.addressNotAsked', params } : { reason: 'net.notAsked', params: { ...params, host } },
  )
}
