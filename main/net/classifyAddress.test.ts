import { BlockList } from 'node:net'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { classifyAddress } from './classifyAddress'

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
type Octets = readonly [number, number, number, number]
const dotted = (bytes: Octets): string => bytes.join('.')
const numberOf = ([a, b, c, d]: Octets): number => ((a * 256 + b) * 256 + c) * 256 + d
const hex = (high: number, low: number): string => (high * 256 + low).toString(16)
const groups = ([a, b, c, d]: Octets): string => `${hex(a, b)}:${hex(c, d)}`

/** The ranges once more, by Node's own list: what must never count as the internet. */
const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, prefix, 'ipv4')

/** Also the edges of those ranges, which chance alone would hardly meet. */
const anyV4 = fc.oneof(
  octets,
  fc
    .tuple(
      fc.constantFrom<Octets>([10, 0, 0, 0], [127, 0, 0, 1], [169, 254, 169, 254], [172, 16, 0, 0], [172, 31, 255, 255], [192, 168, 0, 1]),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([bytes, step]): Octets => {
      const value = numberOf(bytes) + step
      return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
    }),
)

it('SE-09: no address of a private, local or reserved range counts as the internet, and every other one does, but for a few of IANA’s own', () => {
  const iana = new BlockList()
  for (const net of ['192.31.196.0', '192.52.193.0', '192.88.99.0', '192.175.48.0']) iana.addSubnet(net, 24, 'ipv4')
  fc.assert(
    fc.property(anyV4, (bytes) => {
      const address = dotted(bytes)
      expect(classifyAddress(address) === 'public').toBe(!inside.check(address) && !iana.check(address))
    }),
    { numRuns: 5_000 },
  )
})

it('E13: an IPv4 address reaches as far in every notation that an address line takes', () => {
  fc.assert(
    fc.property(anyV4, (bytes) => {
      const [a, b, c, d] = bytes
      const notations = [
        dotted(bytes),
        `${numberOf(bytes)}`,
        `0x${numberOf(bytes).toString(16)}`,
        `0${numberOf(bytes).toString(8)}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
        `${a}.${numberOf(bytes) % 2 ** 24}`,
        `${dotted(bytes)}.`,
        `[::ffff:${dotted(bytes)}]`,
        `[0:0:0:0:0:ffff:${groups(bytes)}]`,
        `[64:ff9b::${dotted(bytes)}]`,
        `[2002:${groups(bytes)}::1]`,
      ]
      const reaches = notations.map((host) => classifyAddress(new URL(`https://${host}/`).hostname))
      expect(new Set(reaches)).toEqual(new Set([classifyAddress(dotted(bytes))]))
    }),
    { numRuns: 1_000 },
  )
})

it('SE-09: of IPv6 only what was given out counts as the internet', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const host = new URL(`https://[${address}]/`).hostname
      const first = Number.parseInt(host.slice(1).split(':')[0] ?? '', 16) || 0
      const carriesV4 = host.startsWith('[64:ff9b::') || host.startsWith('[::')
      expect(classifyAddress(host) !== 'public' || (first & 0xe000) === 0x2000 || carriesV4).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['::1', 'loopback'],
  ['fd00::1', 'private'],
  ['fc00::', 'private'],
  ['fe80::1%eth0', 'linkLocal'],
  ['febf::', 'linkLocal'],
  ['fec0::1', 'nowhere'],
  ['::', 'nowhere'],
  ['ff02::1', 'nowhere'],
  ['2001:db8::1', 'nowhere'],
  ['2001::7f00:1', 'nowhere'],
  ['64:ff9b:1::1', 'nowhere'],
  ['::ffff:0:127.0.0.1', 'nowhere'],
  ['1234::1', 'nowhere'],
  ['::7f00:1', 'loopback'],
  ['2606:4700::1', 'public'],
  ['[2606:4700::1]', 'public'],
  ['mcp.example', undefined],
  ['localhost', undefined],
  ['', undefined],
])('knows that “%s” is %s', (address, reach) => {
  expect(classifyAddress(address)).toBe(reach)
})
