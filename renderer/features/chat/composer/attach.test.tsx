import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../../../shared/domain/catalog'
import type { Conversation, ChatMessage, Part } from '../../../../shared/domain/chat'
import { CallId, ConnectionId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { negotiated } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { attach, useAttachments, type Attached } from '../../../state/draftAttachments'
import { endPick, showChat, startPick, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { listItems } from '../../../testing/listItems'
import { namesOf, collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { useChatErrors } from '../chatErrors'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const other = ConversationId.parse(uuid(2))
const serverId = ServerId.parse('Library')
const uri = 'book://moby-dick'
const catalog: Catalog = {
  ...emptyCatalog,
  resources: [
    { uri, name: 'Moby Dick', description: 'A whale', mimeType: 'text/plain', size: 2048 },
    { uri: 'book://emma', name: 'Emma' },
  ],
  templates: [{ uriTemplate: 'book://{author}/{title}', name: 'By author' }],
  skills: [{ name: 'citing', description: 'How to cite', files: [{ uri: 'skill://citing/SKILL.md', size: 300 }] }],
}

function host(messages: readonly ChatMessage[] = []): FakeHost {
  const fake = new FakeHost()
  fake.publish('models', { providers: [], default: ModelRef.parse('local/scripted-1') })
  fake.publish('servers.catalogVersions', {})
  fake.publish('servers', {
    servers: [sampleServer(serverId)],
    broken: [],
  })
  fake.publish('connections.states', {
    [serverId]: {
      phase: 'ready',
      connectionId: ConnectionId.parse(uuid(9)),
      since: 0,
      negotiation: negotiated('2025-11-25'),
      transport: 'stdio',
      identity: { name: 'x', version: '1' },
      abilities: [],
      offers: { tools: 0, resources: 2, prompts: 0, skipped: 0 },
    },
  })
  const conversation: Conversation = {
    id,
    title: 'Test',
    created: 0,
    model: 'default',
    draft: '',
    settings: {},
    chosenAccounts: {},
    messages,
  }
  fake.answer('chat.open', ({ conversationId }) => ({
    conversation: { ...conversation, id: ConversationId.parse(conversationId) },
    seq: 0,
  }))
  fake.answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
  fake.answer('servers.catalog', () => catalog)
  fake.answer('skills.read', () => ({
    serverId,
    uri: 'skill://citing/SKILL.md',
    items: [{ uri: '', text: 'Name the page.' }],
    bytes: 14,
    readAt: 0,
  }))
  for (const name of ['chat.send', 'chat.saveDraft', 'chat.edit'] as const) fake.answer(name, () => undefined)
  return fake
}
const asked = (fake: FakeHost, name: string): readonly unknown[] => fake.asked.flatMap((call) => (call.name === name ? [call.input] : []))
const chips = (): readonly string[] => (screen.queryByRole('list', { name: 'Attachments' }) ? collectTexts(listItems('Attachments')) : [])
const composer = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
/** Returns the names of the buttons in the picker. */
const offered = () => namesOf(within(dialog()).getAllByRole('button')).filter((name) => !['Done', 'Choose files…'].includes(name))
const dialog = (): HTMLElement => screen.getByRole('dialog')

const attachInAct = (what: Attached): Promise<void> => act(async () => attach(what))

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: id, pick: undefined })
  useAttachments.setState({ attached: [], elsewhere: new Map() })
  useChatErrors.setState({ trouble: undefined })
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})

afterEach(() => {
  useNavigation.setState({ conversationId: undefined, pick: undefined })
  useAttachments.setState({ attached: [], elsewhere: new Map() })
})

