/** The four bytes of an IPv4 address (also one inside an IPv6 address), or the eight groups of an IPv6 address, or both. */
export interface HostAddress {
  readonly v4?: readonly number[]
  readonly v6?: readonly number[]
}

/** Pure: parses `URL.hostname`; undefined for a name. IPv4 is always four decimals, IPv6 is compressed and in brackets. */
export function readHostAddress(host: string): HostAddress | undefined {
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
