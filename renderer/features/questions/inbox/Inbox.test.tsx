import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ConversationId, MessageId, PartId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { EndedQuestion, Question, QuestionDetails } from '../../../../shared/domain/question'
import { readyState } from '../../../../shared/testing/readyState'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { namesOf, collectTexts } from '../../../testing/namesOf'
import { user } from '../../../testing/user'
import { useDeferredQuestions } from '../questionDialogStore'
import { Inbox } from './Inbox'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const release = ConversationId.parse(uuid(1))
const sentry = ServerId.parse('Sentry')
const call: Call = {
  id: CallId.parse(uuid(50)),
  serverId: sentry,
  tool: 'analyze_issue',
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'waitingAnswer',
  startedAt: 0,
}
const question = (n: number, details: QuestionDetails, inCall = true): Question => ({
  id: QuestionId.parse(uuid(100 + n)),
  asker: { serverId: sentry, callIds: inCall ? [call.id] : [], ...(inCall && { conversationId: release }) },
  created: Date.now() - 3 * 60_000,
  expires: Date.now() + 23 * 3_600_000,
  details,
})
const field = (key: string) => ({ kind: 'string', key, required: true }) as const
const form: QuestionDetails = { kind: 'form', message: 'Which\u202e release?', fields: [field('a'), field('b')], secretLooking: [] }

beforeEach(() => {
  useNavigation.setState({ ...useNavigation.getInitialState(), view: 'inbox' })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set() })
})

async function showInbox(open: readonly Question[], ended: readonly EndedQuestion[] = []) {
  const host = new FakeHost()
    .publish('questions', { open, ended })
    .publish('chat.conversations', [{ id: release, title: 'Release 2.4', created: 0, updated: 0, chosenAccounts: {} }])
    .publish('connections.states', { [sentry]: readyState({ era: '2026' }) })
    .answer('chat.open', () => ({
      seq: 0,
      conversation: {
        id: release,
        title: 'Release 2.4',
        created: 0,
        model: 'none',
        draft: '',
        chosenAccounts: {},
        messages: [
          {
            id: MessageId.parse(uuid(60)),
            role: 'assistant',
            created: 0,
            state: 'waiting',
            parts: [{ id: PartId.parse(uuid(61)), kind: 'call', modelCallId: 'c', modelToolName: 't', call }],
          },
        ],
      },
    }))
  return renderWithHost(<Inbox />, host)
}
const lines = (): readonly string[] => collectTexts(screen.getAllByRole('listitem'))

it('tells of a question who asks what, why, where, during which call, since when, and what happens without an answer', async () => {
  await showInbox([{ ...question(1, form), draft: { a: '2.4', b: '' } }])
  expect(lines()[0]).toMatch(
    /^SSentry asks for information · 1 of 2 fields filled inRelease 2\.4 · during analyze_issueWhichU\+202E release\?asked 3 min · survives a restart of Parley, until (today|tomorrow) \d\d:\d\dGo on$/,
  )
})

it('says of each kind why it waits, in words of Parley', async () => {
  await showInbox([
    question(1, {
      kind: 'approval',
      tool: 'create_issue',
      inputSchema: {},
      arguments: {},
      why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
    }),
    question(2, { kind: 'sampling', messages: [], maxTokens: 612, stopSequences: [], models: [], hints: [] }),
    question(3, { kind: 'folders', current: [] }, false),
  ])
  expect(document.body.textContent).toContain('asks to run create_issue')
  expect(document.body.textContent).toContain('Release 2.4 · llama3 wants to run it, and no rule covers it')
  expect(document.body.textContent).toContain('asks to use your model · up to 612 tokens')
  expect(document.body.textContent).toContain('No conversation · it may know none yet')
  const buttons = screen.getAllByRole('listitem').flatMap((line) => within(line).getAllByRole('button'))
  expect(namesOf(buttons)).toEqual(['Review', 'Review', 'Choose'])
})

it('says in red of a call that private data could leave with it', async () => {
  const source = {
    serverId: sentry,
    callId: call.id,
    tool: 'read',
    at: 1,
    guessed: false,
    because: { id: 'dataFlow.because.said' },
  } as const
  await showInbox([
    question(1, {
      kind: 'approval',
      tool: 'http_request',
      inputSchema: {},
      arguments: {},
      why: { id: 'approvals.asked.noRule' },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
      dataFlow: {
        privateData: [source],
        outsideText: [source],
        wayOut: { serverId: sentry, guessed: false, because: { id: 'dataFlow.because.said' } },
      },
    }),
  ])
  expect(lines()[0]).toContain('asks to run http_request · private data could leave')
})

it('opens what is pressed, in front of the Inbox', async () => {
  await showInbox([question(1, form)])
  await user.click(screen.getByRole('button', { name: 'Review' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'inbox', questionId: question(1, form).id })
})

it('lists how questions ended, with the reason; all of them at a press, with the focus on the list', async () => {
  const ended = Array.from({ length: 8 }, (_, n): EndedQuestion => ({
    id: QuestionId.parse(uuid(200 + n)),
    asker: { serverId: sentry, callIds: [], conversationId: release },
    ...(n === 0
      ? { kind: 'approval', tool: 'create_issue', how: 'answered', reason: { id: 'ends.deny' } as const }
      : { kind: 'form', how: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'the call was stopped' } } as const }),
    at: new Date().setHours(9, 5, 0, 0),
  }))
  await showInbox([], ended)
  expect(lines()).toHaveLength(6)
  expect(lines().slice(0, 2)).toEqual([
    'SSentry asked to run create_issue in Release 2.4You denied it09:05',
    'SSentry asked for information in Release 2.4Withdrawn: the call was stopped09:05',
  ])
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(lines()).toHaveLength(8)
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(screen.getByRole('list'))).toBe(true)
})
