import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppId } from '../../../../shared/domain/apps/app'
import type { Conversation } from '../../../../shared/domain/chat'
import { ConversationId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { FakeHost } from '../../../testing/fakeHost'
import { namesOf } from '../../../testing/namesOf'
import { passTime, settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { useChatErrors } from '../chatErrors'
import { Composer } from '../composer/Composer'
import { contextsToSend, giveContext, useAppContexts } from './appContexts'
import { appStage, asked, begin, conversationId, frame, hear, newHost, region, say } from './testing/appStage'

const stage = appStage()
const conversation: Conversation = {
  id: conversationId,
  title: 'Budget',
  created: 0,
  model: 'default',
  draft: '',
  settings: {},
  chosenAccounts: {},
  messages: [],
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  useAppContexts.setState({ given: [] })
  useChatErrors.setState({ trouble: undefined })
})

/** A host with a model that answers. */
const answering = (): FakeHost =>
  newHost()
    .publish('models', { providers: [], default: 'none' as const })
    .publish('servers', { servers: [], broken: [] })
    .publish('servers.catalogVersions', {})
    .publish('connections.states', {})
    .answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
    .answer('chat.send', () => undefined)
    .answer('chat.queue', () => undefined)
    .answer('chat.saveDraft', () => undefined)

/** The app of a conversation and its composer, with the app running. */
async function talk(host = answering(), shown: Conversation = conversation): Promise<FakeHost> {
  await stage.show(host, { beside: <Composer conversation={{ ...shown, model: 'local/one' as never }} /> })
  await begin()
  return host
}

/** The app gives the model this, and waits until it was before the person's eyes. */
async function give(...texts: readonly string[]): Promise<void> {
  await say({
    id: 7,
    method: 'ui/update-model-context',
    params: { content: texts.map((text) => ({ type: 'text', text })) },
  })
}
const seen = (): Promise<void> =>
  act(() => vi.waitFor(() => expect(useAppContexts.getState().given.every((one) => one.seen)).toBe(true), 3_000))
/** How much each chip says that it gives. */
const chips = (): readonly string[] =>
  namesOf(screen.queryAllByRole('button', { name: /: read what the app of / })).map((name) => name.replace(/^.*, (.*): .*$/, '$1'))
const write = async (text: string): Promise<void> => {
  await user.type(screen.getByLabelText('Message'), text)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await settle()
}
const given = (text: string) => ({ serverId: 'Budget', tool: 'show-budget', text })

// Catches: what an app gives the model goes with a message though nothing of it was shown, or does not go with it at all.
it('AP-24: what an app gives stands above the message before it is sent, can be read, and goes with it once', async () => {
  const host = await talk()
  await give('Rent is 900', 'Food is 300')
  expect(chips()).toEqual(['24 B'])
  await user.click(screen.getByRole('button', { name: 'Context from the app, 24 B: read what the app of “Budget” gives' }))
  const read = within(screen.getByRole('dialog', { name: 'What the app of “Budget” gives the model' }))
  expect(read.getByText(/Rent is 900/).textContent).toContain('Food is 300')
  await user.click(read.getByRole('button', { name: 'Close' }))
  await seen()
  await write('Is that much?')
  const message = { conversationId, text: 'Is that much?' }
  expect(asked(host, 'chat.send')).toEqual([{ ...message, apps: [given('Rent is 900\n\nFood is 300')] }])
  expect(chips()).toEqual([])
  await write('And now?')
  expect(asked(host, 'chat.send').at(-1)).toEqual({ conversationId, text: 'And now?' })
})

// Catches: the model gets everything that an app gave since the last message, or what it has taken back.
it('the newest of an app takes the place of what it gave before, and what it takes back is gone', async () => {
  const host = await talk()
  await give('Old')
  await seen()
  await give('The newest')
  expect(chips()).toEqual(['10 B'])
  await seen()
  await write('One')
  await give('Third')
  await give()
  expect(chips()).toEqual([])
  await write('Two')
  expect(asked(host, 'chat.send')).toEqual([
    { conversationId, text: 'One', apps: [given('The newest')] },
    { conversationId, text: 'Two' },
  ])
})

// Catches: an app changes what it gives in the moment in which the person presses Send, so that they send what they never saw.
it('what came a moment ago was not seen, and waits for the next message', async () => {
  const host = await talk()
  await give('Seen')
  await seen()
  await user.type(screen.getByLabelText('Message'), 'One')
  await give('Slipped in')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await settle()
  expect(asked(host, 'chat.send')).toEqual([{ conversationId, text: 'One' }])
  expect(chips()).toEqual(['10 B'])
})

it('the person leaves it out, and the app may give something else after that', async () => {
  const host = await talk()
  await give('Not this')
  await seen()
  await user.click(screen.getByRole('button', { name: 'Leave out the context from the app of “Budget”' }))
  expect(chips()).toEqual([])
  await write('One')
  expect(asked(host, 'chat.send')).toEqual([{ conversationId, text: 'One' }])
  await give('But this')
  expect(chips()).toEqual(['8 B'])
})

it.each(['Close app', 'Restart app'])('is gone with its app after “%s”', async (verb) => {
  await talk()
  await give('From an app that is gone')
  expect(chips()).toHaveLength(1)
  await user.click(region().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: verb }))
  // The app says that it has put its things away.
  await say({ id: 'parley-1', result: {} })
  expect([chips(), contextsToSend(conversationId)]).toEqual([[], []])
})

