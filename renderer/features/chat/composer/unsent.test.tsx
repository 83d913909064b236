import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyCatalog } from '../../../../shared/domain/catalog'
import { withoutSent } from '../../../../shared/domain/queue/draftText'
import { ConversationId, FileHash, ModelRef, ServerId, UndoId, UploadId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { readyState } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import type { InputOf } from '../../../../shared/rpc/contract'
import { attach, useAttachments } from '../../../state/draftAttachments'
import { openConversationSettings, showChat, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { listItems } from '../../../testing/listItems'
import { collectTexts } from '../../../testing/namesOf'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { fill, user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { useChatErrors } from '../chatErrors'
import { useDraftFiles } from '../files/draftFiles'
import { useOutgoingMessages } from './outgoingMessages'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const created = ConversationId.parse(uuid(2))
const other = ConversationId.parse(uuid(3))
const serverId = ServerId.parse('Library')
const mobyDick = { source: 'resource', serverId, uri: 'book://moby-dick', name: 'Moby Dick' } as const
const emma = { source: 'resource', serverId, uri: 'book://emma', name: 'Emma' } as const

/** A host that keeps unsent messages as the real one does. It sends a message, and has an upload, when the test says so. */
class KeepingHost extends FakeHost {
  readonly drafts = new Map<string, string>()
  readonly files = new Map<string, readonly { readonly sha256: FileHash; readonly name: string }[]>()
  readonly removed: string[] = []
  readonly sending: PromiseWithResolvers<void>[] = []
  readonly uploads: { readonly name: string; readonly arrived: PromiseWithResolvers<void> }[] = []

  constructor() {
    super()
    this.publish('models', { providers: [], default: ModelRef.parse('local/scripted-1') })
    this.publish('servers', { servers: [sampleServer(serverId)], broken: [] })
    this.publish('servers.catalogVersions', {})
    this.publish('connections.states', { [serverId]: readyState() })
    this.answer('chat.open', ({ conversationId }) => this.#open(ConversationId.parse(conversationId)))
    this.answer('servers.catalog', () => ({ ...emptyCatalog, tools: [{ name: 'echo', inputSchema: { type: 'object' }, hash: 'h' }] }))
    this.answer('chat.runTool', () => undefined)
    this.answer('chat.create', () => ({ conversationId: created }))
    this.answer('chat.remove', ({ conversationIds }) => {
      this.removed.push(...conversationIds)
      return { undoId: UndoId.parse(uuid(90)) }
    })
    this.answer('chat.saveDraft', ({ conversationId, draft }) => void this.drafts.set(conversationId, draft))
    this.answer('chat.send', (message) => this.#send(message))
    this.answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
    this.answer('files.saveDraft', ({ conversationId, files }) => this.#keep(conversationId, files))
    this.answer('files.ofDraft', ({ conversationId }) => (this.files.get(conversationId) ?? []).map(known))
    this.answer('files.begin', ({ name }) => {
      this.uploads.push({ name, arrived: Promise.withResolvers() })
      return { uploadId: UploadId.parse(uuid(50 + this.uploads.length)) }
    })
    this.answer('files.append', () => undefined)
    this.answer('files.finish', async ({ uploadId }) => {
      const index = Number(uploadId.slice(-2)) - 51
      const upload = this.uploads[index]
      await upload?.arrived.promise
      return known({ sha256: FileHash.parse(String(index + 1).repeat(64)), name: upload?.name ?? '' })
    })
  }

  #keep(conversationId: string, files: InputOf<'files.saveDraft'>['files']): void {
    this.files.set(
      conversationId,
      files.map(({ sha256, name }) => ({ sha256: FileHash.parse(sha256), name })),
    )
  }

  #open(conversationId: ConversationId) {
    const draft = this.drafts.get(conversationId) ?? ''
    const rest = { title: 'Test', created: 0, model: 'default', settings: {}, chosenAccounts: {}, messages: [] } as const
    return { conversation: { ...rest, id: conversationId, draft }, seq: 0 }
  }

  async #send({ conversationId, text, files = [] }: InputOf<'chat.send'>): Promise<void> {
    const accepted = Promise.withResolvers<void>()
    this.sending.push(accepted)
    await accepted.promise
    this.drafts.set(conversationId, withoutSent(this.drafts.get(conversationId) ?? '', text))
    const left = this.files.get(conversationId) ?? []
    this.files.set(
      conversationId,
      left.filter(({ sha256 }) => !files.some((sent) => sent.sha256 === sha256)),
    )
  }
}

const known = ({ sha256, name }: { readonly sha256: FileHash; readonly name: string }): AttachedFile => ({
  sha256,
  name,
  type: 'text/plain',
  bytes: 3,
  text: 'whole',
})

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
const chips = () => (screen.queryByRole('list', { name: 'Attachments' }) ? collectTexts(listItems('Attachments')) : [])
const attachInAct = (what: typeof mobyDick | typeof emma) => act(async () => attach(what))
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const settled = (what: PromiseWithResolvers<void> | undefined, error?: AppError) =>
  act(async () => {
    if (error) what?.reject(error)
    else what?.resolve()
    await settle()
  })
async function go(to?: ConversationId): Promise<void> {
  await act(async () => showChat(to))
  await settle()
}
/** What a restart would find. */
async function kept(host: KeepingHost, conversationId: ConversationId): Promise<readonly unknown[]> {
  window.dispatchEvent(new Event('pagehide'))
  await settle()
  return [host.drafts.get(conversationId) ?? '', (host.files.get(conversationId) ?? []).map(({ name }) => name)]
}
async function drop(host: KeepingHost, ...names: readonly string[]): Promise<void> {
  const before = host.uploads.length
  await act(async () => {
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: names.map((name) => new File(['abc'], name)) } })
  })
  await waitFor(() => expect(host.uploads).toHaveLength(before + 1))
}
async function open(conversationId?: ConversationId): Promise<KeepingHost> {
  useNavigation.setState({ view: 'chat', conversationId, pick: undefined, newChatProject: undefined, conversationSettings: false })
  const host = new KeepingHost()
  await renderWithHost(<ChatView />, host)
  return host
}

