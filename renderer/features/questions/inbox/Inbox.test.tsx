import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PartId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { EndedQuestion, Question, QuestionDetails } from '../../../../shared/domain/question'
import type { JsonValue } from '../../../../shared/lib/json'
import { createTranslator, english } from '../../../../shared/i18n/translator'
import { readyState } from '../../../../shared/testing/readyState'
import { setTranslator, translator } from '../../../i18n/t'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { namesOf, collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
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
    .publish('connections.states', { [sentry]: readyState() })
    .answer('chat.open', () => ({
      seq: 0,
      conversation: {
        id: release,
        title: 'Release 2.4',
        created: 0,
        model: 'none',
        draft: '',
        settings: {},
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
    /^SSentry asks for information · 1 of 2 fields filled inRelease 2\.4 · during analyze_issueWhichU\+202E release\?asked 3 min ago · survives a restart of Parley, until (today|tomorrow) \d\d:\d\dGo on$/,
  )
})

it('says of each kind why it waits, in words of Parley', async () => {
  await showInbox([
    question(1, {
      kind: 'approval',
      tool: 'create_issue',
      model: ModelRef.parse('local/llama3'),
      inputSchema: {},
      arguments: {},
      why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
    }),
    question(2, { kind: 'sampling', messages: [], maxTokens: 612, stopSequences: [], models: [], hints: [] }),
    question(3, { kind: 'folders', current: [] }, false),
  ])
  expect(document.body.textContent).toContain('llama3 wants to run create_issue of Sentry')
  expect(document.body.textContent).toContain('Release 2.4 · “llama3” wants to run it, and no rule covers it')
  expect(document.body.textContent).toContain('asks to use your model · up to 612 tokens')
  expect(document.body.textContent).toContain('No conversation · you have shared no folder with it yet')
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
  expect(lines()[0]).toContain('A model wants to run http_request of Sentry · private data could leave')
})

const pay = (n: number, iban: string, more: object = {}): Question =>
  question(n, {
    kind: 'approval',
    tool: 'pay_invoice',
    inputSchema: {},
    arguments: { note: 'October', amount: 90 + n, iban, ...more },
    why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } },
    history: { allowed: 0, denied: 0 },
    readOnlyRuleOffered: false,
  })

it('tells calls of one tool apart by their arguments, what decides first, and says once for all why they ask', async () => {
  const destroys = { annotations: { destructiveHint: true } }
  const [one, two] = [pay(1, 'DE02 1203 0000 0000 2020 51'), pay(2, 'DE02 5001 0517 0137 0750 30', { text: 'x'.repeat(400) })]
  if (two.details.kind !== 'approval') throw new Error('It is no approval')
  await showInbox([one, { ...two, details: { ...two.details, ...destroys } }, question(3, form)])
  expect(lines()[0]).toMatch(
    /^seems to run, delete, pay or sendamount: 91 · iban: DE02 1203 0000 0000 2020 51 · note: OctoberRelease 2\.4asked/,
  )
  expect(lines()[1]).toMatch(
    /^may destroy data, its server saysamount: 92 · iban: DE02 5001 0517 0137 0750 30 · note: October · text: x+…x+Release 2\.4asked/,
  )
  expect(document.body.textContent).toContain('A model wants to run pay_invoice of Sentry · 2 times')
  expect(document.body.textContent.match(/no rule covers it/g)).toHaveLength(1)
})

