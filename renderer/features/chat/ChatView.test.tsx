import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation, ChatMessage, Part } from '../../../shared/domain/chat'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { CallId, ConversationId, MessageId, ModelRef, PartId, QueuedId, ServerId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { tinyPng } from '../../testing/tinyPng'
import { activeMarkup } from '../../testing/activeMarkup'
import { fill, user } from '../../testing/user'
import { ChatView, preloadChat } from './ChatView'
import { useChatErrors } from './chatErrors'
import { startEdit, useMessageEdits } from './messageEdit'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const files = ServerId.parse('Files')
const scripted = ModelRef.parse('local/scripted-1')

const text = (n: number, words: string): Part => ({ id: PartId.parse(uuid(n)), kind: 'text', text: words })
const message = (n: number, role: 'user' | 'assistant', state: ChatMessage['state'], ...parts: readonly Part[]): ChatMessage => ({
  id: MessageId.parse(uuid(n)),
  role,
  created: 0,
  state,
  parts,
  ...(role === 'assistant' && { model: scripted }),
})
const done = (...content: readonly ContentBlock[]): Part => ({
  id: PartId.parse(uuid(50)),
  kind: 'call',
  modelCallId: 'x',
  modelToolName: 'Files__read',
  step: 1,
  call: {
    id: CallId.parse(uuid(51)),
    serverId: files,
    tool: 'read',
    definitionHash: '',
    startedBy: 'model',
    asked: { path: '/a' },
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 0,
    endedAt: 5,
    result: { content, structured: 'noSchema', isError: false, bytes: 10 },
  },
})

function hostWith(conversation: Partial<Conversation> = {}): FakeHost {
  const host = new FakeHost()
  host.publish('models', { providers: [], default: scripted })
  host.publish('servers', {
    servers: [sampleServer(files)],
    broken: [],
  })
  host.answer('chat.open', () => ({
    conversation: {
      id,
      title: 'Test',
      created: 0,
      model: scripted,
      draft: '',
      settings: {},
      chosenAccounts: {},
      messages: [],
      ...conversation,
    },
    seq: 0,
  }))
  host.answer('chat.toolsForModel', () => ({ servers: [{ serverId: 'Files', tools: ['read'] }], count: 1, leftOut: 0, limit: 128 }))
  for (const name of ['chat.send', 'chat.saveDraft', 'chat.stop', 'chat.retry', 'chat.edit'] as const) host.answer(name, () => undefined)
  return host
}
const inputs = (host: FakeHost, name: string): readonly unknown[] => host.asked.flatMap((call) => (call.name === name ? [call.input] : []))
const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const type = (words: string): Promise<void> => fill(composer(), words)
const key = (name: string): Promise<void> => user.type(composer(), `{${name}}`)
const openCall = async (): Promise<void> => {
  const [call] = within(screen.getByRole('list', { name: 'Tool calls' })).getAllByRole('button')
  await user.click(call ?? document.body)
}
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }))

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: id, pick: undefined })
  useChatErrors.setState({ trouble: undefined })
  useMessageEdits.setState({ edits: new Map() })
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})

it('sends with Enter, and empties the composer', async () => {
  const host = hostWith()
  await renderWithHost(<ChatView />, host)
  await type('Hello')
  await key('Enter')
  expect(inputs(host, 'chat.send')).toEqual([{ conversationId: id, text: 'Hello' }])
  expect(composer().value).toBe('')
})

it('gives the words back when they could not be sent, and says why', async () => {
  const host = hostWith()
  host.answer('chat.send', () => {
    throw new AppError('MODEL_UNREACHABLE', 'Ollama does not answer', { hint: 'Start it, then send again.' })
  })
  await renderWithHost(<ChatView />, host)
  await type('Hello')
  await key('Enter')
  expect(composer().value).toBe('Hello')
  expect(screen.getByRole('alert').textContent).toContain('Ollama does not answer. Start it, then send again.')
})

it('says what to do without a model, and sends nothing', async () => {
  const host = hostWith({ model: 'none' })
  await renderWithHost(<ChatView />, host)
  await type('Hello')
  await press('Send')
  expect(inputs(host, 'chat.send')).toEqual([])
  expect(screen.getByRole('alert').textContent).toContain('type / to run a tool')
  expect(composer().value).toBe('Hello')
})

