import { act, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../../../shared/domain/chat'
import { ConversationId, MessageId, ModelRef, PartId } from '../../../../shared/domain/ids'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { AppError } from '../../../../shared/errors/appError'
import { t } from '../../../i18n/t'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { fill, user } from '../../../testing/user'
import { AssistantMessage } from '../AssistantMessage'
import { RegenerateDialog } from '../RegenerateDialog'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const conversationId = ConversationId.parse(uuid(1))
const partId = PartId.parse(uuid(3))
const [scripted, other] = [ModelRef.parse('local/scripted-1'), ModelRef.parse('local/other-1')]
const provider = { id: 'local', kind: 'openai-compatible', name: 'Local', models: [scripted, other], hasKey: true } as const

const notice = (error: AppError): Part => ({ id: PartId.parse(uuid(9)), kind: 'notice', error: error.toData() })
const refused = new AppError('MODEL_REFUSED_KEY', { reason: 'models.keyRefused', params: { model: 'scripted-1', status: '401' } })
const busy = new AppError('MODEL_RATE_LIMITED', { reason: 'models.tooManyRequests', params: { model: 'scripted-1' } })

function answer(state: ChatMessage['state'], parts: readonly Part[], more: Partial<ChatMessage> = {}): ChatMessage {
  return { id: MessageId.parse(uuid(2)), role: 'assistant', created: 0, state, parts, model: scripted, ...more }
}

const view = (message: ChatMessage) => (
  <>
    <AssistantMessage conversationId={conversationId} message={message} last running={false} onReview={() => undefined} />
    <RegenerateDialog />
  </>
)

async function show(message: ChatMessage, host = new FakeHost()): Promise<FakeHost> {
  host.publish('models', { providers: [provider], default: scripted })
  for (const name of ['chat.retry', 'chat.stopTrying', 'chat.setModel', 'chat.regenerate'] as const) host.answer(name, () => undefined)
  await renderWithHost(view(message), host)
  return host
}
/** What was asked for, without what the picker of models reads. */
/** What the picker of models asks by itself is left out. */
const asked = (host: FakeHost) =>
  host.asked.flatMap(({ name, input }) =>
    ['models.facts', 'models.refreshLocal', 'chat.recentModels'].includes(name) ? [] : [[name, input]],
  )
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  useNavigation.setState({ view: 'chat', settingsPage: 'about' })
})

it('a refused key is replaced right there, and the message is sent again', async () => {
  const host = await show(answer('failed', [notice(refused)]))
  host.answer('models.saveProvider', () => ({ id: 'local' }))
  await fill(screen.getByLabelText(t('models.newKey', { provider: 'Local' })), ' sk-new-key ')
  await press(t('chat.saveAndSendAgain'))
  expect(asked(host)).toEqual([
    [
      'models.saveProvider',
      { id: 'local', kind: 'openai-compatible', name: 'Local', models: ['scripted-1', 'other-1'], key: 'sk-new-key' },
    ],
    ['chat.retry', { conversationId }],
  ])
})

it('a key that cannot be kept says so, and nothing is sent again', async () => {
  const host = await show(answer('failed', [notice(refused)]))
  await fill(screen.getByLabelText(t('models.newKey', { provider: 'Local' })), 'sk-new-key')
  await press(t('chat.saveAndSendAgain'))
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(asked(host)).toHaveLength(1)
})

// Catches a notice and a line under it that say one thing twice.
it('says once that the turn failed', async () => {
  await show(answer('failed', [notice(refused)]))
  expect(screen.queryByText(t('chat.ends.failed'))).toBeNull()
  expect(screen.getAllByRole('button', { name: t('chat.retry') })).toHaveLength(1)
})

it('an earlier answer only says what happened', async () => {
  await renderWithHost(
    <AssistantMessage
      conversationId={conversationId}
      message={answer('failed', [notice(refused)])}
      last={false}
      running={false}
      onReview={() => undefined}
    />,
    new FakeHost().publish('models', { providers: [provider] }),
  )
  expect(screen.queryByRole('button', { name: t('chat.retry') })).toBeNull()
  expect(screen.queryByLabelText(t('models.newKey', { provider: 'Local' }))).toBeNull()
})

it('leads to the settings of the provider', async () => {
  await show(answer('failed', [notice(refused)]))
  await press(t('chat.providerSettings'))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'models' })
})

it.each([
  ['nothing came', [], 'chat.retry', { conversationId }],
  [
    'a part came',
    [{ id: partId, kind: 'text', text: 'Half' } as const],
    'chat.regenerate',
    { conversationId, messageId: uuid(2), model: other },
  ],
])('another model answers from then on where %s', async (_what, parts, call, input) => {
  const host = await show(answer('failed', [...parts, notice(busy)]))
  await press(t('chat.useAnotherModel'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: t('chat.useModel') }).disabled).toBe(true)
  await user.click(dialog.getByRole('combobox', { name: t('models.model') }))
  await user.keyboard('other{Enter}')
  await user.click(screen.getByRole('button', { name: t('chat.useModel') }))
  expect(asked(host)).toEqual([
    ['chat.setModel', { conversationId, model: other }],
    [call, input],
  ])
})