beforeAll(preloadChat)
beforeEach(() => {
  useAttachments.setState({ attached: [], elsewhere: new Map() })
  useDraftFiles.setState({ places: new Map() })
  useOutgoingMessages.setState({ places: new Map() })
  useChatErrors.setState({ trouble: undefined })
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})

it('while a message is being read, a crash loses neither it nor what is typed next', async () => {
  const host = await open(id)
  await attachInAct(mobyDick)
  await fill(field(), 'first')
  await press('Send')
  await fill(field(), 'second')
  expect(await kept(host, id)).toEqual(['first\n\nsecond', []])
  await go(other)
  await go(id)
  expect([field().value, screen.queryByRole('button', { name: 'Stop' }) !== null]).toEqual(['second', true])
  await settled(host.sending[0])
  expect([field().value, chips()]).toEqual(['second', []])
  expect(await kept(host, id)).toEqual(['second', []])
})

it('what is typed in a new chat while its first message is being read stays in the field', async () => {
  const host = await open()
  await attachInAct(mobyDick)
  await fill(field(), 'first')
  await press('Send')
  await settle()
  await fill(field(), 'second')
  await settled(host.sending[0])
  expect([field().value, chips(), useNavigation.getState().conversationId]).toEqual(['second', [], created])
  expect(await kept(host, created)).toEqual(['second', []])
  // The other way round the conversation would be shown empty for a moment.
  const asked = host.asked.map(({ name }) => name).filter((name) => name === 'chat.send' || name === 'chat.open')
  expect(asked).toEqual(['chat.send', 'chat.open'])
})

it('what could not be sent comes back before what was typed since then, and both are kept', async () => {
  const host = await open(id)
  await fill(field(), 'first')
  await press('Send')
  await fill(field(), 'second')
  await settled(host.sending[0], new AppError('SERVER_NOT_READY', 'Library is not ready'))
  expect(field().value).toBe('first\n\nsecond')
  expect(await kept(host, id)).toEqual(['first\n\nsecond', []])

  // The same where the person has left meanwhile.
  await press('Send')
  await fill(field(), 'third')
  await go(other)
  await settled(host.sending[1], new AppError('SERVER_NOT_READY', 'Library is not ready'))
  expect(field().value).toBe('')
  await go(id)
  expect(field().value).toBe('first\n\nsecond\n\nthird')
  expect(await kept(host, id)).toEqual(['first\n\nsecond\n\nthird', []])
})

it('what is attached while a message is being read waits for the next one', async () => {
  const host = await open(id)
  await attachInAct(mobyDick)
  await drop(host, 'a.txt')
  await settled(host.uploads[0]?.arrived)
  await waitFor(() => expect(chips()).toEqual([expect.stringContaining('Moby Dick'), expect.stringContaining('a.txt')]))
  await press('Send')
  await attachInAct(emma)
  await drop(host, 'b.txt')
  await settled(host.uploads[1]?.arrived)
  await settled(host.sending[0])
  await waitFor(() => expect(chips()).toEqual([expect.stringContaining('Emma'), expect.stringContaining('b.txt')]))
  expect(await kept(host, id)).toEqual(['', ['b.txt']])
})

