import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChatMessage, Conversation } from '../../../../shared/domain/chat'
import { ConversationId, MessageId, ModelRef, PartId } from '../../../../shared/domain/ids'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { useNewBranch } from './branchOff'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [first, branch] = [ConversationId.parse(uuid(1)), ConversationId.parse(uuid(2))]
const model = ModelRef.parse('local/scripted-1')
const SAYS = 'New conversation: everything up to here. The first one stays as it was.'

const message = (n: number, role: 'user' | 'assistant', words: string): ChatMessage => ({
  id: MessageId.parse(uuid(n)),
  role,
  created: 0,
  state: 'done',
  parts: [{ id: PartId.parse(uuid(n + 1)), kind: 'text', text: words }],
  ...(role === 'assistant' && { model }),
})
const conversation = (id: ConversationId, title: string, begin: number): Conversation => ({
  id,
  title,
  created: 0,
  model,
  draft: '',
  settings: {},
  chosenAccounts: {},
  messages: [message(begin, 'user', 'Why?'), message(begin + 2, 'assistant', 'Because')],
})
const summary = (id: ConversationId) => ({ id, title: 'Why', created: 0, updated: 0, chosenAccounts: {} })

const hostWithBranch = (): FakeHost =>
  new FakeHost()
    .publish('models', { providers: [], default: model })
    .publish('servers', { servers: [], broken: [] })
    .publish('chat.conversations', [summary(first), summary(branch)])
    .answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
    .answer('chat.branch', () => ({ conversationId: branch }))
    .answer('chat.open', ({ conversationId }) => ({
      conversation: conversationId === branch ? conversation(branch, 'Why (2)', 20) : conversation(first, 'Why', 10),
      seq: 0,
    }))

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: first })
  useNewBranch.setState({ branch: undefined })
  Element.prototype.scrollTo = () => undefined
})

async function branchOffAnswer(host: FakeHost): Promise<void> {
  await renderWithHost(<ChatView />, host)
  expect(screen.queryByText(SAYS)).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Branch' }).at(-1) ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'Why (2)' })
}

// Catches: somebody takes the branch for the conversation in which they pressed "Branch", and looks in vain for what came after.
it('says that a branch is another conversation, and goes back to the first one', async () => {
  await branchOffAnswer(hostWithBranch())
  expect(screen.getByText(SAYS).closest('[role="status"]')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Go back' }))
  expect(useNavigation.getState().conversationId).toBe(first)
  await screen.findByRole('heading', { level: 1, name: 'Why' })
  expect(screen.queryByText(SAYS)).toBeNull()
})

// Catches: what was news once stands above the composer for good.
it('says so until the next message of the branch', async () => {
  const host = hostWithBranch()
  await branchOffAnswer(host)
  expect(screen.getByText(SAYS)).toBeTruthy()
  act(() => host.emit('chat.events', branch, { type: 'messageAdded', message: message(30, 'user', 'And then?') }))
  await screen.findByText('And then?')
  expect(screen.queryByText(SAYS)).toBeNull()
})

// Catches: a way back to a conversation that was deleted meanwhile.
it('offers no way back to a conversation that is gone', async () => {
  const host = hostWithBranch()
  await branchOffAnswer(host)
  expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy()
  act(() => void host.publish('chat.conversations', [summary(branch)]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Go back' })).toBeNull())
})
