import { expect, it } from 'vitest'
import { CallId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { Question, QuestionDetails } from '../../../../shared/domain/question'
import { questionDeadline } from './questionDeadline'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const now = new Date(2026, 10, 22, 14, 2).getTime()
const tomorrow = new Date(2026, 10, 23, 14, 2).getTime()
const folders: QuestionDetails = { kind: 'folders', current: [] }
const form: QuestionDetails = { kind: 'form', message: '', fields: [], secretLooking: [] }
const start: QuestionDetails = { kind: 'start', launch: { kind: 'stdio', command: 'x', args: [], env: {} } }
const question = (details: QuestionDetails, calls: number, expires = tomorrow): Question => ({
  id: QuestionId.parse(uuid(1)),
  asker: { serverId: ServerId.parse('Files'), callIds: Array.from({ length: calls }, (_, call) => CallId.parse(uuid(10 + call))) },
  created: now,
  expires,
  details,
})

it('says what waits, and until when', () => {
  expect(questionDeadline(question(form, 1), '2025', now)).toEqual({ words: 'its call waits, until tomorrow 14:02', soon: false })
  expect(questionDeadline(question(form, 2), undefined, now).words).toBe('2 calls wait, until tomorrow 14:02')
  expect(questionDeadline(question(form, 0), '2025', now).words).toBe('the server waits, until tomorrow 14:02')
})

it('says which questions a restart of Parley does not end', () => {
  expect(questionDeadline(question(form, 1), '2026', now).words).toBe('survives a restart of Parley, until tomorrow 14:02')
})

it('says that nothing is lost with what is only offered', () => {
  expect([folders, start].map((details) => questionDeadline(question(details, 0), '2025', now).words)).toEqual([
    'works without any until then',
    'stays off until then',
  ])
})

it('tells calmly when a wait is about to end', () => {
  expect(questionDeadline(question(form, 1, now + 4 * 60_000), '2026', now)).toEqual({ words: 'expires in 4 min', soon: true })
})
