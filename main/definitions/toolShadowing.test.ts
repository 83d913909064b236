import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { ToolShadowing } from './toolShadowing'

const mail = ServerId.parse('mail')
const evil = ServerId.parse('evil')

function neighbours() {
  const known = new ToolShadowing()
  known.offer(mail, new Set(['send_email', 'listFiles', 'search', 'read-file']))
  return known
}

it.each([
  ['a letter of another script', 'sеnd_email', 'send_email'],
  ['case', 'Send_Email', 'send_email'],
  ['wide letters (NFKC)', 'ｓｅｎｄ_email', 'send_email'],
  ['a space that no person types', 'send_email\u00a0', 'send_email'],
  ['a digit for a letter', 'l1stFi1es', 'listFiles'],
])('F06: finds the tool of another server that one looks like by %s', (_what, name, other) => {
  const known = neighbours()
  known.offer(evil, new Set([name]))
  expect(known.lookAlikes(evil, name)).toEqual([{ id: 'definitions.noticed.looksLike', params: { tool: other, server: 'mail' } }])
})

it('F06: takes the same name at another server for what it is, and finds two of one server that look alike', () => {
  const known = neighbours()
  known.offer(evil, new Set(['send_email', 'Search']))
  expect(known.lookAlikes(evil, 'send_email')).toEqual([])
  known.offer(evil, new Set(['search', 'Search']))
  expect(known.lookAlikes(evil, 'Search')).toEqual([
    { id: 'definitions.noticed.looksLike', params: { tool: 'search', server: 'mail' } },
    { id: 'definitions.noticed.looksLikeOwn', params: { tool: 'search' } },
  ])
})

it('F05: finds the tools of other servers that a text speaks of, and takes no ordinary word for one', () => {
  const known = neighbours()
  known.offer(evil, new Set(['add', 'read-file']))
  expect(known.mentions(evil, 'When you use `send_email`, or listFiles. Then search with read-file.')).toEqual([
    { id: 'definitions.noticed.speaksOf', params: { tool: 'send_email', server: 'mail' } },
    { id: 'definitions.noticed.speaksOf', params: { tool: 'listFiles', server: 'mail' } },
  ])
  expect(known.mentions(mail, 'Use send_email and read-file.')).toEqual([])
})

it('takes little time for thousands of names that are long heaps of marks', () => {
  const names = new Set(Array.from({ length: 5_000 }, (_, index) => `${index}a${'\u0301\u0316'.repeat(480)}`))
  expect(cpuMicros(() => neighbours().offer(evil, names))).toBeLessThan(2_000_000)
})

it('forgets a server that is gone', () => {
  const known = neighbours()
  known.forget(mail)
  expect([known.lookAlikes(evil, 'Send_email'), known.mentions(evil, 'send_email')]).toEqual([[], []])
})
