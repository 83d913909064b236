import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails, Question } from '../../../../shared/domain/question'
import { AppError } from '../../../../shared/errors/appError'
import { useCoversConversation } from '../../../state/coveredConversation'
import { useNavigation } from '../../../state/navigation'
import { noteSent } from '../../../state/typingActivity'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { passTime, settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { QuestionBar } from '../QuestionBar'
import { deferQuestion, useDeferredQuestions } from '../questionDialogStore'
import { QuestionDialog } from '../QuestionDialog'
import { ApprovalsInConversation } from './ApprovalsInConversation'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))
const approval: ApprovalDetails = {
  kind: 'approval',
  tool: 'search',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' },
  arguments: { query: 'release', limit: 20 },
  why: { id: 'approvals.wanted.noRule', params: { model: 'scripted-1' } },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
  place: { place: 'card' },
}
const question = (n: number, details: Partial<ApprovalDetails> = {}): Question => ({
  id: QuestionId.parse(uuid(n)),
  asker: { serverId: ServerId.parse('GitHub'), callIds: [CallId.parse(uuid(100 + n))], conversationId: here },
  created: n,
  expires: n + 1,
  details: { ...approval, ...details },
})
const callOf = (n: number): Call => ({
  id: CallId.parse(uuid(100 + n)),
  serverId: ServerId.parse('GitHub'),
  tool: `tool${n}`,
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.undecided' } },
  state: 'waitingApproval',
  startedAt: 0,
})
const calls = [10, 11, 12, 13].map(callOf)

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: here, questionId: undefined })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set(), answering: undefined, rulesFor: undefined })
  noteSent()
})
afterEach(() => {
  vi.useRealTimers()
})

async function showCalls(...open: readonly Question[]) {
  const host = new FakeHost()
  const answers: [string, { readonly kind: 'approval'; readonly action: string }][] = []
  let waiting = open
  host.publish('questions', { open, ended: [] })
  host.answer('questions.answer', async ({ questionId, answer }) => {
    if (answer.kind === 'approval') answers.push([questionId, answer])
    waiting = waiting.filter(({ id }) => id !== questionId)
    host.publish('questions', { open: waiting, ended: [] })
    return { taken: true }
  })
  host.answer('questions.saveDraft', () => undefined)
  host.answer('questions.checkArguments', () => ({ problems: [] }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await renderWithHost(
    <>
      <div role="log" tabIndex={-1}>
        <ApprovalsInConversation calls={calls} rows={(shown) => <p>{shown.map(({ tool }) => tool).join(' ')}</p>} />
      </div>
      <QuestionBar />
      <QuestionDialog />
    </>,
    host,
  )
  await settle()
  return { host, answers }
}

const card = (name: string): HTMLElement => screen.getByRole('group', { name })
const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name })
async function press(name: string): Promise<void> {
  await passTime(600)
  await user.click(button(name))
  await settle()
}

