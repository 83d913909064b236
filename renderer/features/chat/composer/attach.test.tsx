import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../../../shared/domain/catalog'
import type { Conversation, Message, Part } from '../../../../shared/domain/chat'
import { CallId, ConnectionId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { add, useAttachments, type Attached } from '../../../state/attachments'
import { endPick, showChat, startPick, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { find, names, press, write } from '../../../testing/person'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { ChatView } from '../ChatView'
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

function host(messages: readonly Message[] = []): FakeHost {
  const fake = new FakeHost()
  fake.publish('models', { providers: [], default: ModelRef.parse('local/scripted-1') })
  fake.publish('servers.catalogVersions', {})
  fake.publish('servers', {
    servers: [
      {
        id: serverId,
        launch: { kind: 'stdio', command: 'x', args: [], env: {} },
        enabled: true,
        roots: [],
        rootsChosen: false,
        disabledTools: [],
        sampling: 'ask',
        samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
        elicitation: 'ask',
        touches: {},
        auth: { kind: 'person' },
        trusted: false,
      },
    ],
    broken: [],
  })
  fake.publish('connections.states', {
    [serverId]: {
      phase: 'ready',
      connectionId: ConnectionId.parse(uuid(9)),
      since: 0,
      era: '2025',
      protocol: '2025-11-25',
      transport: 'stdio',
      identity: { name: 'x', version: '1' },
      abilities: [],
      offers: { tools: 0, resources: 2, prompts: 0, setAside: 0 },
    },
  })
  const conversation: Conversation = { id, title: 'Test', created: 0, model: 'default', draft: '', chosenAccounts: {}, messages }
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
  for (const name of ['chat.send', 'chat.saveDraft', 'chat.editLast'] as const) fake.answer(name, () => undefined)
  return fake
}
const asked = (fake: FakeHost, name: string): readonly unknown[] => fake.asked.flatMap((call) => (call.name === name ? [call.input] : []))
const chips = (page: ParentNode): readonly string[] =>
  [...page.querySelectorAll('ul[aria-label="Attached"] > li')].map(({ textContent }) => textContent)
const composer = () => find<HTMLTextAreaElement>(document, 'textarea', 'Message')
const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body

const attach = (what: Attached): Promise<void> => act(async () => add(what))
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle()
}

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
  await using shown = await renderWithHost(<ChatView />, fake)
  await press(find(document, 'button', 'Attach'))
  expect(names(dialog(), 'li button')).toEqual(['Attach Moby Dick', 'Attach Emma', 'Fill in By author', 'Attach citing'])
  await write(find<HTMLInputElement>(dialog(), 'input', 'Search'), 'whale')
  expect(names(dialog(), 'li button')).toEqual(['Attach Moby Dick'])
  await press(find(dialog(), 'button', 'Attach Moby Dick'))
  await press(find(dialog(), 'button', 'Done'))
  expect(chips(shown.page)).toEqual(['Moby DickLibrary'])
  await press(find(document, 'button', 'Send'))
  expect(asked(fake, 'chat.send')).toEqual([{ conversationId: id, text: '', attachments: [{ source: 'resource', serverId, uri }] }])
  expect(chips(shown.page)).toEqual([])
  expect(asked(fake, 'resources.read')).toEqual([])
})

it('a template is filled in, and the address that it makes is attached', async () => {
  const fake = host()
  await using shown = await renderWithHost(<ChatView />, fake)
  await press(find(document, 'button', 'Attach'))
  await press(find(dialog(), 'button', 'Fill in By author'))
  await write(find<HTMLInputElement>(dialog(), 'input', 'author'), 'Jane Austen')
  await write(find<HTMLInputElement>(dialog(), 'input', 'title'), 'Emma')
  await press(find(dialog(), 'button', 'Attach'))
  await press(find(dialog(), 'button', 'Done'))
  expect(chips(shown.page)).toEqual(['book://Jane%20Austen/EmmaLibrary'])
})

