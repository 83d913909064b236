import { domainToUnicode } from 'node:url'
import type { PageWarning } from '../../shared/domain/question'
import { isMixed } from '../../shared/lib/confusableNames'

/**
 * Pure: returns warnings about a host for a person who wants to visit it. Nothing is looked up, because a DNS query would already reveal
 * the visit.
 */
export function hostWarnings(hostname: string): readonly PageWarning[] {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  const address = readAddress(host)
  const warnings: PageWarning[] = []
  if (isLoopbackHost(hostname)) warnings.push('loopback')
  else if (address ? isPrivate(address) : isPrivateName(host)) warnings.push('privateNetwork')
  if (address) return [...warnings, 'ipAddress']
  if (isLookAlike(domainToUnicode(host))) warnings.push('lookAlike')
  if (host.split('.').some((label) => label.startsWith('xn--'))) warnings.push('punycode')
  return warnings
}

/** Returns whether a host is this computer, in any notation that WHATWG URL keeps. `localhost.` is `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = readAddress(host)
  return address !== undefined && (address.v4?.[0] === 127 || isOneV6(address.v6))
}

/** The four bytes of an IPv4 address (also one inside an IPv6 address), or the eight groups of an IPv6 address, or both. */
interface Address {
  readonly v4?: readonly number[]
  readonly v6?: readonly number[]
}

/** Parses `URL.hostname`: IPv4 is always four decimals, IPv6 is compressed and in brackets. */
function readAddress(host: string): Address | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return { v4: host.split('.').map(Number) }
  if (!host.startsWith('[')) return undefined
  const [head = '', tail] = host.slice(1, -1).split('::')
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const v6 = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
  const inner = innerV4(v6)
  return inner ? { v4: inner, v6 } : { v6 }
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/** IPv4-mapped (::ffff:), NAT64 (64:ff9b::), 6to4 (2002:) and the old compatible form all contain an IPv4 address. */
function innerV4(v6: readonly number[]): readonly number[] | undefined {
  const start = v6.slice(0, 6).join()
  if (start === '0,0,0,0,0,65535' || start === '100,65435,0,0,0,0') return bytes(v6[6], v6[7])
  if (v6[0] === 0x2002) return bytes(v6[1], v6[2])
  if (start === '0,0,0,0,0,0' && v6[6] !== 0) return bytes(v6[6], v6[7])
  return undefined
}

function bytes(high = 0, low = 0): readonly number[] {
  return [high >> 8, high & 255, low >> 8, low & 255]
}

function isOneV6(v6: readonly number[] | undefined): boolean {
  return v6?.join() === '0,0,0,0,0,0,0,1'
}

function isPrivate({ v4, v6 }: Address): boolean {
  if (v4) return isPrivateV4(v4[0] ?? 0, v4[1] ?? 0)
  const first = v6?.[0] ?? 0
  // fc00::/7 unique local, fe80::/9 link and site local, ff00::/8 multicast, :: itself.
  return (
    (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || (first & 0xff00) === 0xff00 || v6?.every((group) => group === 0) === true
  )
}

function isPrivateV4(a: number, b: number): boolean {
  if (a === 0 || a === 10 || a >= 224) return true
  if (a === 100) return b >= 64 && b < 128
  if (a === 169) return b === 254
  if (a === 172) return b >= 16 && b < 32
  return a === 192 && b === 168
}

/** Names that exist only in a local network. */
function isPrivateName(host: string): boolean {
  return !host.includes('.') || /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(host)
}

/** Small Cyrillic, Greek, Armenian and rare Latin letters that look like plain Latin letters. */
const looksLatin = /^[асеорхуіјѕһӏԁԛԝѵονραικυχγօսոցհյɡɑı0-9-]+$/u

/** Common top-level domains. One in the middle makes a name look as if it ends there. */
const familiarEnds = new Set(['com', 'org', 'net', 'gov', 'edu'])

/**
 * Pure: returns whether a domain, in Unicode, seems to imitate another one: a word of mixed scripts, a foreign word that looks like Latin
 * (`аррӏе`), or a familiar domain at the beginning of another one (`accounts.google.com.evil.test`).
 */
function isLookAlike(domain: string): boolean {
  const labels = domain.split('.')
  return labels.slice(1, -2).some((label) => familiarEnds.has(label)) || labels.some(isLookAlikeLabel)
}

function isLookAlikeLabel(label: string): boolean {
  if (/^\p{ASCII}*$/u.test(label)) return false
  return isMixed(label) || looksLatin.test(label) || /(?=.*\p{Script=Latin}).*[\u0180-\u02af]/u.test(label)
}