it('files on their way go along when the settings make a conversation of the new chat', async () => {
  const host = await open()
  await fill(field(), 'Read these')
  await drop(host, 'a.txt', 'b.txt')
  await settled(host.uploads[0]?.arrived)
  await waitFor(() => expect(host.uploads).toHaveLength(2))
  await attachInAct(mobyDick)
  await press('Conversation settings')
  await settle()
  await act(async () => openConversationSettings(false))
  await settled(host.uploads[1]?.arrived)
  await waitFor(async () => expect(await kept(host, created)).toEqual(['Read these', ['a.txt', 'b.txt']]))
  expect(chips()).toEqual([expect.stringContaining('Moby Dick'), expect.stringContaining('a.txt'), expect.stringContaining('b.txt')])
})

it.each(['Read these', ''])('files on their way stay with the chat that the person leaves with the words %o', async (words) => {
  const host = await open()
  await fill(field(), words)
  await drop(host, 'a.txt', 'b.txt')
  await settled(host.uploads[0]?.arrived)
  await waitFor(() => expect(host.uploads).toHaveLength(2))
  await go(other)
  await go()
  expect(chips()).toEqual([])
  await settled(host.uploads[1]?.arrived)
  await waitFor(async () => expect(await kept(host, created)).toEqual([words, ['a.txt', 'b.txt']]))
  expect(chips()).toEqual([])
  await go(created)
  expect([field().value, chips()]).toEqual([words, [expect.stringContaining('a.txt'), expect.stringContaining('b.txt')]])
  expect(host.asked.filter(({ name }) => name === 'chat.create')).toHaveLength(1)
})

it('a first message that could not be sent keeps its attachments, and gives none to the next new chat', async () => {
  const host = await open()
  await attachInAct(mobyDick)
  await fill(field(), 'first')
  await press('Send')
  await settle()
  await settled(host.sending[0], new AppError('SERVER_NOT_READY', 'Library is not ready'))
  expect([field().value, chips(), screen.queryAllByRole('alert').length]).toEqual(['first', [expect.stringContaining('Moby Dick')], 1])
  await go()
  expect([field().value, chips()]).toEqual(['', []])
  await go(created)
  expect([field().value, chips()]).toEqual(['first', [expect.stringContaining('Moby Dick')]])
})

it('a conversation that began with words which are gone stays when the person opens just that one', async () => {
  const host = await open()
  await fill(field(), 'abc')
  await kept(host, created)
  await fill(field(), '')
  await go(created)
  expect(host.removed).toEqual([])
})

// Catches the button "/" that puts its own letter into the place of an unsent message, and saves that.
it('looking for a tool keeps the unsent message: Escape, a choice, and what is typed instead bring it back', async () => {
  const host = await open(id)
  await fill(field(), 'half an hour of words')
  await press('Tools and prompts')
  await user.keyboard('ec')
  expect([field().value, screen.queryAllByRole('option').length]).toEqual(['/ec', 1])
  expect(await kept(host, id)).toEqual(['half an hour of words', []])
  await user.keyboard('{Escape}')
  expect(field().value).toBe('half an hour of words')
  await press('Tools and prompts')
  await user.keyboard('{Backspace}')
  expect(field().value).toBe('half an hour of words')
  await press('Tools and prompts')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Run “echo”' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(field().value).toBe('half an hour of words')
  await press('Tools and prompts')
  await fill(field(), 'and more')
  expect(field().value).toContain('half an hour of words')
  expect(field().value).toContain('and more')
})

// Catches: Send, pressed while the list of tools stands in the field, sends what was looked for, with all that is attached to the message.
it('what is looked for among tools and prompts is never sent: the message comes back, with what is attached', async () => {
  const host = await open(id)
  await attachInAct(mobyDick)
  await fill(field(), 'half an hour of words')
  await press('Tools and prompts')
  await press('Send')
  expect([field().value, host.asked.filter(({ name }) => name === 'chat.send')]).toEqual(['half an hour of words', []])
  await press('Tools and prompts')
  await user.keyboard('zzz{Enter}')
  expect([field().value, host.asked.filter(({ name }) => name === 'chat.send')]).toEqual(['half an hour of words', []])
  // Also where nothing but the attachment is there.
  await user.clear(field())
  await press('Tools and prompts')
  await press('Send')
  expect([field().value, host.asked.filter(({ name }) => name === 'chat.send')]).toEqual(['', []])
  // What the person typed for the list does not come back as a message.
  await fill(field(), '/ec')
  await press('Tools and prompts')
  await user.keyboard('{Escape}')
  expect(field().value).not.toContain('ec')
})

it('a tool that is run in a new chat takes the unsent message along', async () => {
  const host = await open()
  await fill(field(), 'half an hour of words')
  await user.click(screen.getByRole('button', { name: /^Run a tool yourself/ }))
  await user.keyboard('{Enter}')
  await press('Run')
  await settle()
  expect(host.asked.filter(({ name }) => name === 'chat.create')).toHaveLength(1)
  expect([useNavigation.getState().conversationId, field().value]).toEqual([created, 'half an hour of words'])
})