it('is gone with an app that broke off', async () => {
  await talk()
  await give('From an app that is gone')
  await hear({ parleyFrame: 'flooded' })
  expect(chips()).toEqual([])
})

it('stays when the message could not be sent, and is there while an answer is written', async () => {
  const host = await talk(
    answering().answer('chat.send', () => {
      throw new AppError('MODEL_UNREACHABLE', 'Nobody answers')
    }),
  )
  await give('Kept')
  await seen()
  await write('One')
  expect(chips()).toEqual(['4 B'])
  host.answer('chat.send', () => undefined)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await settle()
  expect(asked(host, 'chat.send').at(-1)).toEqual({ conversationId, text: 'One', apps: [given('Kept')] })
})

// Catches: the composer of one conversation takes what apps of all others gave as seen, and it then goes with a message that shows nothing of it.
it('what an app of another conversation gives is not seen here, and does not go with a message from here', async () => {
  vi.useFakeTimers()
  const elsewhere = ConversationId.parse('00000000-0000-4000-8000-000000000077')
  const host = await talk()
  await give('Here')
  await act(async () =>
    giveContext({
      appId: AppId.parse('00000000-0000-4000-8000-000000000078'),
      conversationId: elsewhere,
      serverId: ServerId.parse('Elsewhere'),
      tool: 'show',
      text: 'There',
    }),
  )
  await passTime(1_000)
  expect(chips()).toEqual(['4 B'])
  expect([contextsToSend(conversationId).length, contextsToSend(elsewhere)]).toEqual([1, []])
  vi.useRealTimers()
  await write('One')
  expect(asked(host, 'chat.send')).toEqual([{ conversationId, text: 'One', apps: [given('Here')] }])
  expect(frame()).not.toBeNull()
})

// Catches: an app that gives something else again and again keeps what another one gives from ever being seen, and so from the model.
it('what one app gives is seen while another one goes on giving', async () => {
  vi.useFakeTimers()
  await talk()
  await give('Quiet')
  const loud = {
    appId: AppId.parse('00000000-0000-4000-8000-000000000079'),
    conversationId,
    serverId: ServerId.parse('Loud'),
    tool: 'show',
  }
  for (let time = 0; time < 4; time++) {
    await act(async () => giveContext({ ...loud, text: `Loud ${time}` }))
    await passTime(200)
  }
  expect(contextsToSend(conversationId).map(({ text }) => text)).toEqual(['Quiet'])
})
