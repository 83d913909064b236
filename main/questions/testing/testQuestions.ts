import { CallId, ServerId } from '../../../shared/domain/ids'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import type { Answer, Asker, Question, Questions } from '../../../shared/domain/question'
import { Database } from '../../storage/database'
import { QuestionStore } from '../questionStore'
import { FakeClock } from './fakeClock'

export const serverId = ServerId.parse('everything')
export const callId = CallId.parse('0190a5d0-0000-7000-8000-000000000001')
export const asker: Asker = { serverId, callIds: [callId] }

/** A real question store on a database in memory, with helpers that answer. */
export function testQuestions(
  options: { readonly database?: Database; readonly clock?: FakeClock; readonly goesOn?: (callId: CallId) => boolean } = {},
) {
  const database = options.database ?? new Database(':memory:')
  const clock = options.clock ?? new FakeClock()
  const book = new QuestionStore({ database, clock, limits: () => defaultLimits, ...(options.goesOn && { goesOn: options.goesOn }) })
  const open = (): Promise<Question> =>
    new Promise((resolve) => {
      const look = ({ open: [question] }: Questions): void => {
        if (!question) return
        unsubscribe()
        resolve(question)
      }
      const unsubscribe = book.changes.subscribe(look)
      look(book.questions())
    })
  return {
    database,
    clock,
    book,
    /** Waits for the oldest open question. */
    open,
    /** Answers the oldest open question and returns it. */
    answerNext: async (answer: Answer): Promise<Question> => {
      const question = await open()
      await book.submit(question.id, answer)
      return question
    },
  }
}