it('refuses all calls of one tool together, never allows them together, and keeps the focus in the list', async () => {
  const { host } = await showInbox([pay(1, 'a'), pay(2, 'b'), question(3, form)])
  host.answer('questions.answer', ({ questionId }) => {
    const { open, ended } = { open: [pay(1, 'a'), pay(2, 'b'), question(3, form)], ended: [] }
    host.publish('questions', { open: open.filter(({ id }) => id > questionId), ended })
    return { taken: true }
  })
  expect(screen.queryByRole('button', { name: /allow/i })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Deny all of these' }))
  const answers = host.asked.flatMap(({ name, input }) => (name === 'questions.answer' ? [input] : []))
  expect(answers).toEqual([1, 2].map((n) => ({ questionId: pay(n, '').id, answer: { kind: 'approval', action: 'deny' } })))
  expect(lines()).toHaveLength(1)
  expect(document.activeElement).not.toBe(document.body)
})

it('says how many it refused together, and tells the model the word that was typed for all', async () => {
  const { host } = await showInbox([pay(1, 'a'), pay(2, 'b')])
  host.answer('questions.answer', () => ({ taken: true }))
  await fill(screen.getByRole('textbox', { name: 'Word for the model' }), 'Ask finance first')
  await user.click(screen.getByRole('button', { name: 'Deny all of these' }))
  const words = host.asked.flatMap(({ name, input }) => (name === 'questions.answer' ? [input] : []))
  expect(words).toMatchObject([1, 2].map(() => ({ answer: { action: 'deny', word: 'Ask finance first' } })))
  expect(screen.getByRole('status').textContent).toBe(translator().t('inbox.denied', { count: 2 }))
})

it.each([true, false])('keeps its place when a row was answered, so that J goes on from the next one (in a call: %s)', async (inCall) => {
  const rows = [1, 2, 3].map((n) => question(n, { ...form, message: `Row ${n}` }, inCall))
  const { host } = await showInbox(rows)
  const buttons = () => screen.getAllByRole('button', { name: 'Review' })
  await act(async () => buttons()[1]?.focus())
  await act(async () => void host.publish('questions', { open: rows.filter((_, index) => index !== 1), ended: [] }))
  expect(buttons().findIndex((each) => each === document.activeElement)).toBe(1)
  await user.keyboard('k')
  expect(buttons().findIndex((each) => each === document.activeElement)).toBe(0)
})

it('tells ended questions apart by their arguments or answers', async () => {
  const end = (n: number, about: JsonValue): EndedQuestion => ({
    id: QuestionId.parse(uuid(400 + n)),
    asker: { serverId: sentry, callIds: [] },
    kind: 'form',
    about,
    how: 'answered',
    reason: { id: 'ends.accept' },
    at: Date.now(),
  })
  await showInbox([], [end(1, { Release: '2.4' }), end(2, 'https://login.example/'), end(3, ['/srv/a', '/srv/b'])])
  expect(lines().map((line) => /Release: 2\.4|https:.*example\/|\/srv\/a · \/srv\/b/.exec(line)?.[0])).toEqual([
    'Release: 2.4',
    'https://login.example/',
    '/srv/a · /srv/b',
  ])
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
    'SA model wanted to run create_issue of Sentry in “Release 2.4”You denied it09:05Show',
    'SSentry asked for information in “Release 2.4”Withdrawn: the call was stopped09:05Show',
  ])
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(lines()).toHaveLength(8)
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(screen.getByRole('list'))).toBe(true)
})

it('P10: an ended row opens and shows what was asked, what you made of it and how it ended, also after its chat was deleted', async () => {
  const gone = ConversationId.parse(uuid(7))
  const end = (n: number, rest: Pick<EndedQuestion, 'kind' | 'reason'>): EndedQuestion => ({
    id: QuestionId.parse(uuid(300 + n)),
    asker: { serverId: sentry, callIds: [], conversationId: gone },
    how: 'answered',
    at: Date.now(),
    ...rest,
  })
  const run: EndedQuestion = { ...end(1, { kind: 'approval', reason: { id: 'ends.allowOnceChanged' } }), tool: 'run' }
  const asked = end(2, { kind: 'form', reason: { id: 'ends.accept' } })
  const { host } = await showInbox([], [run, asked])
  host.answer('questions.record', ({ questionId }) => ({
    cut: false,
    parts:
      questionId === run.id
        ? [
            { what: 'arguments', value: { command: 'ls' } },
            { what: 'changedArguments', value: { command: 'rm -r /srv' } },
          ]
        : [
            { what: 'message', value: 'Which\u202e one?' },
            { what: 'answers', value: { Release: '2.4' } },
          ],
  }))
  expect(lines()[0]).toContain('in a conversation that you deleted')
  await user.click(screen.getAllByRole('button', { name: 'Show' })[0] ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'What “Sentry” asked' })
  await within(dialog).findByText('rm -r /srv')
  expect(dialog.textContent).toMatch(/You changed the arguments and allowed it.*Argumentscommandls.*You changed them tocommandrm -r \/srv/)
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.click(screen.getAllByRole('button', { name: 'Show' })[1] ?? document.body)
  const form = await screen.findByRole('dialog', { name: 'What “Sentry” asked' })
  await within(form).findByText('2.4')
  expect(form.textContent).toMatch(/Written by “Sentry”WhichU\+202E one\?/)
  // Everything of it can be read, and nothing answered.
  expect(namesOf(within(form).getAllByRole('button'))).toEqual(['Close'])
})

it.each([
  ['en', 'The app of Sentry wanted to call remove_issue'],
  ['de', 'Die App von Sentry wollte remove_issue aufrufen'],
] as const)('AP: an ended row says that an app wanted the call, not a model (%s)', async (language, words) => {
  onTestFinished(() => setTranslator(english))
  setTranslator(await createTranslator(language))
  await showInbox(
    [],
    [
      {
        id: QuestionId.parse(uuid(300)),
        asker: { serverId: sentry, callIds: [] },
        kind: 'approval',
        tool: 'remove_issue',
        byApp: true,
        how: 'answered',
        reason: { id: 'ends.deny' },
        at: Date.now(),
      },
    ],
  )
  expect(lines()[0]).toContain(words)
})