it('stands in the place of its call, shows all of it, and opens no dialog', async () => {
  await showCalls(question(11))
  expect(screen.getByText('tool10')).toBeTruthy()
  expect(screen.getByText('tool12 tool13')).toBeTruthy()
  expect(card('Allow search?').textContent).toContain('query"release"limit20')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Catches: a tool that declares nothing, moved to the card by its person, lost its warning there and was said to claim something.
it('warns on a card of a tool that declares nothing, and says who claims what only where somebody claims', async () => {
  const silent = { tool: 'list', annotations: {} }
  const { host } = await showCalls(question(11, silent))
  const ask = async (...open: readonly Question[]): Promise<void> => {
    host.publish('questions', { open, ended: [] })
    await settle()
  }
  expect(card('Allow list?').textContent).toContain('Its server does not say what it changes. It may cause losses that cannot be undone')
  expect(card('Allow list?').textContent).not.toMatch(/Parley has not checked|describes/)
  await ask(question(11))
  expect(card('Allow search?').textContent).toContain('GitHub describes it as reading only. Parley has not checked that.')
  await ask(question(11, silent), question(12))
  const both = within(card('Allow 2 calls?'))
  expect(both.getAllByRole('listitem').map((line) => line.textContent?.includes('Its server does not say what it changes.'))).toEqual([
    true,
    false,
  ])
  await ask(question(11, silent), question(12, silent))
  expect(card('Allow 2 calls?').textContent).not.toContain('Parley has not checked')
})

it('leaves the rows around it as they are when it goes: what was opened there stays open', async () => {
  await showCalls(question(11))
  const [above, below] = [screen.getByText('tool10'), screen.getByText('tool12 tool13')]
  await press('Allow once')
  expect(screen.queryByRole('group')).toBeNull()
  expect(screen.getByText('tool11')).toBeTruthy()
  expect([screen.getByText('tool10'), screen.getByText('tool12 tool13')]).toEqual([above, below])
  expect(above.isConnected && below.isConnected).toBe(true)
})

it('keeps its answers disabled for half a second, and never allows by Enter', async () => {
  const { answers } = await showCalls(question(11))
  expect(['Deny', 'Always allow…', 'Allow once'].map((name) => button(name).disabled)).toEqual([true, true, true])
  await passTime(600)
  await act(async () => button('Allow once').focus())
  await user.keyboard('{Enter}')
  expect(answers).toEqual([])
})

it.each([
  ['Allow once', 'allowOnce'],
  ['Deny', 'deny'],
])('%s says no more than the dialog could: once and unchanged, or no', async (name, action) => {
  const { answers } = await showCalls(question(11))
  await press(name)
  expect(answers).toEqual([[uuid(11), { kind: 'approval', action, onCard: true }]])
})

it('waits again after a press on something that may have lain above it: the next press of a double click is not meant for it', async () => {
  const { answers } = await showCalls(question(11))
  await passTime(600)
  expect(button('Allow once').disabled).toBe(false)
  // Here everything lies at the same place.
  await user.click(screen.getByText('tool10'))
  expect(button('Allow once').disabled).toBe(true)
  await user.click(button('Allow once'))
  expect(answers).toEqual([])
})

it('waits when an app that lay over the conversation takes itself away: a press may still be meant for the app', async () => {
  await showCalls(question(11))
  // The dialog that asks meanwhile was put off.
  deferQuestion([question(11).id])
  const app = render(<App />)
  await passTime(600)
  expect(button('Allow once').disabled).toBe(true)
  act(() => app.unmount())
  expect(button('Allow once').disabled).toBe(true)
  await passTime(600)
  expect(button('Allow once').disabled).toBe(false)
})

function App() {
  useCoversConversation()
  return <p>App</p>
}

it('opens the dialog at once when a sign of danger came since the card was shown, also while a message is being typed', async () => {
  const { host } = await showCalls(question(11))
  host.answer('questions.answer', () => {
    host.publish('questions', { open: [question(11, { place: { place: 'dialog', because: 'dataFlow' } })], ended: [] })
    throw new AppError('CONFLICT', { reason: 'approvals.needsDialog' })
  })
  await press('Allow once')
  await settle()
  expect(screen.queryByRole('group', { name: 'Allow search?' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Allow search?' })).toBeTruthy()
})

it('stays, and says why, when the host does not take the answer', async () => {
  const { host } = await showCalls(question(11))
  host.answer('questions.answer', () => {
    throw new AppError('NOT_SAVED', { reason: 'storage.diskFull' })
  })
  await press('Allow once')
  expect(within(card('Allow search?')).getByRole('alert').textContent).not.toBe('')
})

it('leaves to the dialog what becomes a danger while it waits', async () => {
  const { host } = await showCalls(question(11))
  const risky = question(11, { place: { place: 'dialog', because: 'dataFlow' } })
  await act(async () => void host.publish('questions', { open: [risky], ended: [] }))
  await settle()
  expect(screen.queryByRole('group', { name: 'Allow search?' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Allow search?' })).toBeTruthy()
})

it('asks about calls of one step on one card: a denied line is final, the rest counts anew and waits again', async () => {
  const { answers } = await showCalls(question(10), question(11, { tool: 'list' }), question(12))
  expect(within(card('Allow 3 calls?')).getAllByRole('listitem')).toHaveLength(3)
  await press('Deny “list”')
  expect(within(card('Allow 2 calls?')).getAllByRole('listitem')[1]?.textContent).toContain('You denied it')
  expect(button('Allow the other 2').disabled).toBe(true)
  await press('Allow the other 2')
  expect(answers.map(([id, { action }]) => [id, action])).toEqual([
    [uuid(11), 'deny'],
    [uuid(10), 'allowOnce'],
    [uuid(12), 'allowOnce'],
  ])
  expect([screen.getByText('tool10 tool11 tool12'), screen.getByText('tool13')]).toHaveLength(2)
})

// Catches: "Details" and "Always allow…" of a card for three calls meant the first one alone, and "Back" did not lead to the card.
it('each line of several opens its own details, which say which of them it is and lead back to the card', async () => {
  const { answers } = await showCalls(question(10), question(11, { tool: 'list' }), question(12))
  expect(within(card('Allow 3 calls?')).queryByRole('button', { name: 'Always allow…' })).toBeNull()
  await press('Details of “list”')
  const dialog = screen.getByRole('dialog', { name: 'Allow list?' })
  expect(dialog.textContent).toContain('Call 2 of 3')
  expect(dialog.textContent).not.toContain('more waiting')
  await press('Always allow…')
  await press('Back')
  expect(button('Allow once')).toBeTruthy()
  await press('Back to all 3')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(card('Allow 3 calls?')).toBeTruthy()
  expect(answers).toEqual([])
})

it('"Always allow…" of a card opens the dialog at what to remember, and "Back" leads to the card', async () => {
  const { answers } = await showCalls(question(11))
  await press('Always allow…')
  await press('Back')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Always allow…')
  await press('Allow')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(answers.map(([id, { action }]) => [id, action])).toEqual([[uuid(11), 'alwaysAllow']])
})

it('is told to a screen reader, and the bar asks only what no card in view asks', async () => {
  const { host } = await showCalls(question(11))
  const bar = screen.getByRole('status', { name: 'Questions' })
  expect(bar.textContent).toContain('wants to run search of GitHub')
  expect(within(bar).queryByRole('button')).toBeNull()
  const elsewhere = question(99)
  await act(async () => void host.publish('questions', { open: [question(11), elsewhere], ended: [] }))
  await settle()
  expect(within(bar).getByRole('button', { name: 'Review' })).toBeTruthy()
})
