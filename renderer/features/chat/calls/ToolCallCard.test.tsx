import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails, Question } from '../../../../shared/domain/question'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ToolCallCard } from './ToolCallCard'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const files = ServerId.parse('Files')
const elsewhere = ConversationId.parse(uuid(2))
const call: Call = {
  id: CallId.parse(uuid(1)),
  serverId: files,
  tool: 'register',
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'running',
  startedAt: 0,
  queuedAtServer: true,
}
const form: Question = {
  id: QuestionId.parse(uuid(3)),
  asker: { serverId: files, callIds: [CallId.parse(uuid(4))], conversationId: elsewhere },
  created: 0,
  expires: 1,
  details: { kind: 'form', message: 'Who are you?', fields: [], secretLooking: [] },
}

const approval: ApprovalDetails = {
  kind: 'approval',
  tool: 'register',
  inputSchema: {},
  arguments: {},
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}

beforeEach(() => useNavigation.setState({ view: 'chat', questionId: undefined }))

async function show(shown: Call, ...open: readonly Question[]): Promise<void> {
  const host = new FakeHost()
    .publish('questions', { open, ended: [] })
    .publish('chat.conversations', [{ id: elsewhere, title: 'Sign up', created: 0, updated: 0, chosenAccounts: {} }])
  await renderWithHost(<ToolCallCard call={shown} onReview={() => undefined} />, host)
}

it('says of a call that waits behind a question where that question is, and leads there', async () => {
  await show(call, form)
  expect(document.body.textContent).toContain('Not sent yet: “Files” first waits for your answer in Sign up.')
  expect(screen.queryByText('Running')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Review' }))
  expect(useNavigation.getState().questionId).toBe(form.id)
})

it('names no conversation for a question outside of any, and says what else a call waits for', async () => {
  const { conversationId: _, ...asker } = form.asker
  await show(call, { ...form, asker })
  expect(document.body.textContent).toContain('Not sent yet: Files first waits for your answer to another question.')
})

it.each([
  ['an approval, which nothing was sent for', { ...form, details: approval }],
  ['a question of another server', { ...form, asker: { ...form.asker, serverId: ServerId.parse('Other') } }],
])('does not take %s for what a call waits behind', async (_, other) => {
  await show(call, other)
  expect(document.body.textContent).toContain('Not sent yet: Files is busy with another call.')
})

it('says nothing of waiting once the call was sent', async () => {
  await show({ ...call, queuedAtServer: false }, form)
  expect(document.body.textContent).not.toContain('Not sent yet')
})
