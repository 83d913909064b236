import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ConversationId, ModelRef } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { t } from '../../../i18n/t'
import { startTemporaryChat, useTemporaryChat } from '../../../state/temporaryChat'
import { showChat, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'

const id = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const stored = ConversationId.parse('00000000-0000-4000-8000-000000000002')
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const unsent = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: t('chat.temporary.unsent') })

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: undefined })
  useTemporaryChat.setState(useTemporaryChat.getInitialState())
})

/** A host that begins a temporary chat and opens it only when told so. */
function slowHost() {
  const host = new FakeHost()
  host.publish('models', { providers: [], default: ModelRef.parse('local/scripted-1') }).publish('servers', { servers: [], broken: [] })
  const created = Promise.withResolvers<undefined>()
  const opened = Promise.withResolvers<undefined>()
  host.answer('chat.create', async ({ temporary }) => {
    if (temporary === true) await created.promise
    return { conversationId: temporary === true ? id : stored }
  })
  host.answer('chat.open', async ({ conversationId }) => {
    await opened.promise
    return {
      conversation: {
        id: ConversationId.parse(conversationId),
        title: '',
        created: 0,
        model: 'default',
        draft: '',
        settings: {},
        chosenAccounts: {},
        messages: [],
      },
      seq: 0,
    }
  })
  host.answer('chat.saveDraft', () => undefined)
  host.answer('chat.send', () => undefined)
  host.answer('chat.queue', () => undefined)
  const drafts = (): readonly unknown[] => host.asked.flatMap(({ name, input }) => (name === 'chat.saveDraft' ? [input] : []))
  const begins = (): number => host.asked.filter(({ name }) => name === 'chat.create').length
  const sent = (): readonly unknown[] =>
    host.asked.flatMap(({ name, input }) => (name === 'chat.send' || name === 'chat.queue' ? [[name, input]] : []))
  return { host, created, opened, drafts, begins, sent }
}

// Catches: what is typed while the host begins the chat is saved to disk as the draft of a new conversation.
it('Z01: keeps what is typed before the chat is there, and gives it to nobody else', async () => {
  const { host, created, opened, drafts, begins } = slowHost()
  const { unmount } = await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  act(startTemporaryChat)
  expect(document.activeElement).toBe(field())
  await user.keyboard('not for ')
  await act(async () => created.resolve(undefined))
  await user.keyboard('the disk')
  expect(field().value).toBe('not for the disk')
  expect(begins()).toBe(1)
  expect(drafts()).toEqual([])
  await act(async () => opened.resolve(undefined))
  expect(field().value).toBe('not for the disk')
  expect(document.activeElement).toBe(field())
  await user.keyboard('!')
  unmount()
  await vi.waitFor(() => expect(drafts()).toEqual([{ conversationId: id, draft: 'not for the disk!' }]))
})

const typed = { conversationId: id, text: 'Remember this' }

// Catches: Enter makes a line break until the chat is there, so that what somebody typed and sent at once is never sent.
it('sends what was typed and sent before the chat is there, once, and keeps what is typed after it', async () => {
  const { host, created, opened, drafts, sent } = slowHost()
  const { unmount } = await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this{Enter}')
  expect(field().value).toBe('')
  expect(screen.getByRole('status').textContent).toContain('Remember this')
  await act(async () => created.resolve(undefined))
  await user.keyboard('and th')
  expect([sent(), drafts()]).toEqual([[], []])
  await act(async () => opened.resolve(undefined))
  await vi.waitFor(() => expect(sent()).toEqual([['chat.send', typed]]))
  await user.keyboard('is')
  expect(field().value).toBe('and this')
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  await vi.waitFor(() => expect(drafts().at(-1)).toEqual({ conversationId: id, draft: 'and this' }))
  await renderWithHost(<ChatView />, host)
  await vi.waitFor(() => expect(field()).toBeDefined())
  expect(sent()).toHaveLength(1)
})

