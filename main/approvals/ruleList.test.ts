import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { testQuestions } from '../questions/testing/testQuestions'
import { ManualClock } from '../testing/manualClock'
import { RuleList } from './ruleList'
import { RuleStore } from './ruleStore'

// Catches a count of calls that runs on a closed database, because the last calls end after the list of rules.
it('counts nothing after it has ended, although calls still end then', async () => {
  const { database, book } = testQuestions()
  const clock = new ManualClock()
  const rules = new RuleStore({ database, clock, questions: book })
  const list = new RuleList({ database, clock, rules, locked: () => [], acceptedAfter: () => [] })
  let told = 0
  list.changes.subscribe(() => told++)
  list.callsChanged()
  await clock.pass(2_000)
  expect(told).toBe(1)
  list[Symbol.dispose]()
  list.callsChanged()
  database.close()
  await clock.pass(2_000)
  expect(told).toBe(1)
})

// Catches: "Cover its tools as they are now" is never offered, so that a tool that came later asks for ever, or is always offered.
it('says of which servers a rule that names no tool covers only a part, because tools were accepted since', () => {
  const { database, book } = testQuestions()
  const clock = new ManualClock()
  const rules = new RuleStore({ database, clock, questions: book })
  const [boards, mail] = [ServerId.parse('boards'), ServerId.parse('mail')]
  const acceptedAfter = (at: number) => (at <= clock.now() ? [boards, mail] : [])
  const list = new RuleList({ database, clock, rules, locked: () => [], acceptedAfter })
  const verdicts = { lasts: 'always', verdict: 'allow' } as const
  rules.replace(
    [],
    [
      { ...verdicts, subject: { serverId: boards } },
      { ...verdicts, subject: {} },
      { ...verdicts, subject: { serverId: boards, tool: 'list' }, definitionHash: 'h' },
      { ...verdicts, verdict: 'deny', subject: { serverId: mail } },
    ],
  )
  const outgrown = () => list.entries().map((entry) => (entry.kind === 'own' ? entry.outgrown : undefined))
  expect(outgrown()).toHaveLength(4)
  expect(outgrown()).toEqual(expect.arrayContaining([[boards], [boards, mail], undefined, undefined]))
})