it('keeps what is attached, and the words, when it cannot be sent', async () => {
  const fake = host()
  fake.answer('chat.send', () => {
    throw new AppError('SERVER_NOT_READY', '"Emma" of Library could not be attached: the server is not ready')
  })
  await using shown = await renderWithHost(<ChatView />, fake)
  await attach({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await write(composer(), 'Read it')
  await press(find(document, 'button', 'Send'))
  expect([composer().value, chips(shown.page)]).toEqual(['Read it', ['Moby DickLibrary']])
  expect(shown.page.querySelector('[role="alert"]')?.textContent).toContain('"Emma" of Library could not be attached')
  await press(find(shown.page, 'button', 'Take Moby Dick away'))
  expect(chips(shown.page)).toEqual([])
})

it('reading what is attached can be stopped, and everything is there again', async () => {
  const fake = host()
  const stopped = Promise.withResolvers<void>()
  fake.answer('chat.send', () => stopped.promise)
  fake.cancel = () => stopped.reject(new AppError('CANCELLED', 'Cancelled'))
  await using shown = await renderWithHost(<ChatView />, fake)
  await attach({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await write(composer(), 'Read it')
  await press(find(document, 'button', 'Send'))
  expect(composer().value).toBe('')
  await press(find(document, 'button', 'Stop'))
  expect([composer().value, chips(shown.page)]).toEqual(['Read it', ['Moby DickLibrary']])
  expect(shown.page.querySelector('[role="alert"]')).toBeNull()
})

it('each conversation keeps what waits in it', async () => {
  await using shown = await renderWithHost(<ChatView />, host())
  await attach({ source: 'resource', serverId, uri, name: 'Moby Dick' })
  await act(async () => showChat(other))
  await settle()
  expect(chips(shown.page)).toEqual([])
  await act(async () => showChat(id))
  await settle()
  expect(chips(shown.page)).toEqual(['Moby DickLibrary'])
})

it('a skill is read to the person before it is loaded, and then goes with the next message', async () => {
  const fake = host()
  await using shown = await renderWithHost(<ChatView />, fake)
  await write(composer(), '/cit')
  await press(find(document, '[role="option"]', names(document, '[role="option"]')[0] ?? ''))
  expect(dialog().textContent).toContain('Name the page.')
  expect(dialog().textContent).toContain('How to cite')
  // Its button can be pressed once it has stood still for a moment.
  await until(() => !find<HTMLButtonElement>(dialog(), 'button', 'Load into this conversation').disabled)
  await press(find(dialog(), 'button', 'Load into this conversation'))
  expect(chips(shown.page)).toEqual(['citingLibrary'])
  await press(find(document, 'button', 'Send'))
  expect(asked(fake, 'chat.send')).toEqual([
    { conversationId: id, text: '', attachments: [{ source: 'skill', serverId, uri: 'skill://citing/SKILL.md' }] },
  ])
})

it('a skill that is not what the server listed cannot be loaded', async () => {
  const fake = host()
  fake.answer('skills.read', () => {
    throw new AppError('UNTRUSTED_CONTENT', 'SKILL.md is not the file that Library listed')
  })
  await using _shown = await renderWithHost(<ChatView />, fake)
  await act(async () => startPick({ kind: 'skill', serverId, name: 'citing' }))
  await until(() => dialog().textContent.includes('is not the file that Library listed'))
  expect(find<HTMLButtonElement>(dialog(), 'button', 'Load into this conversation').disabled).toBe(true)
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
const sent: Message = {
  id: MessageId.parse(uuid(20)),
  role: 'user',
  created: 0,
  state: 'done',
  parts: [attachment(21, 'Call me Ishmael.'), { id: PartId.parse(uuid(22)), kind: 'text', text: 'Who speaks?' }],
}

it('shows what was attached folded on the message, and whole on its server’s paper', async () => {
  await using shown = await renderWithHost(<ChatView />, host([sent]))
  const card = find(shown.page, 'article button[aria-expanded]', 'ResourceLibrary/Moby Dick16 B')
  expect(shown.page.textContent).not.toContain('Call me Ishmael.')
  await press(card)
  expect(shown.page.textContent).toContain('Written by Library')
  expect(shown.page.textContent).toContain('Call me Ishmael.')
})

it('an edited message says that its attachment stays, and may lose all its words', async () => {
  const fake = host([sent])
  await using shown = await renderWithHost(<ChatView />, fake)
  await attach({ source: 'resource', serverId, uri: 'book://emma', name: 'Emma' })
  await press(find(shown.page, 'button', 'Edit this message'))
  expect([chips(shown.page), shown.page.textContent.includes('1 attachment of it stays.')]).toEqual([[], true])
  await write(composer(), '')
  await press(find(document, 'button', 'Send'))
  expect(asked(fake, 'chat.editLast')).toEqual([{ conversationId: id, messageId: sent.id, text: '' }])
  expect(chips(shown.page)).toEqual(['EmmaLibrary'])
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
      why: { by: 'person', sentence: 'You allowed it.' },
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
  await using shown = await renderWithHost(<ChatView />, fake)
  await press(shown.page.querySelector<HTMLElement>('[aria-label="Tool calls"] button') ?? shown.page)
  expect(asked(fake, 'resources.read')).toEqual([])
  await press(find(shown.page, 'button', 'Read'))
  expect(asked(fake, 'resources.read')).toEqual([{ serverId, uri: 'book://unlisted' }])
  expect(dialog().textContent).toContain('Far out.')
  await press(find(dialog(), 'button', 'Attach book://unlisted'))
  await press(find(dialog(), 'button', 'Close'))
  expect(chips(shown.page)).toEqual(['book://unlistedLibrary'])
})