it('sends several in their order, by the button too', async () => {
  const { host, created, opened, sent } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('chat.send') }).disabled).toBe(true)
  await user.keyboard('Remember this')
  await user.click(screen.getByRole('button', { name: t('chat.send') }))
  expect(document.activeElement).toBe(field())
  await user.keyboard('and this{Enter}')
  await act(async () => created.resolve(undefined))
  await act(async () => opened.resolve(undefined))
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['chat.send', typed],
      ['chat.queue', { conversationId: id, text: 'and this' }],
    ]),
  )
})

it('does not send at Shift Enter, at an Enter of an input method, or what is meant for the menu of tools', async () => {
  const { host, created, opened, sent } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('one{Shift>}{Enter}{/Shift}two')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(field().value).toBe('one\ntwo')
  await user.clear(field())
  await user.keyboard('/echo{Enter}')
  expect(field().value).toBe('/echo')
  await act(async () => created.resolve(undefined))
  await act(async () => opened.resolve(undefined))
  expect(field().value).toBe('/echo')
  expect(sent()).toEqual([])
})

it('puts what could not be sent back into the field, before what was typed since, and says why', async () => {
  const { host, created, opened } = slowHost()
  host.answer('chat.send', () => Promise.reject(new AppError('MODEL_MISSING', { reason: 'chat.noModelAnswers' })))
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this{Enter}and this')
  await act(async () => created.resolve(undefined))
  await act(async () => opened.resolve(undefined))
  await screen.findByRole('alert')
  expect(field().value).toBe('Remember this\n\nand this')
})

// Catches: the message that waits for one chat is sent into the one that is in front by then.
it('sends it into no other conversation', async () => {
  const { host, created, opened, sent } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this{Enter}')
  await act(async () => created.resolve(undefined))
  await act(async () => showChat(stored))
  await act(async () => opened.resolve(undefined))
  expect(field().value).toBe('')
  expect(sent()).toEqual([])
  // Where the person asks for it again, it is the one that waits.
  await act(async () => startTemporaryChat())
  await vi.waitFor(() => expect(sent()).toEqual([['chat.send', typed]]))
})

it('says why it could not begin, and returns to the chat in front', async () => {
  const { host, created } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await act(async () => created.reject(new Error('The disk is away')))
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: t('chat.temporary.unsent') })).toBeNull()
})

// Catches: what was typed while the host refused to begin the chat is gone, or on disk in the draft of the chat below.
it('gives back what was typed for a chat that could not begin, and the next one begins with it', async () => {
  const { host, created, opened, drafts, sent } = slowHost()
  const { unmount } = await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this{Enter}and this')
  await act(async () => created.reject(new Error('The disk is away')))
  // In the middle of a sentence, which goes on where it was.
  await user.keyboard(' too')
  expect(unsent()?.value).toBe('Remember this\n\nand this too')
  await user.click(screen.getByRole('button', { name: t('chat.temporary.unsent.copy') }))
  expect(await navigator.clipboard.readText()).toBe('Remember this\n\nand this too')
  await user.click(screen.getByRole('button', { name: t('chat.close') }))
  expect(unsent()).not.toBeNull()
  expect([field().value, sent(), drafts()]).toEqual(['', [], []])

  host.answer('chat.create', () => ({ conversationId: id }))
  act(startTemporaryChat)
  await act(async () => opened.resolve(undefined))
  await vi.waitFor(() => expect(field().value).toBe('Remember this\n\nand this too'))
  expect([unsent(), sent()]).toEqual([null, []])
  unmount()
})

it('forgets it when the person says so', async () => {
  const { host, created } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this')
  await act(async () => created.reject(new Error('The disk is away')))
  await user.click(screen.getByRole('button', { name: t('chat.temporary.unsent.discard') }))
  expect(unsent()).toBeNull()
})

it('gives it back too when the chat was begun and cannot be opened', async () => {
  const { host, created, opened, sent } = slowHost()
  await renderWithHost(<ChatView />, host)
  act(startTemporaryChat)
  await user.keyboard('Remember this{Enter}')
  await act(async () => created.resolve(undefined))
  await act(async () => opened.reject(new Error('The disk is away')))
  await vi.waitFor(() => expect(unsent()?.value).toBe('Remember this'))
  expect(sent()).toEqual([])
})