it('begins a new chat with its first words', async () => {
  const host = hostWith()
  host.answer('chat.create', () => ({ conversationId: id }))
  useNavigation.setState({ conversationId: undefined })
  await renderWithHost(<ChatView />, host)
  expect(document.activeElement).toBe(composer())
  await type('Hello')
  await key('Enter')
  expect(inputs(host, 'chat.send')).toEqual([{ conversationId: id, text: 'Hello' }])
  expect(useNavigation.getState().conversationId).toBe(id)
})

it('queues with Enter while an answer is written, steers with Ctrl Enter, and gives back what the queue did not take', async () => {
  const host = hostWith({ messages: [message(10, 'user', 'done', text(11, 'Go')), message(12, 'assistant', 'running', text(13, 'Going'))] })
  host.answer('chat.queue', () => undefined)
  await renderWithHost(<ChatView />, host)
  await type('Later')
  await key('Enter')
  await type('At once')
  await user.type(composer(), '{Control>}{Enter}{/Control}')
  expect(inputs(host, 'chat.queue')).toEqual([
    { conversationId: id, text: 'Later' },
    { conversationId: id, text: 'At once', steers: true },
  ])
  expect(inputs(host, 'chat.send')).toEqual([])
  host.answer('chat.queue', () => {
    throw new AppError('CONFLICT', { reason: 'chat.queueFull', params: { most: 20, megabytes: 5 } })
  })
  await type('Too much')
  await key('Enter')
  expect(composer().value).toBe('Too much')
  expect(screen.getByRole('alert').textContent).toContain('At most 20 messages and 5 MB wait in a conversation')
})

it('shows what waits in order, and changes, removes, steers or sends it', async () => {
  const waiting = (n: number, words: string) => ({ id: QueuedId.parse(uuid(n)), text: words, attached: [] })
  const queue = [{ ...waiting(70, 'First'), steers: true as const }, waiting(71, 'Second')]
  const host = hostWith({ queue, messages: [message(12, 'assistant', 'running', text(13, 'Going'))] })
  for (const name of ['chat.editQueued', 'chat.removeQueued', 'chat.steer', 'chat.sendQueued'] as const) host.answer(name, () => undefined)
  await renderWithHost(<ChatView />, host)
  const rows = within(screen.getByRole('list', { name: 'Queued messages' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['Firstgoes in at the next step', 'SecondSteer now'])
  const second = within(rows[1] ?? document.body)
  for (const name of ['Steer now', 'Remove the queued message', 'Edit the queued message']) {
    await user.click(second.getByRole('button', { name }))
  }
  const one = { conversationId: id, queuedId: uuid(71) }
  for (const name of ['chat.steer', 'chat.removeQueued', 'chat.editQueued'] as const) expect(inputs(host, name)).toEqual([one])
  expect(composer().value).toBe('Second')
  expect(document.activeElement).toBe(composer())
})

it('has Stop in the place of Send while a turn runs', async () => {
  const host = hostWith({ messages: [message(10, 'user', 'done', text(11, 'Go')), message(12, 'assistant', 'running', text(13, 'Going'))] })
  await renderWithHost(<ChatView />, host)
  expect(document.body.textContent).not.toContain('Send')
  await press('Stop')
  expect(inputs(host, 'chat.stop')).toEqual([{ conversationId: id }])
})

it('edits the last message with the arrow key in the empty composer', async () => {
  const own = message(10, 'user', 'done', text(11, 'Two and two?'))
  const host = hostWith({ messages: [own, message(12, 'assistant', 'done', text(13, 'Four'))] })
  await renderWithHost(<ChatView />, host)
  await key('ArrowUp')
  const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })
  expect([document.activeElement === editor, editor.value, composer().value]).toEqual([true, 'Two and two?', ''])
  await fill(editor, 'Three and three?')
  await user.type(editor, '{Enter}')
  expect(inputs(host, 'chat.edit')).toEqual([{ conversationId: id, messageId: own.id, text: 'Three and three?' }])
})

