import { act, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ConversationId, MessageId, ModelRef, PartId } from '../../../../shared/domain/ids'
import { openPalette, useNavigation } from '../../../state/navigation'
import { useQuoteOffer } from '../../../state/quoteOffer'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { fill, user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const model = ModelRef.parse('local/scripted-1')
const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const rect = (x: number, y: number, width: number, height: number): DOMRect => new DOMRect(x, y, width, height)

/** What lies at any place of the screen, beside the text itself. */
let covered: Element | undefined

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: id, palette: false })
  covered = undefined
  Element.prototype.scrollTo = () => undefined
  // jsdom has no layout: the list has a size, and each text is in the middle of it.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(rect(0, 0, 800, 600))
  Range.prototype.getBoundingClientRect = () => rect(100, 300, 8, 20)
  document.elementsFromPoint = (_x, y) => [...(y > 310 && covered ? [covered] : []), screen.getByText(/^The answer/)]
})
afterEach(() => {
  document.getSelection()?.removeAllRanges()
  vi.restoreAllMocks()
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect')
  Reflect.deleteProperty(document, 'elementsFromPoint')
})

async function open(): Promise<void> {
  const host = new FakeHost()
    .publish('models', { providers: [], default: model })
    .publish('servers', { servers: [], broken: [] })
    .answer('chat.saveDraft', () => undefined)
    .answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
    .answer('chat.open', () => ({
      conversation: {
        id,
        title: 'Test',
        created: 0,
        model,
        draft: '',
        settings: {},
        chosenAccounts: {},
        messages: [
          {
            id: MessageId.parse(uuid(10)),
            role: 'assistant',
            created: 0,
            state: 'done',
            model,
            parts: [{ id: PartId.parse(uuid(11)), kind: 'text', text: 'The answer is long' }],
          },
        ],
      },
      seq: 0,
    }))
  await renderWithHost(<ChatView />, host)
}

function select(element: Element): void {
  act(() => {
    const text = element.firstChild ?? element
    document.getSelection()?.setBaseAndExtent(text, 0, text, text instanceof Text ? text.length : text.childNodes.length)
    document.dispatchEvent(new Event('selectionchange'))
  })
}
const quoteButton = () => screen.queryByRole('button', { name: 'Quote' })

// Catches: what a person answers to has to be copied, pasted and marked by hand.
it('quotes what is selected below what is typed, and gives the composer the focus', async () => {
  await open()
  await fill(composer(), 'Before')
  expect(quoteButton()).toBeNull()
  select(screen.getByText('The answer is long'))
  await user.click(quoteButton() ?? document.body)
  expect(composer().value).toBe('Before\n\n> The answer is long\n\n')
  expect([document.activeElement, composer().selectionStart]).toEqual([composer(), composer().value.length])
})

// Catches: blank lines that grow with each quote.
it('puts a second quote below the first with one blank line between', async () => {
  await open()
  select(screen.getByText('The answer is long'))
  await user.click(quoteButton() ?? document.body)
  select(screen.getByText('The answer is long'))
  await user.click(quoteButton() ?? document.body)
  expect(composer().value).toBe('> The answer is long\n\n> The answer is long\n\n')
})

// Catches: a button over nothing, or where something else is selected.
it('is there only while text of a message is selected', async () => {
  await open()
  select(screen.getByRole('heading', { name: 'Test' }))
  expect(quoteButton()).toBeNull()
  select(screen.getByText('The answer is long'))
  expect(quoteButton()).not.toBeNull()
  act(() => {
    document.getSelection()?.removeAllRanges()
    document.dispatchEvent(new Event('selectionchange'))
  })
  expect([quoteButton(), useQuoteOffer.getState().quote]).toEqual([null, undefined])
})

// Catches: a press on an answer of a question, or on a link, that hits the button.
it('covers nothing that can be pressed', async () => {
  await open()
  const text = screen.getByText('The answer is long')
  covered = screen.getByRole('button', { name: 'Send' })
  select(text)
  // Above the text there is room.
  expect(quoteButton()?.style.top).toBe('272px')
  document.elementsFromPoint = () => [covered ?? document.body, text]
  select(text)
  expect(quoteButton()).toBeNull()
  expect(useQuoteOffer.getState().quote).toBeDefined()
})

// Catches: the field of the palette takes the selection, and then there is nothing to quote.
it('can still be done from the palette, whose field takes the selection away', async () => {
  await open()
  select(screen.getByText('The answer is long'))
  act(() => openPalette(true))
  act(() => {
    document.getSelection()?.removeAllRanges()
    document.dispatchEvent(new Event('selectionchange'))
  })
  const { quote } = useQuoteOffer.getState()
  act(() => openPalette(false))
  act(() => quote?.())
  expect(composer().value).toBe('> The answer is long\n\n')
  expect(useQuoteOffer.getState().quote).toBeUndefined()
})
