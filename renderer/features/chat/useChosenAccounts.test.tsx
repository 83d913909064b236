import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../../shared/domain/catalog'
import type { Conversation } from '../../../shared/domain/chat'
import { ConversationId, PreviewId } from '../../../shared/domain/ids'
import { startPick, useNavigation } from '../../state/navigation'
import { anAccount, uuidOf } from '../../testing/sampleAccounts'
import { aServer, hostOf } from '../../testing/sampleServers'
import type { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { AttachDialog } from './composer/AttachDialog'
import { useNewChatChoices } from './newChatChoices'
import { PickedItemDialog } from './pick/PickedItemDialog'
import { ResourceDialog } from './ResourceDialog'
import { endReading, readBeside } from './resourceToRead'
import { ToolsCounter } from './composer/ToolsCounter'

const { accountId, serverId } = anAccount(2, { label: 'Private', isDefault: false })
const id = ConversationId.parse(uuidOf(40))
const conversation: Conversation = {
  id,
  title: '',
  created: 0,
  model: 'default',
  draft: '',
  settings: {},
  chosenAccounts: { [serverId]: accountId },
  messages: [],
}
const catalog: Catalog = {
  ...emptyCatalog,
  resources: [{ uri: 'x:1', name: 'One' }],
  templates: [{ uriTemplate: 'x:{number}', name: 'Any' }],
  prompts: [{ name: 'greet', arguments: [] }],
  skills: [{ name: 'citing', files: [{ uri: 'skill://citing/SKILL.md' }] }],
}
const contents = { serverId, uri: 'x:1', items: [], bytes: 0, readAt: 0 }
const host = (): FakeHost =>
  hostOf(aServer({ abilities: ['completions'] }))
    .publish('accounts', { accounts: [], attempts: [] })
    .publish('chat.conversations', [{ ...conversation, updated: 0 }])
    .answer('servers.catalog', () => catalog)
    .answer('resources.read', () => contents)
    .answer('skills.read', () => contents)
    .answer('completion.propose', () => ({ values: [], hasMore: false }))
    .answer('prompts.preview', () => ({
      previewId: PreviewId.parse(uuidOf(2)),
      serverId,
      prompt: 'greet',
      messages: [],
      bytes: 0,
    }))
    .answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
const inputs = (fake: FakeHost, name: string): readonly unknown[] => fake.asked.flatMap((one) => (one.name === name ? [one.input] : []))

beforeEach(() => useNavigation.setState({ view: 'chat', conversationId: id, pick: undefined }))
afterEach(() => {
  useNavigation.setState({ conversationId: undefined, pick: undefined })
  useNewChatChoices.setState(useNewChatChoices.getInitialState())
  endReading()
})

it('fills in prompts, reads resources and skills, and lists what there is, as the account that the conversation uses', async () => {
  const view = await renderWithHost(
    <>
      <PickedItemDialog />
      <ResourceDialog />
      <ToolsCounter conversation={conversation} />
    </>,
    host(),
  )
  for (const [kind, name] of [
    ['prompt', 'greet'],
    ['skill', 'citing'],
  ] as const) {
    await act(async () => startPick({ kind, serverId, name }))
    await waitFor(() =>
      expect(view.host.asked.some((one) => one.name === (kind === 'prompt' ? 'prompts.preview' : 'skills.read'))).toBe(true),
    )
  }
  await act(async () => readBeside({ serverId, uri: 'x:1' }))
  await waitFor(() => expect(view.host.asked.some(({ name }) => name === 'resources.read')).toBe(true))
  for (const name of ['prompts.preview', 'skills.read', 'resources.read', 'servers.catalog']) {
    expect([name, inputs(view.host, name).every((input) => JSON.stringify(input).includes(accountId))]).toEqual([name, true])
  }
  expect(inputs(view.host, 'chat.toolsForModel').at(-1)).toEqual({ conversationId: id, model: 'default' })
})

it('lists what can be attached, and has values proposed, as that account; as the default one in a conversation that chose none', async () => {
  const view = await renderWithHost(<AttachDialog onClose={() => undefined} onFiles={() => undefined} />, host())
  await user.click(await screen.findByRole('button', { name: 'Fill in “Any” of “good”' }))
  await waitFor(() => expect(view.host.asked.some(({ name }) => name === 'completion.propose')).toBe(true))
  await act(async () => useNavigation.setState({ conversationId: ConversationId.parse(uuidOf(41)) }))
  await waitFor(() => expect(inputs(view.host, 'completion.propose').length > 1).toBe(true))
  const chosenAccounts = inputs(view.host, 'completion.propose').map((input) => JSON.stringify(input).includes(accountId))
  expect([inputs(view.host, 'servers.catalog')[0], chosenAccounts]).toEqual([{ serverId, accountId }, [true, false]])
})

it('looks at what the account of a new chat is offered, also where nobody is signed in to the default one', async () => {
  useNavigation.setState({ conversationId: undefined })
  useNewChatChoices.setState({ chosenAccounts: { [serverId]: accountId } })
  const fake = host().publish('connections.states', {
    [serverId]: { phase: 'needsSignIn', error: { code: 'SIGN_IN_REQUIRED', message: 'Sign in' } },
  })
  await renderWithHost(<AttachDialog onClose={() => undefined} onFiles={() => undefined} />, fake)
  await screen.findByRole('button', { name: 'Attach “One” of “good”' })
  expect(inputs(fake, 'servers.catalog')).toEqual([{ serverId, accountId }])
})
