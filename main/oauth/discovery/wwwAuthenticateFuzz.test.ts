import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readChallenge } from './wwwAuthenticate'
import { threadCpuMs } from '../../../shared/testing/cpuMicros'

const LONGEST = 8 * 1_024
const read = (header: string): ReturnType<typeof readChallenge> => readChallenge(new Headers({ 'www-authenticate': header }))

/** What a header may hold: every byte but line breaks and NUL; most often those that mean something in it. */
const character = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'",=\\ \t'.split(''),
      'Bearer',
      'DPoP',
      'Basic',
      'error',
      'scope',
      'resource_metadata',
      '="',
      '", ',
      '\\"',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 255 }).map((byte) => (byte === 10 || byte === 13 ? '?' : String.fromCharCode(byte))) },
)
const noise = fc.array(character, { maxLength: 200 }).map((parts) => parts.join(''))

it('E24: reads anything without failing, and says nothing that is not written there', () => {
  fc.assert(
    fc.property(noise, (header) => {
      const { known, dpop, ...said } = read(header)
      const written = header.replaceAll('\\', '')
      expect([known || !dpop, Object.values(said).filter((value) => !written.includes(value.replaceAll('\\', '')))]).toEqual([true, []])
      if (!known) expect(said).toEqual({})
    }),
    { numRuns: 5_000 },
  )
})

const text = fc.array(fc.constantFrom(...'abcXYZ019 ,="\\\':/?&%é'.split('')), { maxLength: 40 }).map((parts) => parts.join(''))
const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`
const gap = fc.constantFrom('', ' ', '  ', '\t')

it('E24: reads what was written, whatever quotes, gaps, capitals and other challenges stand around it', () => {
  const params = fc.record({ error: text, error_description: text, scope: text, resource_metadata: text }, { requiredKeys: [] })
  const scheme = fc.constantFrom('Bearer', 'bearer', 'BEARER', 'DPoP')
  const others = fc.constantFrom('', 'Basic realm="Bearer scope=\\"x\\"", ', 'Negotiate, ', 'Basic realm=x, ')
  fc.assert(
    fc.property(params, scheme, others, gap, gap, fc.boolean(), (given, name, before, left, right, shouts) => {
      const list = Object.entries(given).map(([key, value]) => `${shouts ? key.toUpperCase() : key}${left}=${right}${quoted(value)}`)
      const { error, error_description: errorDescription, scope, resource_metadata: resourceMetadataUrl } = given
      const expected = { error, errorDescription, scope, resourceMetadataUrl }
      expect(read(`${before}${name} ${list.join(`${right},${left}`)}`)).toEqual({
        known: true,
        dpop: name === 'DPoP',
        ...Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
      })
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['quotes that never end', '"'],
  ['quotes in quotes', '"\\"'],
  ['backslashes', '\\'],
  ['a quote and backslashes', 'Bearer a="\\\\'],
  ['equals signs', '='],
  ['commas', ','],
  ['spaces', ' '],
  ['gaps before nothing', 'a   '],
  ['schemes', 'Bearer '],
  ['parameters', 'Bearer scope="a", '],
  ['the same parameter', 'scope=a,'],
  ['half of a parameter', 'error="'],
])('E24: takes no longer for 8 KB of %s than for anything else, and no more than 8 KB', (_what, piece) => {
  const header = (bytes: number): string => `Bearer error="first", ${piece.repeat(bytes)}`.slice(0, bytes - 1) + 'x'
  const started = threadCpuMs()
  for (let round = 0; round < 20; round++) read(header(LONGEST))
  expect((threadCpuMs() - started) / 20).toBeLessThan(25)
  expect([read(header(LONGEST)).known, read(header(LONGEST + 1)), read(header(1_024 * 1_024))]).toEqual([
    true,
    { known: false, dpop: false },
    { known: false, dpop: false },
  ])
})
