import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CallId, ConversationId, ServerId, type QuestionId } from '../../shared/domain/ids'
import type { Asker, FormDetails } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import type { Outcome } from './questionStore'
import { FakeClock } from './testing/fakeClock'
import { testQuestions } from './testing/testQuestions'

const calls = [1, 2].map(() => CallId.parse(systemClock.newId()))
const conversationId = ConversationId.parse(systemClock.newId())
const serverId = ServerId.parse('asks')
const form = (message: string): FormDetails => ({ kind: 'form', message, fields: [], secretLooking: [] })

/** What can happen to questions: something that a server, a person or the computer does, to the question or call of a number. */
const happening = fc.record({
  what: fc.constantFrom('ask', 'ask', 'ask', 'answer', 'draft', 'stopAsking', 'stopServer', 'callEnds', 'time', 'quit', 'crash', 'rename'),
  which: fc.nat(3),
})

interface Run {
  bench: ReturnType<typeof testQuestions>
  stops: AbortController[]
}

/** The next run has a clock of its own: no timer of a crashed process ever fires. */
function restarted({ bench }: Run, goOn: readonly CallId[]): Run {
  const next = testQuestions({ database: bench.database, clock: new FakeClock(bench.clock.now()), goesOn: () => true })
  next.book.endOrphaned(new Set(goOn))
  return { bench: next, stops: [] }
}

/** Does one thing, and returns the run in which things go on. */
async function happen(
  run: Run,
  { what, which }: { readonly what: string; readonly which: number },
  told: Outcome<'form'>[][],
): Promise<Run> {
  const { bench, stops } = run
  const { book, clock } = bench
  const callId = calls[which % 2] ?? CallId.parse(systemClock.newId())
  const { open } = book.questions()
  const meant = open[which % Math.max(1, open.length)]
  switch (what) {
    case 'ask': {
      const asker: Asker = { serverId, callIds: which === 3 ? [] : [callId], conversationId }
      const stop = new AbortController()
      const outcomes: Outcome<'form'>[] = []
      stops.push(stop)
      told.push(outcomes)
      void book.ask(asker, form(`${which}`), { signal: stop.signal }).then((outcome) => outcomes.push(outcome))
      break
    }
    case 'answer':
      if (meant) book.answer(meant.id, { kind: 'form', action: which === 0 ? 'decline' : 'accept', content: { a: 1 } })
      break
    case 'draft':
      if (meant) book.saveDraft(meant.id, { a: `${which}` })
      break
    case 'stopAsking':
      stops[which]?.abort(new AppError('CANCELLED', 'You stopped it'))
      break
    case 'stopServer':
      book.withdrawServer(serverId)
      break
    case 'callEnds':
      book.callEnded(callId)
      book.forgetAnswers(callId)
      break
    case 'time':
      await clock.pass(which * 10 * 3_600_000)
      break
    case 'rename':
      book.renameServer(serverId, serverId)
      break
    case 'quit':
      book[Symbol.dispose]()
      return restarted(run, calls.slice(which % 3))
    case 'crash':
      return restarted(run, calls.slice(which % 3))
  }
  await clock.pass(0)
  return run
}

it(
  'ends every question exactly once and says how, whatever happens to it, in whatever order, over quits and crashes',
  { tags: ['slow'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
        let run: Run = { bench: testQuestions({ goesOn: () => true }), stops: [] }
        const told: Outcome<'form'>[][] = []
        const ends = new Map<QuestionId, string>()
        const again: QuestionId[] = []
        for (const each of happenings) {
          run = await happen(run, each, told)
          const { open, ended } = run.bench.book.questions()
          for (const { id, how, reason, at } of ended) {
            const end = `${how} ${JSON.stringify(reason)} ${at}`
            if ((ends.get(id) ?? end) !== end || reason.id.length === 0) again.push(id)
            ends.set(id, end)
          }
          again.push(...open.flatMap(({ id }) => (ends.has(id) ? [id] : [])))
        }
        run = restarted(run, [])
        const rows = run.bench.database.all('SELECT id FROM question WHERE ended IS NULL OR reason IS NULL')
        expect({ again, rows, toldTwice: told.filter((outcomes) => outcomes.length > 1) }).toEqual({ again: [], rows: [], toldTwice: [] })
      }),
      { numRuns: 40 },
    )
  },
)
