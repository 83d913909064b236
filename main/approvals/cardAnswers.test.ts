import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ConversationId } from '../../shared/domain/ids'
import type { AnswerTo } from '../../shared/domain/question'
import { sharesDialog } from '../../shared/rules/sharesDialog'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { sampleServer } from '../../shared/testing/sampleServer'
import { callId, serverId, testQuestions } from '../questions/testing/testQuestions'
import { ApprovalBroker } from './approvalBroker'
import { RuleStore } from './ruleStore'

const conversationId = ConversationId.parse('0190a5d0-0000-7000-8000-000000000010')
const server = sampleServer(serverId)

function askAbout(tool: Tool, noticedOf: () => readonly Message[] = () => []) {
  const questions = testQuestions()
  questions.database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, conversationId)
  const rules = new RuleStore({ database: questions.database, clock: questions.clock, questions: questions.book })
  const broker = new ApprovalBroker({ rules, questions: questions.book, clock: questions.clock, noticedOf })
  const approval = broker.approve({ callId, conversationId, server, tool, arguments: { message: 'hi' } }, new AbortController().signal)
  return { ...questions, rules, approval }
}

/** Gives one answer to one call: what came of it, or the code of the refusal, and how many rules there are then. */
async function outcome(tool: Tool, answer: AnswerTo<'approval'>) {
  const { approval, answerNext, book, rules } = askAbout(tool)
  try {
    await answerNext(answer)
  } catch (thrown) {
    book[Symbol.dispose]()
    await approval
    return { refused: AppError.from(thrown).code, rules: rules.all().length }
  }
  const { verdict, ...rest } = await approval
  return { verdict, arguments: 'arguments' in rest ? rest.arguments : undefined, rules: rules.all().length }
}

const tools: fc.Arbitrary<Tool> = fc
  .record({
    name: fc.constantFrom('echo', 'delete_all', 'search_issues'),
    readOnlyHint: fc.option(fc.boolean(), { nil: undefined }),
    schema: fc.constantFrom({ type: 'object' }, { type: 'object', properties: { path: {} } }),
  })
  .map(({ name, readOnlyHint, schema }) => ({
    name,
    hash: 'h1',
    inputSchema: schema,
    annotations: readOnlyHint === undefined ? {} : { readOnlyHint },
  }))
const answers: fc.Arbitrary<AnswerTo<'approval'>> = fc.record(
  {
    kind: fc.constant('approval' as const),
    action: fc.constantFrom('allowOnce' as const, 'alwaysAllow' as const, 'deny' as const),
    arguments: fc.constantFrom({ message: 'hi' }, { message: 'other' }, { path: '/etc' }),
    rule: fc.constant({ what: 'tool' as const, lasts: 'always' as const }),
    word: fc.string(),
  },
  { requiredKeys: ['kind', 'action'] },
)

it('a card allows nothing that the dialog would not: its answers come to the same there, or are refused, and remember nothing', async () => {
  await fc.assert(
    fc.asyncProperty(tools, answers, async (tool, answer) => {
      const onCard = await outcome(tool, { ...answer, onCard: true })
      expect(onCard.rules).toBe(0)
      if ('refused' in onCard) return
      expect(onCard).toEqual(await outcome(tool, answer))
      if (onCard.verdict === 'allow') expect([tool.annotations?.readOnlyHint, onCard.arguments]).toEqual([true, { message: 'hi' }])
    }),
    { numRuns: 50 },
  )
})

it('the dialog about several calls allows nothing that the dialog of one would not, changes nothing, and remembers nothing', async () => {
  await fc.assert(
    fc.asyncProperty(tools, answers, async (tool, answer) => {
      const together = await outcome(tool, { ...answer, together: true })
      expect(together.rules).toBe(0)
      if ('refused' in together) return
      expect(together).toEqual(await outcome(tool, answer))
      if (together.verdict === 'allow') expect(together.arguments).toEqual({ message: 'hi' })
    }),
    { numRuns: 50 },
  )
})

it('lets no answer to several calls allow one that became a danger of its own kind, and asks about it alone', async () => {
  let noticed: readonly Message[] = []
  const { approval, answerNext, book } = askAbout({ ...echo, annotations: { readOnlyHint: false } }, () => noticed)
  noticed = [{ id: 'approvals.noticed', params: { server: 'x' } }]
  await expect(answerNext({ kind: 'approval', action: 'allowOnce', together: true })).rejects.toMatchObject({
    reason: 'approvals.needsDialog',
  })
  const details = book.questions().open[0]?.details
  expect(details?.kind === 'approval' && sharesDialog(details.place)).toBe(false)
  await answerNext({ kind: 'approval', action: 'allowOnce' })
  expect((await approval).verdict).toBe('allow')
})

const echo: Tool = { name: 'echo', inputSchema: { type: 'object' }, hash: 'h1', annotations: { readOnlyHint: true } }

it('leaves the question open where an answer from a card is more than a card offers', async () => {
  const { approval, answerNext, book, rules } = askAbout(echo)
  const rule = { what: 'tool', lasts: 'always' } as const
  for (const more of [
    { action: 'alwaysAllow', rule },
    { action: 'allowOnce', arguments: { message: 'other' } },
  ] as const)
    await expect(answerNext({ kind: 'approval', onCard: true, ...more })).rejects.toMatchObject({ reason: 'approvals.needsDialog' })
  expect([book.questions().open.length, rules.all()]).toEqual([1, []])
  await answerNext({ kind: 'approval', action: 'allowOnce', onCard: true })
  expect(await approval).toMatchObject({ verdict: 'allow', arguments: { message: 'hi' }, edited: false })
})

it('lets no card allow a call that became a danger while it waited, and asks about it in the dialog', async () => {
  let noticed: readonly Message[] = []
  const { approval, answerNext, book, open } = askAbout(echo, () => noticed)
  expect((await open()).details).toMatchObject({ place: { place: 'card' } })
  noticed = [{ id: 'approvals.noticed', params: { server: 'x' } }]
  await expect(answerNext({ kind: 'approval', action: 'allowOnce', onCard: true })).rejects.toMatchObject({
    reason: 'approvals.needsDialog',
  })
  expect(book.questions().open[0]?.details).toMatchObject({ place: { place: 'dialog', because: 'noticed' }, noticed })
  await answerNext({ kind: 'approval', action: 'deny', onCard: true })
  expect((await approval).verdict).toBe('deny')
})
