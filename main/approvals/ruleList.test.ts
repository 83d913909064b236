import { expect, it } from 'vitest'
import { testQuestions } from '../questions/testing/testQuestions'
import { ManualClock } from '../testing/manualClock'
import { RuleList } from './ruleList'
import { RuleStore } from './ruleStore'

// Catches a count of calls that runs on a closed database, because the last calls end after the list of rules.
it('counts nothing after it has ended, although calls still end then', async () => {
  const { database, book } = testQuestions()
  const clock = new ManualClock()
  const rules = new RuleStore({ database, clock, questions: book })
  const list = new RuleList({ database, clock, rules, locked: () => [] })
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
