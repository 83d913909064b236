import { expect, it } from 'vitest'
import { ServerId } from '../domain/ids'
import type { ArgumentCondition, RuleSubject } from '../domain/rule'
import { english } from '../i18n/translator'
import * as rules from './describeRule'

const describeRule = (rule: Parameters<typeof rules.describeRule>[0]): string => english.message(rules.describeRule(rule))
const describeSubject = (subject: RuleSubject): string => english.message(rules.describeSubject(subject))
const describeMismatch = (condition: ArgumentCondition): string => english.message(rules.describeMismatch(condition))

const serverId = ServerId.parse('Linear')

it('says what a rule is about', () => {
  const subjects: readonly RuleSubject[] = [
    {},
    { serverId },
    { kind: 'readOnly' },
    { serverId, kind: 'destructive' },
    { serverId, kind: 'openWorld' },
    { serverId, tool: 'create_issue' },
    { serverId, tool: 'create_issue', kind: 'readOnly' },
    {
      serverId,
      tool: 'create_issue',
      where: [
        { path: ['issue', 'team'], test: 'is', value: 'Platform' },
        { path: ['priority'], test: 'atLeast', value: 2 },
        { path: ['count'], test: 'atMost', value: 3 },
        { path: ['path'], test: 'inFolder', value: '/home/dana/code' },
        { path: ['repo'], test: 'inRepository', value: 'acme/site' },
        { path: ['url'], test: 'onHost', value: 'example.com' },
      ],
    },
  ]
  expect(subjects.map((subject) => describeSubject(subject))).toEqual([
    'Every tool of every server',
    'Every tool of “Linear”',
    'Read-only tools of every server',
    'Tools of “Linear” that may destroy data',
    'Tools of “Linear” that reach outside',
    '“create_issue” of “Linear”',
    '“create_issue” of “Linear” while it is called read-only',
    '“create_issue” of “Linear” where issue.team is Platform, priority is at least 2, count is at most 3, path is in /home/dana/code, repo is in repository acme/site and url is on example.com',
  ])
})

it('says of a condition that it does not hold', () => {
  const tests = ['is', 'atLeast', 'atMost', 'inFolder', 'inRepository', 'onHost'] as const
  expect(tests.map((test) => describeMismatch({ path: ['x'], test, value: 2 }))).toEqual([
    'x is not 2',
    'x is less than 2',
    'x is more than 2',
    'x is not in 2',
    'x is not in repository 2',
    'x is not on 2',
  ])
})

it('says how long a rule lasts', () => {
  const subject = { serverId }
  expect([
    describeRule({ subject, lasts: 'always' }),
    describeRule({ subject, lasts: 'conversation' }),
    describeRule({ subject, lasts: 'until', until: new Date(2026, 10, 27, 12).getTime() }),
  ]).toEqual(['Every tool of “Linear”, always', 'Every tool of “Linear”, in one conversation', 'Every tool of “Linear”, until 27 Nov 2026'])
})

it('lets a value neither end the sentence nor fill it', () => {
  const words = (value: string) => describeSubject({ serverId, tool: 't', where: [{ path: ['x'], test: 'is', value }] })
  expect(words('a, always.” b\n')).toBe(String.raw`“t” of “Linear” where x is "a, always.” b\n"`)
  expect(words('x'.repeat(500)).length).toBeLessThan(120)
})
