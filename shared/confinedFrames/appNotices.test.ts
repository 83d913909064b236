import { expect, it } from 'vitest'
import { readAppNotices } from './appNotices'

const refused = { kind: 'refused', origin: 'https://evil.test:8443', way: 'connect', count: 3 }

it('reads each kind of notice, and keeps nothing else of it', () => {
  const notices = [
    refused,
    { kind: 'refusedMore', count: 1 },
    { kind: 'refusedCode', count: 2 },
    { kind: 'refusedPeer', count: 4 },
    { kind: 'tooLong', count: 5 },
    { kind: 'key', key: 'KeyK' },
  ]
  expect(readAppNotices(notices.map((notice) => ({ ...notice, html: '<b>' })))).toEqual(notices)
})

it('B07: takes nothing else for a notice, and counts no further than a million', () => {
  const wrong = [
    null,
    'refused',
    {},
    { kind: 'constructor', count: 1 },
    { kind: 'key', key: 'Enter' },
    { ...refused, origin: 'https://evil.test/path' },
    { ...refused, origin: 'javascript:alert(1)' },
    { ...refused, origin: `https://${'a'.repeat(300)}` },
    { ...refused, origin: 'https://a b' },
    { ...refused, way: 'send' },
    { ...refused, count: 0 },
    { ...refused, count: 1.5 },
    { ...refused, count: '1' },
    { kind: 'refusedCode' },
  ]
  expect([readAppNotices(wrong), readAppNotices('x'), readAppNotices({ length: 5 })]).toEqual([[], [], []])
  expect(readAppNotices([{ ...refused, count: 1e300 }])).toEqual([{ ...refused, count: 1_000_000 }])
})

it('B07: reads the first hundred of a message', () => {
  expect(readAppNotices(Array.from({ length: 5_000 }, () => refused))).toHaveLength(100)
})