it('RS-01: the picker finds what every ready server offers, and what is chosen goes with the message, also without words', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await user.click(screen.getByRole('button', { name: 'Attach' }))
  expect(offered()).toEqual([
    'Attach “Moby Dick” of “Library”',
    'Attach “Emma” of “Library”',
    'Fill in “By author” of “Library”',
    'Attach “citing” of “Library”',
  ])
  await fill(within(dialog()).getByLabelText<HTMLInputElement>('Search'), 'whale')
  expect(offered()).toEqual(['Attach “Moby Dick” of “Library”'])
  await user.click(within(dialog()).getByRole('button', { name: 'Attach “Moby Dick” of “Library”' }))
  await user.click(within(dialog()).getByRole('button', { name: 'Done' }))
  expect(chips()).toEqual(['Moby DickLibrary'])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(asked(fake, 'chat.send')).toEqual([{ conversationId: id, text: '', attachments: [{ source: 'resource', serverId, uri }] }])
  expect(chips()).toEqual([])
  expect(asked(fake, 'resources.read')).toEqual([])
})

it('a template is filled in, and the address that it makes is attached', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await user.click(screen.getByRole('button', { name: 'Attach' }))
  await user.click(within(dialog()).getByRole('button', { name: 'Fill in “By author” of “Library”' }))
  await fill(within(dialog()).getByLabelText<HTMLInputElement>('author'), 'Jane Austen')
  await fill(within(dialog()).getByLabelText<HTMLInputElement>('title'), 'Emma')
  await user.click(within(dialog()).getByRole('button', { name: 'Attach' }))
  await user.click(within(dialog()).getByRole('button', { name: 'Done' }))
  expect(chips()).toEqual(['book://Jane%20Austen/EmmaLibrary'])
})