it('keeps what is typed in each edit, also when another one begins or ends, and then goes back to the composer', async () => {
  const first = message(10, 'user', 'done', text(11, 'One?'))
  const second = message(14, 'user', 'done', text(15, 'Two?'))
  const host = hostWith({ messages: [first, message(12, 'assistant', 'done', text(13, 'Yes')), second] })
  await renderWithHost(<ChatView />, host)
  const editors = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })
  await act(async () => startEdit(first))
  await fill(editors()[0] ?? composer(), 'One and one?')
  await user.click(composer())
  await key('ArrowUp')
  await fill(editors()[1] ?? composer(), 'Two and two?')
  await user.click(composer())
  await key('ArrowUp')
  expect(editors().map(({ value }) => value)).toEqual(['One and one?', 'Two and two?'])
  expect(document.activeElement).toBe(editors()[1])
  // A rewritten message is not lost by a key.
  await user.keyboard('{Escape}')
  expect(editors().map(({ value }) => value)).toEqual(['One and one?', 'Two and two?'])
  await fill(editors()[1] ?? composer(), 'Two?')
  await user.keyboard('{Escape}')
  expect(editors().map(({ value }) => value)).toEqual(['One and one?'])
  expect(document.activeElement).toBe(composer())
  await user.type(editors()[0] ?? composer(), '{Enter}')
  expect(inputs(host, 'chat.edit')).toEqual([{ conversationId: id, messageId: first.id, text: 'One and one?' }])
  expect(document.activeElement).toBe(composer())
})

it('says that saving a changed answer stops the one that runs', async () => {
  const answer = message(12, 'assistant', 'done', text(13, 'Four'))
  const running = message(16, 'assistant', 'running', text(17, 'Wait'))
  await renderWithHost(<ChatView />, hostWith({ messages: [answer, message(14, 'user', 'done', text(15, 'Sure?')), running] }))
  await act(async () => startEdit(answer))
  expect(screen.getByText('Save keeps the old version and stops the answer that runs. Nothing is sent.')).toBeTruthy()
})

it('keeps the focus on the arrow that goes through the versions, and on the other one at the last version', async () => {
  const versions = [10, 20, 30].map((n) => MessageId.parse(uuid(n)))
  const version = (n: number) => ({ ...message(n, 'user', 'done', text(n + 1, `Version ${n}`)), versions })
  const host = hostWith({ messages: [version(10)] })
  host.answer('chat.showVersion', () => undefined)
  await renderWithHost(<ChatView />, host)
  const focused: unknown[] = []
  for (const n of [20, 30]) {
    await press('Next version')
    await act(async () => host.emit('chat.events', id, { type: 'pathChanged', kept: 0, messages: [version(n)] }))
    focused.push(screen.getByText(`Version ${n}`) && document.activeElement?.getAttribute('aria-label'))
  }
  expect(focused).toEqual(['Next version', 'Previous version'])
})

it('goes to the end for what the person sends, and not for another version with more or fewer messages', async () => {
  const scrolled = vi.fn<() => void>()
  Element.prototype.scrollTo = scrolled
  const own = message(10, 'user', 'done', text(11, 'One?'))
  const host = hostWith({ messages: [own, message(12, 'assistant', 'done', text(13, 'Yes'))] })
  await renderWithHost(<ChatView />, host)
  scrolled.mockClear()
  const longer = [message(20, 'assistant', 'done', text(21, 'No')), message(22, 'user', 'done', text(23, 'Why?'))]
  await act(async () => host.emit('chat.events', id, { type: 'pathChanged', kept: 1, messages: longer }))
  expect([screen.getByText('Why?').textContent, scrolled.mock.calls.length]).toEqual(['Why?', 0])
  await act(async () => host.emit('chat.events', id, { type: 'messageAdded', message: message(24, 'user', 'done', text(25, 'Oh')) }))
  expect(scrolled).toHaveBeenCalled()
})

it('offers Retry where a turn was cut off', async () => {
  const host = hostWith({ messages: [message(10, 'user', 'done', text(11, 'Go')), message(12, 'assistant', 'cutOff', text(13, 'Half'))] })
  await renderWithHost(<ChatView />, host)
  expect(screen.getByText('Cut off here when Parley quit.')).toBeTruthy()
  await press('Retry')
  expect(inputs(host, 'chat.retry')).toHaveLength(1)
})

