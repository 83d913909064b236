import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ChatMessage } from '../../../../shared/domain/chat'
import { ConversationId, MessageId, ModelRef, PartId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { endMarks, markPlace, useMarkedPlace } from '../../../state/markedPlace'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { clearChatError } from '../chatErrors'
import { finderOf, rangesIn } from './searchHighlights'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const messages: readonly ChatMessage[] = Array.from({ length: 200 }, (_, index) => ({
  id: MessageId.parse(uuid(1000 + index)),
  role: 'user',
  created: 0,
  state: 'done',
  parts: [{ id: PartId.parse(uuid(2000 + index)), kind: 'text', text: `Message number ${index}` }],
}))
const place = (index: number) => ({
  messageId: MessageId.parse(uuid(1000 + index)),
  partId: PartId.parse(uuid(2000 + index)),
  kind: 'userMessage' as const,
  index: 0,
})

function hostWith(): FakeHost {
  const host = new FakeHost()
  const model = ModelRef.parse('local/scripted-1')
  host.publish('models', { providers: [], default: model })
  host.publish('servers', { servers: [], broken: [] })
  host.answer('chat.open', () => ({
    conversation: { id, title: 'Test', created: 0, model, draft: '', settings: {}, chosenAccounts: {}, messages },
    seq: 0,
  }))
  host.answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
  host.answer('chat.saveDraft', () => undefined)
  host.answer('chat.showVersion', () => undefined)
  host.answer('search.inConversation', () => ({ occurrences: [place(3), place(150)], isByWords: false, isCut: false }))
  return host
}
const bar = () => screen.getByRole('search', { name: 'Find in conversation' })
const count = () => within(bar()).getByRole('status')

beforeAll(preloadChat)
beforeEach(() => {
  Element.prototype.scrollTo = vi.fn()
  // jsdom lays nothing out.
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  useNavigation.setState({ view: 'chat', conversationId: id })
  endMarks()
  clearChatError()
})

// Catches a search of the page alone: of a long conversation only the end is drawn.
it('draws a message that is found and was not drawn', async () => {
  await renderWithHost(<ChatView />, hostWith())
  await screen.findByText('Message number 199')
  expect(screen.queryByText('Message number 3')).toBeNull()
  await user.keyboard('{Control>}f{/Control}')
  await user.keyboard('number')
  await screen.findByText('Message number 3')
  expect(count().textContent).toBe('1 of 2')
})

// Catches steps that end at the first or last occurrence, and a field that takes the focus along when it goes.
it('goes round, and gives the focus back', async () => {
  await renderWithHost(<ChatView />, hostWith())
  const message = await screen.findByRole('textbox', { name: 'Message' })
  message.focus()
  await user.keyboard('{Control>}f{/Control}number')
  await within(bar()).findByText('1 of 2')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(count().textContent).toBe('2 of 2')
  await user.keyboard('{Enter}')
  expect(count().textContent).toBe('1 of 2')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('search')).toBeNull()
  expect(document.activeElement).toBe(message)
})

// Catches a step to the only place that does nothing, though the person has scrolled away or chosen another view since.
it('goes to the only place again', async () => {
  const host = hostWith()
  host.answer('search.inConversation', () => ({ occurrences: [place(3)], isByWords: false, isCut: false }))
  await renderWithHost(<ChatView />, host)
  await screen.findByText('Message number 199')
  await user.keyboard('{Control>}f{/Control}number')
  await within(bar()).findByText('1 of 1')
  const marked = useMarkedPlace.getState().place
  await user.keyboard('{Enter}')
  const again = useMarkedPlace.getState().place
  expect([again === marked, again?.index, count().textContent]).toEqual([false, 0, '1 of 1'])
})

// Catches a hit in another version that leads nowhere.
it('brings the version with a marked place to the front, once', async () => {
  const host = hostWith()
  await renderWithHost(<ChatView />, host)
  await screen.findByText('Message number 199')
  const elsewhere = MessageId.parse(uuid(9000))
  act(() => markPlace({ ...place(0), messageId: elsewhere, conversationId: id, words: 'number', by: 'search' }))
  await expect
    .poll(() => host.asked.filter(({ name }) => name === 'chat.showVersion').map(({ input }) => input))
    .toEqual([{ conversationId: id, messageId: elsewhere }])
})

// Catches marks that undo the person's choice of a version, once its message is not in front any more.
it.each(['text', 'words', 'search'] as const)('leaves the version in front that the person chooses: %s', async (by) => {
  const host = hostWith()
  await renderWithHost(<ChatView />, host)
  await screen.findByText('Message number 199')
  act(() => markPlace({ ...place(199), conversationId: id, words: 'number', by }))
  act(() => host.emit('chat.events', id, { type: 'pathChanged', kept: 100, messages: [] }))
  await expect.poll(() => screen.queryByText('Message number 199')).toBeNull()
  expect(host.asked.map(({ name }) => name)).not.toContain('chat.showVersion')
})

// Catches a place that is scrolled to again with each message of a turn, while the person reads elsewhere.
it('stays where the person reads while a turn goes on', async () => {
  const host = hostWith()
  await renderWithHost(<ChatView />, host)
  await screen.findByText('Message number 199')
  await user.keyboard('{Control>}f{/Control}number')
  await within(bar()).findByText('1 of 2')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  const marked = useMarkedPlace.getState().place
  host.answer('search.inConversation', () => ({ occurrences: [place(3), place(150), place(199)], isByWords: false, isCut: false }))
  const next: ChatMessage = { id: MessageId.parse(uuid(9001)), role: 'assistant', created: 0, state: 'running', parts: [] }
  act(() => host.emit('chat.events', id, { type: 'messageAdded', message: next }))
  await within(bar()).findByText('2 of 3')
  expect(marked).toBeDefined()
  expect(useMarkedPlace.getState().place).toBe(marked)
})

// Catches a conversation that opens at what a search found each time it is opened again.
it('forgets the place that a search found once the person has been there and leaves', async () => {
  const { unmount } = await renderWithHost(<ChatView />, hostWith())
  await screen.findByText('Message number 199')
  act(() => markPlace({ ...place(199), conversationId: id, words: 'number', by: 'search' }))
  expect(useMarkedPlace.getState().place).toBeDefined()
  unmount()
  expect(useMarkedPlace.getState().place).toBeUndefined()
})

// Catches a search that fails in silence.
it('says why nothing could be looked for', async () => {
  const host = hostWith().answer('search.inConversation', () => {
    throw new AppError('NOT_FOUND', 'The conversation is gone')
  })
  await renderWithHost(<ChatView />, host)
  await screen.findByText('Message number 199')
  await user.keyboard('{Control>}f{/Control}number')
  expect((await screen.findByRole('alert')).textContent).toContain('The conversation is gone')
})

// Catches words that are not marked because they stand in several elements, or are marked over the border of two paragraphs.
it('marks what is in several elements, and nothing over two paragraphs', () => {
  const element = document.createElement('div')
  element.innerHTML = '<p>a <b>wal</b>nut</p><p>wal</p><p>nut</p>'
  const found = (by: 'text' | 'words' | 'search', words: string) => rangesIn(element, finderOf({ by, words })).map(String)
  expect(found('text', 'walnut')).toEqual(['walnut'])
  expect(found('search', 'waln')).toEqual(['walnut'])
  expect(found('words', 'nut a')).toEqual(['a', 'a', 'nut', 'a', 'nut'])
  // The number of a line is no part of it.
  element.innerHTML = '<div><span aria-hidden="true">12</span><span>wal</span></div>'
  expect([...found('text', '12'), ...found('text', 'wal')]).toEqual(['wal'])
})
