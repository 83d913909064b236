import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AccountId, QuestionId } from '../../../shared/domain/ids'
import { english } from '../../../shared/i18n/translator'
import type { Message } from '../../../shared/i18n/message'
import type { Answer, EndedQuestion, Question, Questions } from '../../../shared/domain/question'
import type { TypedHostClient } from '../../../main/rpc/typedHostClient'
import { formQuestion, pageQuestion, question } from '../testing/questions'
import { answerAll } from './answerAll'

it('lets go of a question that ends while somebody thinks about it, and goes on with the next', async () => {
  const first = formQuestion()
  const second: Question = { ...pageQuestion(), id: QuestionId.parse('00000000-0000-4000-8000-000000000002') }
  const { host, show, answers } = fakeHost()
  const said: string[] = []
  const answerer = {
    answer: ({ id }: Question, signal: AbortSignal): Promise<Answer> =>
      id === first.id
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('left')), { once: true }))
        : Promise.resolve({ kind: 'page', action: 'cancel' }),
  }
  answerAll(host, answerer, { say: (line) => said.push(line), translator: english }, new AbortController().signal)
  show(first, second)
  await turn()
  show(second)
  await turn()
  expect([said, answers]).toEqual([['“shop” asks for information: this is no longer asked.'], [second.id]])
})

it('says what a policy declined while the command ran, and whom to ask, and nothing from before', () => {
  const { host, tell } = fakeHost()
  const said: string[] = []
  const answerer = { answer: () => Promise.resolve(undefined) }
  const reason: Message = {
    id: 'ends.declinedByPolicy',
    params: {
      why: { id: 'ends.noForms', params: { by: ['Atlas IT'] } },
      ask: { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'Tel. 4711' } },
    },
  }
  const end = (n: number): EndedQuestion => {
    const { asker } = formQuestion()
    return { id: QuestionId.parse(`00000000-0000-4000-8000-00000000000${n}`), asker, kind: 'form', how: 'answered', reason, at: n }
  }
  answerAll(host, answerer, { say: (line) => said.push(line), translator: english }, new AbortController().signal)
  tell({ open: [], ended: [end(1)] })
  tell({ open: [], ended: [end(2), end(1)] })
  tell({ open: [], ended: [end(2), end(1)] })
  expect(said).toEqual(['shop: Declined at once: Atlas IT does not let servers ask for information. Ask Atlas IT: Tel. 4711.'])
})

it('says not now to a sign-in where nobody can be asked, whatever a file says', async () => {
  const asked = question({
    kind: 'signIn',
    accountId: AccountId.parse('00000000-0000-4000-8000-000000000009'),
    label: 'A',
    why: 'first',
    scopes: [],
  })
  const { host, show, given } = fakeHost()
  const said: string[] = []
  const answerer = { answer: (): Promise<Answer> => Promise.resolve({ kind: 'signIn', action: 'signedIn' }) }
  answerAll(host, answerer, { say: (line) => said.push(line), translator: english }, new AbortController().signal)
  show(asked)
  await turn()
  expect([given, said]).toEqual([[{ kind: 'signIn', action: 'notNow' }], ['Sign in to “shop”: not now, because nobody can be asked here.']])
})

it('answers nothing where a person has signed in: the host has', async () => {
  const asked = question({
    kind: 'signIn',
    accountId: AccountId.parse('00000000-0000-4000-8000-000000000009'),
    label: 'A',
    why: 'first',
    scopes: [],
  })
  const { host, show, given } = fakeHost()
  const answerer = { answer: () => Promise.resolve(undefined), signIn: () => Promise.resolve('done' as const) }
  answerAll(host, answerer, { say: () => undefined, translator: english }, new AbortController().signal)
  show(asked)
  await turn()
  expect(given).toEqual([])
})

function fakeHost() {
  const answers: QuestionId[] = []
  const given: Answer[] = []
  let listener: (value: Questions) => void = () => undefined
  const host = {
    watch: (_topic: string, heard: typeof listener) => {
      listener = heard
      return () => undefined
    },
    call: (_name: string, { questionId, answer }: { questionId: QuestionId; answer: Answer }) => {
      answers.push(questionId)
      given.push(answer)
      return Promise.resolve({ taken: true })
    },
  } as unknown as TypedHostClient
  return { host, answers, given, show: (...open: Question[]) => listener({ open, ended: [] }), tell: (value: Questions) => listener(value) }
}