it('keeps what is attached, and the words, when it cannot be sent', async () => {
  const fake = host()
  fake.answer('chat.send', () => {
    throw new AppError('SERVER_NOT_READY', '"Emma" of Library could not be attached: the server is not ready')
  })
  await renderWithHost(<ChatView />, fake)
  await attachInAct({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await fill(composer(), 'Read it')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect([composer().value, chips()]).toEqual(['Read it', ['Moby DickLibrary']])
  expect(screen.getByRole('alert').textContent).toContain('"Emma" of Library could not be attached')
  await user.click(screen.getByRole('button', { name: 'Remove “Moby Dick” of “Library”' }))
  expect(chips()).toEqual([])
})

it('reading what is attached can be stopped, and everything is there again', async () => {
  const fake = host()
  const stopped = Promise.withResolvers<void>()
  fake.answer('chat.send', () => stopped.promise)
  fake.cancel = () => stopped.reject(new AppError('CANCELLED', 'Cancelled'))
  await renderWithHost(<ChatView />, fake)
  await attachInAct({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await fill(composer(), 'Read it')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(composer().value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect([composer().value, chips()]).toEqual(['Read it', ['Moby DickLibrary']])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('each conversation keeps what waits in it', async () => {
  await renderWithHost(<ChatView />, host())
  await attachInAct({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await act(async () => showChat(other))
  await settle()
  expect(chips()).toEqual([])
  await act(async () => showChat(id))
  await settle()
  expect(chips()).toEqual(['Moby DickLibrary'])
})

it('a skill is read to the person before it is loaded, and then goes with the next message', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await fill(composer(), '/cit')
  await user.click(screen.getByRole('option', { name: namesOf(screen.queryAllByRole('option'))[0] ?? '' }))
  expect(dialog().textContent).toContain('Name the page.')
  expect(dialog().textContent).toContain('How to cite')
  // The button is enabled after it has stayed still for a moment.
  await waitFor(() =>
    expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Load into this conversation' }).disabled).toBe(false),
  )
  await user.click(within(dialog()).getByRole('button', { name: 'Load into this conversation' }))
  expect(chips()).toEqual(['citingLibrary'])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(asked(fake, 'chat.send')).toEqual([
    { conversationId: id, text: '', attachments: [{ source: 'skill', serverId, uri: 'skill://citing/SKILL.md' }] },
  ])
})

it('a skill that is not what the server listed cannot be loaded', async () => {
  const fake = host()
  fake.answer('skills.read', () => {
    throw new AppError('UNTRUSTED_CONTENT', 'SKILL.md is not the file that Library listed')
  })
  await renderWithHost(<ChatView />, fake)
  await act(async () => startPick({ kind: 'skill', serverId, name: 'citing' }))
  await waitFor(() => expect(dialog().textContent.includes('is not the file that Library listed')).toBe(true))
  expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Load into this conversation' }).disabled).toBe(true)
  await act(async () => endPick())
})

const attachment = (n: number, text: string): Part => ({
  id: PartId.parse(uuid(n)),
  kind: 'attachment',
  source: 'resource',
  serverId,
  uri,
  name: 'Moby Dick',
  content: [{ type: 'resource', uri, text }],
  bytes: text.length,
})
const sent: ChatMessage = {
  id: MessageId.parse(uuid(20)),
  role: 'user',
  created: 0,
  state: 'done',
  parts: [attachment(21, 'Call me Ishmael.'), { id: PartId.parse(uuid(22)), kind: 'text', text: 'Who speaks?' }],
}

it('shows what was attached folded on the message, and whole on its server’s paper', async () => {
  await renderWithHost(<ChatView />, host([sent]))
  const card = screen.getByRole('button', { name: 'ResourceLibrary/Moby Dick16 B' })
  expect(document.body.textContent).not.toContain('Call me Ishmael.')
  await user.click(card)
  expect(screen.getByText('Written by “Library”')).toBeTruthy()
  expect(screen.getByText('Call me Ishmael.')).toBeTruthy()
})

it('an edited message says that its attachment stays, and may lose all its words', async () => {
  const fake = host([sent])
  await renderWithHost(<ChatView />, fake)
  await attachInAct({ source: 'resource', serverId, uri: 'book://emma', name: 'Emma' })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(document.body.textContent.includes('1 attachment of it stays.')).toBe(true)
  await fill(screen.getByRole('textbox', { name: 'Edit message' }), '')
  await user.click(screen.getAllByRole('button', { name: 'Send' })[0] ?? document.body)
  expect(asked(fake, 'chat.edit')).toEqual([{ conversationId: id, messageId: sent.id, text: '' }])
  expect(chips()).toEqual(['EmmaLibrary'])
})

it('TL-17: a link in a result is read through its server, and attached, only when the person says so', async () => {
  const call: Part = {
    id: PartId.parse(uuid(31)),
    kind: 'call',
    modelCallId: 'c',
    modelToolName: 'Library__find',
    step: 1,
    call: {
      id: CallId.parse(uuid(32)),
      serverId,
      tool: 'find',
      definitionHash: '',
      startedBy: 'model',
      asked: {},
      why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
      state: 'done',
      startedAt: 0,
      result: {
        content: [{ type: 'resource_link', uri: 'book://unlisted', name: 'Unlisted' }],
        structured: 'noSchema',
        isError: false,
        bytes: 9,
      },
    },
  }
  const fake = host([{ id: MessageId.parse(uuid(30)), role: 'assistant', created: 0, state: 'done', parts: [call] }])
  fake.answer('resources.read', (input) => ({
    serverId,
    uri: input.uri,
    items: [{ uri: input.uri, text: 'Far out.' }],
    bytes: 8,
    readAt: 0,
  }))
  await renderWithHost(<ChatView />, fake)
  const [result] = within(screen.getByRole('list', { name: 'Tool calls' })).getAllByRole('button')
  await user.click(result ?? document.body)
  expect(asked(fake, 'resources.read')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Read' }))
  expect(asked(fake, 'resources.read')).toEqual([{ serverId, uri: 'book://unlisted' }])
  expect(dialog().textContent).toContain('Far out.')
  await user.click(within(dialog()).getByRole('button', { name: 'Attach “book://unlisted” of “Library”' }))
  await user.click(within(dialog()).getByRole('button', { name: 'Close' }))
  expect(chips()).toEqual(['book://unlistedLibrary'])
})