it('says when it tries again by itself, tries now, and stops trying', async () => {
  const host = new FakeHost()
  const retry = { conversationId, messageId: MessageId.parse(uuid(2)), tries: 1 }
  host.publish('chat.retries', [{ ...retry, at: Date.now() + 20_000 }])
  await show(answer('failed', [notice(busy)]), host)
  expect(screen.getByText(/by itself in (19|20) s/)).toBeTruthy()
  // Catches a button that moves under the pointer when this one goes.
  const words = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(words.indexOf(t('chat.stopTrying'))).toBeGreaterThan(words.indexOf(t('chat.useAnotherModel')))
  await press(t('chat.tryNow'))
  await press(t('chat.stopTrying'))
  expect(asked(host).map(([name]) => name)).toEqual(['chat.retry', 'chat.stopTrying'])
  await act(async () => void host.publish('chat.retries', [{ ...retry, tries: 3 }]))
  expect(await screen.findByText(t('chat.triedByItself', { count: 3 }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('chat.stopTrying') })).toBeNull()
  expect(screen.getByRole('button', { name: t('chat.retry') })).toBeTruthy()
})

it.each([
  ['chat.longestAnswer', 'MODEL_CUT_OFF', 'chat.continue'],
  ['chat.emptyAnswer', 'MODEL_EMPTY', 'chat.retry'],
] as const)('an answer that ended with %s goes on by a button', async (reason, code, word) => {
  const host = await show(answer('done', [notice(new AppError(code, { reason, params: { model: 'scripted-1' } }))]))
  await press(t(word))
  expect(asked(host)).toEqual([['chat.retry', { conversationId }]])
})

const thought = (n: number, times: { readonly startedAt?: number; readonly endedAt?: number }): Part => ({
  id: PartId.parse(uuid(n)),
  kind: 'reasoning',
  text: `Thought ${n}`,
  ...times,
})

it('says how long it thought in one go, folded', async () => {
  const text: Part = { id: partId, kind: 'text', text: 'Four' }
  await show(answer('done', [thought(20, { startedAt: 1_000, endedAt: 9_000 }), thought(21, { startedAt: 9_000, endedAt: 13_400 }), text]))
  expect(screen.getByText(t('chat.thoughtFor', { duration: '12 s' })).closest('details')?.open).toBe(false)
  expect(screen.getByText('Thought 21')).toBeTruthy()
})

it('an unfolded thought stays unfolded while the model goes on, and settles at the first word of the answer', async () => {
  const host = new FakeHost().publish('models', { providers: [provider] })
  const started = { startedAt: Date.now() }
  const change = { parts: (_parts: readonly Part[]): void => undefined }
  function Changing() {
    const [parts, setParts] = useState<readonly Part[]>([thought(20, started)])
    useEffect(() => {
      change.parts = setParts
    }, [])
    const message = answer('running', parts)
    return <AssistantMessage conversationId={conversationId} message={message} last running onReview={() => undefined} />
  }
  await renderWithHost(<Changing />, host)
  const summary = screen.getByText(/^Thinking/)
  await user.click(summary)
  const ended = { ...started, endedAt: started.startedAt + 4_000 }
  act(() => change.parts([thought(20, ended), { id: partId, kind: 'text', text: 'Fo' }]))
  expect(screen.getByText(/^Thought for 4/).closest('details')?.open).toBe(true)
})

it('says who answered and what it used, and of what kind when pressed', async () => {
  const usage = { input: 1_200, cached: 1_000, output: 40, cost: 0.012_34 }
  await show(answer('done', [{ id: partId, kind: 'text', text: 'Four' }], { usage }))
  await press(t('chat.tokens', { count: 1_240 }))
  const kinds = within(screen.getByRole('dialog', { name: t('chat.tokensOfAnswer') }))
  expect(kinds.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    t('chat.tokens.input'),
    t('chat.tokens.cached'),
    t('chat.tokens.output'),
    t('chat.cost'),
  ])
  expect(kinds.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1,200', '1,000 (83%)', '40', 'about $0.012'])
})

it('what a server said of the failure stands apart from what Parley says', async () => {
  const error: AppErrorData = { ...refused.toData(), said: 'Incorrect API key' }
  await show(answer('failed', [{ id: PartId.parse(uuid(9)), kind: 'notice', error }]))
  expect(screen.getByText('Incorrect API key').closest('[class*=quote]')).toBeTruthy()
})
