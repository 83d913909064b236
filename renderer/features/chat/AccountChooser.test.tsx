import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Conversation } from '../../../shared/domain/chat'
import { ConversationId } from '../../../shared/domain/ids'
import { anAccount, uuidOf } from '../../testing/sampleAccounts'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { namesOf } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { giveAccountsTo, useNewChatChoices } from './newChatChoices'
import { ToolsCounter } from './composer/ToolsCounter'

const work = anAccount(1)
const own = anAccount(2, { label: 'Private', isDefault: false })
const conversationId = ConversationId.parse(uuidOf(40))
const conversation = (chosenAccounts: Conversation['chosenAccounts']): Conversation => ({
  id: conversationId,
  title: '',
  created: 0,
  model: 'default',
  draft: '',
  settings: {},
  chosenAccounts,
  messages: [],
})

async function show(of: Conversation | undefined, accounts = [work, own]) {
  const host = hostOf(aServer())
    .publish('accounts', { accounts, attempts: [] })
    .answer('chat.toolsForModel', () => ({ count: 3, leftOut: 0, limit: 128, servers: [{ serverId: 'good', tools: [] }] }))
    .answer('chat.chooseAccount', () => undefined)
  return renderWithHost(<ToolsCounter conversation={of} />, host)
}
const openMenu = (): Promise<void> => user.click(screen.getByRole('button', { name: /3 tools/ }))
/** Chooses the option with this text: its name and its state. */
async function choose(words: string): Promise<void> {
  await act(async () => screen.getByRole('combobox', { name: 'Account at “good”' }).focus())
  await user.keyboard('{Enter}')
  const option = screen.getAllByRole('option').find(({ textContent }) => textContent === words)
  await act(async () => option?.focus())
  await user.keyboard('{Enter}')
}

// jsdom cannot scroll.
const before = Reflect.get(Element.prototype, 'scrollIntoView')
beforeEach(() => Reflect.set(Element.prototype, 'scrollIntoView', () => undefined))
afterEach(() => {
  Reflect.set(Element.prototype, 'scrollIntoView', before)
  useNewChatChoices.setState(useNewChatChoices.getInitialState())
})

it('says as whom a conversation calls, and changes that from the composer', async () => {
  const view = await show(conversation({ [own.serverId]: own.accountId }))
  expect(screen.getByText('· as Private')).toBeTruthy()
  await openMenu()
  expect(screen.getByRole('combobox', { name: 'Account at “good”' }).textContent).toBe('Private')
  await choose('Workdefault, not signed in')
  expect(view.host.asked.at(-1)).toEqual({ name: 'chat.chooseAccount', input: { conversationId, serverId: 'good', accountId: null } })
})

it('keeps the choice of a new chat until it is a conversation, and for that one only', async () => {
  const view = await show(undefined)
  await openMenu()
  await choose('Privatenot signed in')
  expect(view.host.asked.map(({ name }) => name)).not.toContain('chat.chooseAccount')
  await act(() => giveAccountsTo(conversationId))
  expect(view.host.asked.at(-1)).toEqual({
    name: 'chat.chooseAccount',
    input: { conversationId, serverId: 'good', accountId: own.accountId },
  })
  expect(useNewChatChoices.getState().chosenAccounts).toEqual({})
})

it('is not there where every server has one account', async () => {
  await show(conversation({}), [work])
  await openMenu()
  expect(namesOf(screen.queryAllByRole('combobox'))).toEqual([])
})
