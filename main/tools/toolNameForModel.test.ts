import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { toolNameForModel } from './toolNameForModel'

const name = (server: string, tool: string): string => toolNameForModel(ServerId.parse(server), tool)
const ServerName = fc.oneof(fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }), fc.stringMatching(/^[ab_]{1,6}$/))
const ToolName = fc.oneof(fc.string({ maxLength: 140, unit: 'binary' }), fc.stringMatching(/^[ab_]{1,6}$/))

it('keeps a name readable where it fits', () => {
  expect(name('everything', 'get-sum')).toBe('everything__get-sum')
})

// A conversation that is continued, and a provider's prompt cache, know tools by these names: another Parley must make the same.
it('gives the same name after a restart, and in the next version', () => {
  expect([name('my files', 'read'), name('a__b', 'c'), name('files', 'x'.repeat(70))]).toEqual([
    'my_files__read_7tcb56eobud4dqz7wx6wus3edq',
    'a__b__c_kkbdt2ntt437klexyzc6c5nhqd',
    'files__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_hyeyqqwb7gggq7fc6k3cmwhvr2',
  ])
})

// Were names cut at the last separator, "b__c" of "a" would be called at "a__b", which the person approved for something else.
it('F06: a server whose name begins that of another takes none of its calls', () => {
  expect(name('a', 'b__c')).toBe('a__b__c')
  expect(name('a__b', 'c')).toMatch(/^a__b__c_[a-z2-7]{26}$/)
  expect(name('a', name('a__b', 'c').slice('a__'.length))).not.toBe(name('a__b', 'c'))
})

it('TN-03: gives a name that every provider accepts, whatever a server is called and whatever it calls its tools', () => {
  fc.assert(fc.property(ServerName, ToolName, (server, tool) => /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name(server, tool))))
})

it('F05, F06, TN-01, TN-03: never gives two tools the same name', () => {
  fc.assert(
    fc.property(ServerName, ToolName, ServerName, ToolName, (server, tool, otherServer, otherTool) => {
      const same = server === otherServer && tool === otherTool
      return same === (name(server, tool) === name(otherServer, otherTool))
    }),
    { numRuns: 500 },
  )
})

it.each([
  [
    ['a__b', 'c'],
    ['a', 'b__c'],
  ],
  [
    ['a_', 'b'],
    ['a', '_b'],
  ],
  [
    ['a.b', 'c'],
    ['a_b', 'c'],
  ],
  [
    ['a', 'x'.repeat(70)],
    ['a', `${'x'.repeat(69)}y`],
  ],
  [
    ['ä', 'b'],
    ['ö', 'b'],
  ],
  [
    ['demo', 'read_x'],
    ['demo', 'read/x'],
  ],
  [
    ['files', 'read'],
    ['files', 'reаd'],
  ],
  [
    ['files', 'read'],
    ['files', 'ｒｅａｄ'],
  ],
  [
    ['files', 'Read'],
    ['files', 'read'],
  ],
] as const)('F06: tells %j and %j apart', (one, other) => {
  expect(name(one[0], one[1])).not.toBe(name(other[0], other[1]))
})

it('F06: does not let a tool pose as the hashed name of another', () => {
  const hashed = name('files', 'read file')
  const posing = hashed.slice('files__'.length)
  expect(name('files', posing)).not.toBe(hashed)
})
