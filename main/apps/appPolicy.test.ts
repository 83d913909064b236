import { expect, it } from 'vitest'
import type { AppGrant } from '../../shared/domain/apps/app'
import { changesSomething } from './appToolCalls'
import { declaredGrant, effectiveGrant, frameGrant, noGrant, reachedHosts, readDeclared, readOrigin, stillGranted } from './appPolicy'
import { breakingOut } from './testing/breakingOut'

it.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://API.Example.com/', 'https://api.example.com'],
  ['wss://live.example.com:8443', 'https://live.example.com:8443'],
  ['https://a.example:443', 'https://a.example'],
  ['*.openstreetmap.org', 'https://*.openstreetmap.org'],
  ['cesium.com', 'https://cesium.com'],
  ['https://*.a.co.uk', 'https://*.a.co.uk'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
])('AP-08: reads %s as the origin %s', (declared, origin) => {
  expect(readOrigin(declared)).toBe(origin)
})

it.each([
  ...breakingOut,
  7,
  null,
  {},
  'https://-a.example',
  'https://a-.example',
  'https://a..example',
  `https://${'a'.repeat(300)}.example`,
])('L03, AH-17: takes no origin out of %j', (declared) => {
  expect(readOrigin(declared)).toBeUndefined()
})

it('L03: of thousands of hosts the first hundred count, and the rest is counted as refused', () => {
  const { reach, refusedDeclarations } = readDeclared({
    csp: { connectDomains: Array.from({ length: 5_000 }, (_, n) => `https://h${n}.example`) },
  })
  expect([reach.connect.length, reach.connect.at(-1), refusedDeclarations]).toEqual([100, 'https://h99.example', 4_900])
})

it('L02, AP-10: reads the permissions that are declared as objects, and nothing that a prototype brings', () => {
  const ui = JSON.parse(
    '{"__proto__":{"csp":{"connectDomains":["https://p.example"]}},"permissions":{"__proto__":{"camera":{}},"toString":{},"geolocation":{}}}',
  ) as Record<string, unknown>
  expect(readDeclared(ui)).toEqual({
    reach: { connect: [], load: [], frames: [] },
    permissions: ['geolocation'],
    refusedDeclarations: 0,
  })
  const widened = { sandbox: 'ALLOW-Same-Origin\tallow-top-navigation', permissions: { 'allow-same-origin': {}, usb: {} } }
  expect(readDeclared(widened)).toMatchObject({ reach: { connect: [], load: [], frames: [] }, permissions: [] })
  expect(readDeclared({ permissions: { camera: true, microphone: null, clipboardWrite: {} } }).permissions).toEqual(['clipboardWrite'])
})

it.each([
  [{ csp: { connectDomains: 'https://a.example' } }, 1],
  [{ csp: [] }, 0],
  [{ csp: { connectDomains: [[]] } }, 1],
])('counts declarations that are no lists of hosts: %j', (ui, refused) => {
  expect(readDeclared(ui)).toEqual({ reach: { connect: [], load: [], frames: [] }, permissions: [], refusedDeclarations: refused })
})

it('AP-08, AH-12: a grant holds only for what is declared, and each origin in the ways in which it is declared', () => {
  const declared = readDeclared({
    csp: {
      connectDomains: ['https://a.example', 'https://b.example'],
      resourceDomains: ['https://b.example'],
      frameDomains: ['https://c.example'],
    },
    permissions: { camera: {} },
  })
  const granted = {
    origins: ['https://b.example', 'https://evil.example', 'https://b.example'],
    ownCode: true,
    redirects: true,
    permissions: ['camera', 'microphone'] as const,
  }
  const grant = effectiveGrant(declared, { ...granted, permissions: [...granted.permissions] })
  expect(grant).toEqual({ origins: ['https://b.example'], ownCode: true, redirects: true, permissions: ['camera'] })
  expect(frameGrant(declared, grant)).toEqual({
    connect: ['https://b.example'],
    load: ['https://b.example'],
    frames: [],
    ownCode: true,
    redirects: true,
    permissions: ['camera'],
  })
  expect(effectiveGrant(declared, { ...noGrant, redirects: true })).toEqual(noGrant)
})

// Catches: a host that was granted always goes on for another page under the address, because something else was allowed for this time.
it('L25: what an app holds for this time has of what was granted always only what still is', () => {
  const always: AppGrant = { origins: ['https://y.example'], ownCode: true, redirects: true, permissions: ['geolocation'] }
  const open: AppGrant = { ...always, origins: ['https://x.example', 'https://y.example'], permissions: ['clipboardWrite', 'geolocation'] }
  const own: AppGrant = { ...noGrant, origins: ['https://x.example'], permissions: ['clipboardWrite'] }
  expect([stillGranted(open, always, always), stillGranted(open, always, noGrant), stillGranted(open, noGrant, noGrant)]).toEqual([
    open,
    own,
    open,
  ])
  // A person may allow less for this time than always.
  expect(stillGranted(own, always, always)).toEqual(own)
})

// Catches: a check lets an app do what it cannot declare, and finds nothing wrong with one that a person's window refuses.
it('all that an app declares are its hosts and its permissions, and neither redirects nor code of its own', () => {
  const hosts = { connectDomains: ['https://api.example', 'https://both.example'], frameDomains: ['https://both.example'] }
  expect(declaredGrant(readDeclared({ csp: hosts, permissions: { camera: {} } }))).toEqual({
    origins: ['https://api.example', 'https://both.example'],
    ownCode: false,
    redirects: false,
    permissions: ['camera'],
  })
})

it('a tool counts as changing something unless its server says otherwise; one that is for the interface alone only if its server says so', () => {
  const said = (annotations: object, appOnly?: true) => changesSomething({ annotations, ...(appOnly && { appOnly }) })
  expect([said({}), said({ readOnlyHint: true }), said({ destructiveHint: false })]).toEqual([true, false, false])
  expect([said({}, true), said({ destructiveHint: true }, true), said({ destructiveHint: true, readOnlyHint: true }, true)]).toEqual([
    false,
    true,
    false,
  ])
})

it('what an app gets can go to the hosts that it may reach, to any where those send it on, and where it may run without protection', () => {
  const reaches = { ...noGrant, origins: ['https://api.example'] }
  expect([[noGrant], [reaches], [{ ...reaches, redirects: true }]].map((grants) => reachedHosts(grants, false))).toEqual([
    [],
    ['https://api.example'],
    'any',
  ])
  expect(reachedHosts([noGrant], true)).toBe('any')
})
