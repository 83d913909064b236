import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * How far an address reaches: the internet, this computer, a private network (RFC 1918, RFC 4193, RFC 6598), the local link (RFC 3927, RFC
 * 4291), or nowhere usable (unspecified, multicast, reserved).
 */
export type AddressClass = 'public' | 'loopback' | 'private' | 'linkLocal' | 'nowhere'

/** Pure: classifies an IP address, given as text or as in `URL.hostname`; undefined for a name. */
export function classifyAddress(host: string): AddressClass | undefined {
  // A zone ("%eth0") names the network interface and does not change the address.
  const [bare = ''] = host.replace(/^\[|\]$/g, '').split('%', 1)
  return ipaddr.isValid(bare) ? reachOf(ipaddr.parse(bare)) : undefined
}

function reachOf(address: IPv4 | IPv6): AddressClass {
  const inner = 'parts' in address ? innerV4(address.parts) : undefined
  if (inner) return reachOf(ipaddr.parse(inner))
  switch (address.range()) {
    case 'unicast':
      return 'parts' in address && !isGlobal(address.parts) ? 'nowhere' : 'public'
    case 'loopback':
      return 'loopback'
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return 'private'
    case 'linkLocal':
      return 'linkLocal'
    default:
      return 'nowhere'
  }
}

/** Only this range of IPv6 is assigned to the public (RFC 4291, section 2.4; IANA's registry). */
function isGlobal(parts: readonly number[]): boolean {
  return ((parts[0] ?? 0) & 0xe000) === 0x2000
}

/** Mapped (::ffff:), translated (RFC 6052, 64:ff9b::), 6to4 (RFC 3056) and the old compatible form all contain an IPv4 address. */
function innerV4(parts: readonly number[]): string | undefined {
  const head = parts.slice(0, 6).join()
  if (head === '0,0,0,0,0,65535' || head === '100,65435,0,0,0,0') return dotted(parts[6], parts[7])
  if (parts[0] === 0x2002) return dotted(parts[1], parts[2])
  if (head === '0,0,0,0,0,0' && parts[6] !== 0) return dotted(parts[6], parts[7])
  return undefined
}

function dotted(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
