import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../../../shared/domain/catalog'
import type { Conversation, ConversationSummary } from '../../../../shared/domain/chat'
import { ConnectionId, ConversationId, FileHash, ModelRef, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { negotiated } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { useAttachments } from '../../../state/draftAttachments'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { listItems } from '../../../testing/listItems'
import { collectTexts, namesOf } from '../../../testing/namesOf'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { useDraftFiles } from '../files/draftFiles'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const other = ConversationId.parse(uuid(2))
const serverId = ServerId.parse('Library')
const catalog: Catalog = {
  ...emptyCatalog,
  resources: [{ uri: 'book://emma', name: 'Emma report' }],
  tools: [{ name: 'report_new', inputSchema: {}, hash: '' }],
}
const file: AttachedFile = { sha256: FileHash.parse('a'.repeat(64)), name: 'report.csv', type: 'text/csv', bytes: 10, text: 'whole' }
const said: AttachedFile = { ...file, sha256: FileHash.parse('b'.repeat(64)), name: 'The report.md', type: 'text/markdown' }
const line = (conversationId: ConversationId, title: string): ConversationSummary => ({
  id: conversationId,
  title,
  created: 0,
  updated: 0,
  chosenAccounts: {},
  turn: 'done',
})

function host(): FakeHost {
  const fake = new FakeHost()
  fake.publish('chat.temporary', [])
  fake.publish('models', { providers: [], default: ModelRef.parse('local/scripted-1') })
  fake.publish('servers.catalogVersions', {})
  fake.publish('servers', { servers: [sampleServer(serverId)], broken: [] })
  fake.publish('chat.conversations', [line(id, 'This report'), line(other, 'The report')])
  fake.publish('connections.states', {
    [serverId]: {
      phase: 'ready',
      connectionId: ConnectionId.parse(uuid(9)),
      since: 0,
      negotiation: negotiated('2025-11-25'),
      transport: 'stdio',
      identity: { name: 'x', version: '1' },
      abilities: [],
      offers: { tools: 1, resources: 1, prompts: 0, skipped: 0 },
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
    messages: [],
  }
  fake.answer('chat.open', () => ({ conversation, seq: 0 }))
  fake.answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
  fake.answer('servers.catalog', () => catalog)
  fake.answer('files.inMessages', () => [file])
  fake.answer('files.ofDraft', () => [])
  fake.answer('files.fromConversation', () => said)
  for (const name of ['chat.send', 'chat.saveDraft', 'files.saveDraft'] as const) fake.answer(name, () => undefined)
  return fake
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
const list = () => screen.queryByRole('listbox', { name: 'What to mention' })
const options = (): readonly string[] => (list() ? collectTexts(screen.getAllByRole('option')) : [])
const chips = (): readonly string[] => (screen.queryByRole('list', { name: 'Attachments' }) ? collectTexts(listItems('Attachments')) : [])
const type = async (text: string): Promise<void> => {
  await user.click(field())
  await user.keyboard(text)
}
const opened = (): Promise<void> => waitFor(() => expect(list()).not.toBeNull())

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: id, pick: undefined })
  useAttachments.setState({ attached: [], elsewhere: new Map() })
  useDraftFiles.setState({ places: new Map() })
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})

it('attaches a resource, a file and another conversation with the keyboard, and they go with the message', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await type('See @report')
  await opened()
  expect(options()).toEqual([
    expect.stringContaining('Emma report'),
    expect.stringContaining('report.csv'),
    expect.stringContaining('The report'),
    expect.stringContaining('report_new'),
  ])
  await user.keyboard('{Enter}')
  expect([field().value, list()]).toEqual(['See ', null])
  await user.keyboard('@report{ArrowDown}{Tab}')
  await user.keyboard('@The{Enter}')
  await waitFor(() => expect(chips()).toHaveLength(3))
  expect(chips()).toEqual(['Emma reportLibrary', expect.stringContaining('report.csv'), expect.stringContaining('The report.md')])
  expect(fake.asked.filter(({ name }) => name === 'files.fromConversation')).toEqual([
    { name: 'files.fromConversation', input: { conversationId: other } },
  ])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(fake.asked.find(({ name }) => name === 'chat.send')?.input).toEqual({
      conversationId: id,
      text: 'See',
      attachments: [{ source: 'resource', serverId, uri: 'book://emma' }],
      files: [file, said].map(({ sha256, name }) => ({ sha256, name })),
    }),
  )
})

// Catches: the caret jumps to the end, or Enter takes the tool once more instead of sending.
it('leaves a tool in the middle of the text as it is named, with the caret behind it', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await type('Use  now')
  field().setSelectionRange(4, 4)
  await user.keyboard('@report_n')
  await opened()
  await user.keyboard('{Enter}')
  expect([field().value, field().selectionStart]).toEqual(['Use @Library/report_new now', 24])
  await user.keyboard('{ArrowLeft}')
  expect(list()).toBeNull()
})

// Catches: the list opens again with the next letter, and Enter takes an entry that nobody wanted.
it('closes with Escape until another "@" is written, and leaves the text alone', async () => {
  await renderWithHost(<ChatView />, host())
  await type('@rep')
  await opened()
  await user.keyboard('{Escape}o')
  expect([field().value, list()]).toEqual(['@repo', null])
  await user.keyboard(' @')
  await opened()
})

it('opens nothing in an address, and where nothing has such a name; Enter sends then', async () => {
  const fake = host()
  await renderWithHost(<ChatView />, fake)
  await type('me@report @nobody')
  await waitFor(() => expect(fake.asked.some(({ name }) => name === 'files.inMessages')).toBe(true))
  expect(list()).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(fake.asked.some(({ name }) => name === 'chat.send')).toBe(true))
})

// Catches: Enter, which ends a word of an input method, takes an entry.
it('leaves Enter to an input method', async () => {
  await renderWithHost(<ChatView />, host())
  await type('@rep')
  await opened()
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect([field().value, chips()]).toEqual(['@rep', []])
})

it('says at its chip why a conversation cannot be attached', async () => {
  const fake = host()
  fake.answer('files.fromConversation', () => {
    throw new AppError('INVALID_INPUT', { reason: 'files.nothingSaid', params: { title: 'The report' } })
  })
  await renderWithHost(<ChatView />, fake)
  await type('@The')
  await opened()
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Nothing was said in “The report” yet.Remove it to send.')
  expect(namesOf(screen.getAllByRole('button'))).toContain('Remove “The report”')
})

// Catches: a temporary chat offers a conversation that would be written to disk as a file for it.
it('offers no files and no conversations in a temporary chat', async () => {
  const fake = host()
  fake.publish('chat.temporary', [{ ...line(id, 'New chat'), title: 'x' }])
  await renderWithHost(<ChatView />, fake)
  await type('@report')
  await opened()
  expect(options()).toEqual([expect.stringContaining('Emma report'), expect.stringContaining('report_new')])
})
