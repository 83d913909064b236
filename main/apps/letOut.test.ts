import { expect, it } from 'vitest'
import type { ReachedHosts } from '../../shared/domain/catalog'
import type { AppInstance } from './appInstance'
import { letOut } from './letOut'

const app = (reaches: ReachedHosts, frames: readonly string[] = []): Pick<AppInstance, 'reaches' | 'subject'> => ({
  reaches,
  subject: { page: { declared: { reach: { connect: [], load: [], frames } } } } as unknown as AppInstance['subject'],
})
const hosts = app(['https://api.example', 'https://*.tiles.example', 'https://live.example:8443'])

it.each([
  ['api.example', 443, 'named'],
  ['api.example', 80, 'refused'],
  ['evil-api.example', 443, 'refused'],
  ['api.example.evil.example', 443, 'refused'],
  ['a.tiles.example', 443, 'named'],
  ['b.a.tiles.example', 443, 'named'],
  ['tiles.example', 443, 'refused'],
  ['eviltiles.example', 443, 'refused'],
  ['live.example', 8443, 'named'],
  ['live.example', 443, 'refused'],
])('L10: of open apps only what was granted is let out: %s:%i is %s', (host, port, verdict) => {
  expect(letOut(host, port, [app([]), hosts])).toBe(verdict)
})

it('nothing is let out where nothing is open, or nothing was granted', () => {
  expect([letOut('api.example', 443, []), letOut('api.example', 443, [app([])])]).toEqual(['refused', 'refused'])
})

// Catches: a page in a granted frame, or a host that redirects, that finds nothing of what it loads.
it('whom a granted frame or a redirect may lead to is let out to the internet, and a granted host stays one', () => {
  const framing = app(['https://video.example'], ['https://video.example', 'https://other.example'])
  expect([framing, app('any')].map((one) => letOut('cdn.example', 443, [hosts, one]))).toEqual(['public', 'public'])
  expect(letOut('api.example', 443, [framing, hosts])).toBe('named')
  expect(letOut('cdn.example', 443, [app([], ['https://video.example'])])).toBe('refused')
})
