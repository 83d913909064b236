import { domainToUnicode } from 'node:url'
import type { PageWarning } from '../../shared/domain/question'
import { isMixed } from '../../shared/lib/confusableNames'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'
import { readHostAddress, type HostAddress } from '../../shared/lib/readHostAddress'

/**
 * Pure: returns warnings about a host for a person who wants to visit it. Nothing is looked up, because a DNS query would already reveal
 * the visit.
 */
export function hostWarnings(hostname: string): readonly PageWarning[] {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  const address = readHostAddress(host)
  const warnings: PageWarning[] = []
  if (isLoopbackHost(hostname)) warnings.push('loopback')
  else if (address ? isPrivate(address) : isPrivateName(host)) warnings.push('privateNetwork')
  if (address) return [...warnings, 'ipAddress']
  if (isLookAlike(domainToUnicode(host))) warnings.push('lookAlike')
  if (host.split('.').some((label) => label.startsWith('xn--'))) warnings.push('punycode')
  return warnings
}

function isPrivate({ v4, v6 }: HostAddress): boolean {
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
  return isMixed(label) || looksLatin.test(label) || (/\p{Script=Latin}/u.test(label) && /[\u0180-\u02af]/.test(label))
}
