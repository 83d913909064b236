import { AppError } from '../../shared/errors/appError'
import { classifyAddress, type AddressClass } from './classifyAddress'

/** What may be fetched for one server. */
export interface FetchRules {
  /** The address that the person typed, or the issuer that an administrator configured. */
  readonly typed: URL
  /** Others that a person configured for the same server: the address of its authorization server. */
  readonly alsoTyped?: readonly URL[]
}

/**
 * Pure: what the address alone tells, before any name is looked up. Https, or http where nobody is on the way (RFC 6749, section 3.2;
 * MCP, security best practices, "Server-Side Request Forgery"). @throws {AppError} LINK_REFUSED
 */
export function checkTarget(target: URL, rules: FetchRules): void {
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw refused(target, `it begins with ${target.protocol}`)
  if (target.username !== '' || target.password !== '') throw refused(target, 'it holds a name or a password')
  const reach = classifyAddress(target.hostname) ?? (isLoopbackName(target.hostname) ? 'loopback' : undefined)
  if (reach) return checkReach(target, reach, rules)
  if (target.protocol === 'http:' && !typedHosts(target, rules).some(isPlain)) throw refused(target, NOT_ENCRYPTED)
}

/** Pure: whether what answers at the target may be that far away; for every address that its name has. @throws {AppError} LINK_REFUSED */
export function checkReach(target: URL, reach: AddressClass, rules: FetchRules): void {
  if (reach === 'nowhere') throw refused(target, 'no server has such an address')
  if (isLoopbackName(target.hostname) && reach !== 'loopback')
    throw refused(target, 'its name stands for this computer, and leads elsewhere')
  if (reach === 'public') {
    if (target.protocol === 'https:') return
    throw refused(target, NOT_ENCRYPTED)
  }
  const sameHost = typedHosts(target, rules)
  if (reach === 'loopback' && (sameHost.length > 0 || typed(rules).some(isLoopback))) return
  if (sameHost.some((own) => target.protocol === 'https:' || isPlain(own)) && (reach !== 'linkLocal' || isLocal(target))) return
  if (reach === 'private' && target.protocol === 'https:' && typed(rules).some(isLocal)) return
  throw refused(target, WHERE[reach])
}

/** Pure: what is left to check where a proxy looks the name up: a name that only a local network knows is as private as its addresses. */
export function checkBehindProxy(target: URL, rules: FetchRules): void {
  if (classifyAddress(target.hostname) || isLoopbackName(target.hostname)) return
  checkReach(target, isLocalName(target.hostname) ? 'private' : 'public', rules)
}

/** This computer by name: `localhost` and all below it (RFC 6761, section 6.3), with or without a dot at the end. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/.test(bareHost(hostname))
}

const NOT_ENCRYPTED = 'the connection would not be encrypted'
const WHERE = {
  loopback: 'it leads to this computer, and the server is elsewhere',
  private: 'it leads into a private network, and the server is elsewhere',
  linkLocal: 'it leads to a device beside this computer, and the server is elsewhere',
} as const

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

/** In the local network for certain. What DNS says of other names can be changed by those who own them, so it does not count. */
function isLocal({ hostname }: URL): boolean {
  const reach = classifyAddress(hostname)
  return reach === undefined ? isLocalName(hostname) : reach === 'private' || reach === 'linkLocal'
}

/** Names that the DNS of the internet does not have (RFC 6762, RFC 8375, and those that ICANN keeps free). */
function isLocalName(hostname: string): boolean {
  const host = bareHost(hostname)
  return !host.includes('.') || /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(host)
}

function refused(target: URL, why: string): AppError {
  return new AppError('LINK_REFUSED', `Parley does not ask ${target.host || 'this address'} about the sign-in: ${why}`, {
    hint: 'If this address is right, edit the server and enter it as the address of the authorization server.',
  })
}
