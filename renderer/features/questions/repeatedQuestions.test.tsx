import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { passTime } from '../../testing/settle'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { useNavigation } from '../../state/navigation'
import { noteSent } from '../../state/typingActivity'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { useDeferredQuestions } from './questionDialogStore'
import { QuestionDialog } from './QuestionDialog'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))
const callId = CallId.parse(uuid(2))
const asked = (round?: number): Question => ({
  id: QuestionId.parse(uuid(3)),
  asker: { serverId: ServerId.parse('Deploys'), callIds: [callId], conversationId: here, ...(round !== undefined && { round }) },
  created: 0,
  expires: 1,
  details: {
    kind: 'form',
    message: 'Which one?',
    fields: [{ kind: 'string', key: 'name', title: 'Name', required: true }],
    secretLooking: [],
  },
})

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: here, questionId: undefined })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set() })
  noteSent()
})
afterEach(() => {
  vi.useRealTimers()
})

async function show(question: Question) {
  const host = new FakeHost()
    .publish('questions', { open: [], ended: [] })
    .answer('questions.saveDraft', () => undefined)
    .answer('chat.stopCall', () => undefined)
  const shown = await renderWithHost(<QuestionDialog />, host)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await act(async () => void host.publish('questions', { open: [question], ended: [] }))
  await passTime(1)
  return shown
}

it('MR-10: says from the second time on which time a call asks, and offers to stop that call without an answer', async () => {
  const shown = await show(asked(2))
  expect(screen.getByRole('dialog').textContent).toContain('Deploys asks again, for the 2nd time in this call.')
  await user.click(screen.getByRole('button', { name: 'Stop the call' }))
  expect(shown.host.asked.filter(({ name }) => name === 'chat.stopCall')).toMatchObject([{ input: { callId } }])
})

it('MR-10: says nothing of rounds the first time', async () => {
  await show(asked())
  expect(screen.queryByRole('button', { name: 'Stop the call' })).toBeNull()
})

it('MR-12: keeps what is typed within half a second also while more is being typed, and not with every key', async () => {
  const shown = await show(asked())
  for (let length = 1; length <= 20; length++) {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x')
    await passTime(100)
  }
  const drafts = shown.host.asked.flatMap(({ name, input }) => (name === 'questions.saveDraft' ? [input] : []))
  expect(drafts.length).toBeGreaterThanOrEqual(4)
  expect(drafts.length).toBeLessThanOrEqual(6)
  await passTime(400)
  expect(shown.host.asked.findLast(({ name }) => name === 'questions.saveDraft')?.input).toMatchObject({ draft: { name: 'x'.repeat(20) } })
})
