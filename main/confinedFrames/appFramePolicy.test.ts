import { expect, it } from 'vitest'
import { allowOf, appHeaders, nothingGranted, type AppFrameGrant } from './appFramePolicy'
import { outerHeaders } from './framePolicy'

const pages = ['http://127.0.0.1:1']

function headersOf(grant: Partial<AppFrameGrant>) {
  const headers = appHeaders({ ...nothingGranted, ...grant }, pages)
  const policy = new Map(
    (headers['Content-Security-Policy'] ?? '').split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  )
  return { ...headers, policy, list: headers['Connection-Allowlist'] }
}

it('G02, L01, L20, AP-04, AH-01, AH-04, AH-07, AH-11: without a grant an app has the strict default policy, an opaque origin, and may connect to nothing', () => {
  const { policy, list } = headersOf({})
  expect(list).toBe('();report-to=parley')
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'unsafe-inline'", "'report-sample'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ['data:', 'blob:'],
    'media-src': ['data:', 'blob:'],
    'font-src': ['data:'],
    'connect-src': ["'none'"],
    'frame-src': ["'none'"],
    'worker-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'", 'http://127.0.0.1:1'],
    sandbox: ['allow-scripts', 'allow-forms'],
  })
})

it('L10, AP-09, AH-07, AH-10: each granted origin is in its own directives, and all of them in the allowlist, without a path', () => {
  const { policy, list } = headersOf({
    connect: ['https://api.test', 'wss://live.test:8443'],
    load: ['https://*.cdn.test', 'https://api.test'],
    frames: ['https://frame.test'],
  })
  expect([policy.get('connect-src'), policy.get('script-src'), policy.get('img-src'), policy.get('frame-src')]).toEqual([
    ['https://api.test', 'https://live.test:8443', 'wss://api.test', 'wss://live.test:8443'],
    ["'unsafe-inline'", "'report-sample'", 'https://*.cdn.test', 'https://api.test'],
    ['data:', 'blob:', 'https://*.cdn.test', 'https://api.test'],
    ['https://frame.test'],
  ])
  expect(list).toBe('("https://api.test" "https://live.test:8443" "https://*.cdn.test" "https://frame.test");report-to=parley')
})

it('only with a grant an app runs code that it wrote itself, and its list stays the same', () => {
  const { policy, list } = headersOf({ ownCode: true })
  expect([policy.get('script-src'), policy.get('worker-src'), policy.get('frame-src'), list]).toEqual([
    ["'unsafe-inline'", "'report-sample'", "'unsafe-eval'", 'blob:', 'data:'],
    ['blob:'],
    ["'none'"],
    '();report-to=parley',
  ])
})

it('redirects need a grant, and peer connections have none', () => {
  expect(headersOf({ connect: ['https://a.test'], redirects: true }).list).toBe('("https://a.test");report-to=parley;redirects=allow')
  expect(headersOf({ connect: ['https://a.test'], ownCode: true }).list).not.toMatch(/webrtc|redirects/)
})

it('G02: an origin that is not well formed is not granted, and none ends its place in a header', () => {
  const origins = [
    'https://a.test/',
    'https://a.test/path',
    'http://a.test',
    'https://',
    'https://*',
    'https://*.*.test',
    'https://a.*.test',
    '*',
    "'unsafe-eval'",
    'blob:',
    'https://a.test; script-src *',
    'https://a.test" "https://b.test',
    'https://a.test\r\nSet-Cookie: x',
    'https://A.test',
    'https://user@a.test',
    'https://a.test:123456',
    'https://[::1]',
    ' https://a.test',
  ]
  const one = headersOf({ connect: origins, load: origins, frames: origins })
  expect([one.list, one.policy]).toEqual([headersOf({}).list, headersOf({}).policy])
})

it('L19, AH-14: a feature is allowed to the document itself and named in the iframes that hold it, and no other one', () => {
  const grant: AppFrameGrant = { ...nothingGranted, permissions: ['clipboardWrite', 'camera'] }
  const allowed = (headers: Readonly<Record<string, string>>, to: string) =>
    (headers['Permissions-Policy'] ?? '').split(', ').filter((each) => each.endsWith(`=${to}`))
  expect([
    allowOf(grant),
    allowed(appHeaders(grant, pages), '(self)'),
    allowed(outerHeaders('N', pages, ['camera', 'clipboard-write']), '*'),
    allowOf(nothingGranted),
    allowed(appHeaders(nothingGranted, pages), '(self)'),
    allowed(outerHeaders('N', pages), '*'),
  ]).toEqual(['camera; clipboard-write', ['camera=(self)', 'clipboard-write=(self)'], ['camera=*', 'clipboard-write=*'], '', [], []])
})