it('shows what arrives in the feed as part of the log', async () => {
  const host = hostWith({ messages: [message(12, 'assistant', 'running', text(13, 'One'))] })
  await renderWithHost(<ChatView />, host)
  await act(async () =>
    host.emit('chat.events', id, {
      type: 'textAdded',
      messageId: MessageId.parse(uuid(12)),
      partId: PartId.parse(uuid(13)),
      text: ' and two',
    }),
  )
  // Right after somebody has typed, as in the test before, it comes a moment later.
  await waitFor(() => expect(within(screen.getByRole('log')).getByRole('paragraph').textContent).toBe('One and two'))
})

it('G04: a link to a resource in a result is named, and nothing is asked of it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const link: ContentBlock = { type: 'resource_link', uri: 'https://evil.example/?d=SECRET', name: 'Report', description: '<img src=x>' }
  const host = hostWith({ messages: [message(12, 'assistant', 'done', done(link))] })
  await renderWithHost(<ChatView />, host)
  await openCall()
  expect(screen.getByText('https://evil.example/?d=SECRET')).toBeTruthy()
  expect(activeMarkup()).toEqual([])
  expect(asked).not.toHaveBeenCalled()
  expect(host.asked.map(({ name }) => name)).not.toContain('links.open')
  asked.mockRestore()
})

it('B01: every kind of result is shown as text or from data, never as markup', async () => {
  const evil = '<script>window.pwned=1</script><img src=x onerror=window.pwned=1>'
  const blocks: readonly ContentBlock[] = [
    { type: 'text', text: evil },
    { type: 'image', data: 'AAAA', mimeType: 'image/svg+xml' },
    { type: 'image', data: `"><script>`, mimeType: 'image/png' },
    { type: 'image', data: tinyPng, mimeType: 'image/png' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    { type: 'resource', uri: `javascript:${evil}`, text: evil },
    { type: 'unknown', kind: evil, json: { evil } },
  ]
  const host = hostWith({ messages: [message(12, 'assistant', 'done', done(...blocks))] })
  await renderWithHost(<ChatView />, host)
  await openCall()
  expect(activeMarkup()).toEqual([
    expect.stringMatching(/^<img .*src="data:image\/png;base64,/),
    expect.stringContaining('<audio src="data:audio/wav;base64,AAAA"'),
  ])
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'Sent by “Files”' }).src).toBe(`data:image/png;base64,${tinyPng}`)
  expect(window).not.toHaveProperty('pwned')
})

// Catches: a conversation that was deleted in another window takes words until they are sent.
it('says at once that the conversation in front was deleted elsewhere, and shows it again when it is back', async () => {
  const summary = { id, title: 'Test', created: 0, updated: 0, chosenAccounts: {} }
  const host = hostWith({ messages: [message(10, 'user', 'done', text(11, 'Hello'))] }).publish('chat.conversations', [summary])
  await renderWithHost(<ChatView />, host)
  expect(composer()).toBeTruthy()
  act(() => void host.publish('chat.conversations', []))
  expect((await screen.findByRole('alert')).textContent).toContain('This conversation is not there any more')
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  act(() => void host.publish('chat.conversations', [summary]))
  expect(await screen.findByText('Hello')).toBeTruthy()
})

it('takes "Jump to latest" away when so much was folded that everything is in view', async () => {
  const sizes = { scrollHeight: 2000, clientHeight: 500, scrollTop: 0 }
  const observers: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class extends ResizeObserver {
      constructor(callback: () => void) {
        super(callback)
        observers.push(callback)
      }
    },
  )
  await renderWithHost(<ChatView />, hostWith({ messages: [message(10, 'user', 'done', text(11, 'Hello'))] }))
  const log = screen.getByRole('log')
  for (const name of ['scrollHeight', 'clientHeight'] as const) Object.defineProperty(log, name, { get: () => sizes[name] })
  log.scrollTop = 1500
  act(() => void log.dispatchEvent(new Event('scroll')))
  log.scrollTop = 100
  act(() => void log.dispatchEvent(new Event('scroll')))
  expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeTruthy()
  sizes.scrollHeight = 500
  act(() => observers.forEach((observe) => observe()))
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
  vi.unstubAllGlobals()
})
