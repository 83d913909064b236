import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallId, ConversationId, MessageId, PartId, ServerId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { endMarks, markPlace, type MarkedPlace } from '../../../state/markedPlace'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ToolResultView } from '../calls/ToolResultView'
import { useForgetViewChoices, useLookInResult } from './viewChoice'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [callId, partId, conversationId] = [CallId.parse(uuid(1)), PartId.parse(uuid(2)), ConversationId.parse(uuid(3))]
const rows = (name: string) => JSON.stringify(Array.from({ length: 3 }, (_, id) => ({ id, name })))
const whole = (...texts: readonly string[]): ToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
  structured: 'noSchema',
  isError: false,
  bytes: 99,
})
const mark = (place: Partial<MarkedPlace>) =>
  act(() =>
    markPlace({ messageId: MessageId.parse(uuid(4)), partId, conversationId, kind: 'result', index: 0, words: 'x', by: 'text', ...place }),
  )

function Card({ result }: { readonly result: ToolResult }) {
  useLookInResult(callId, partId, result)
  useForgetViewChoices(conversationId)
  return <ToolResultView callId={callId} server={ServerId.parse('docs')} result={result} />
}
const chosen = () =>
  screen.getAllByRole('group', { name: 'View' }).map((group) => within(group).getByRole('button', { pressed: true }).textContent)
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find in the text' })
const count = () => within(screen.getByRole('search')).getByRole('status').textContent

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollTo = vi.fn()
  Element.prototype.scrollIntoView = vi.fn()
  endMarks()
})

it('stays at the text that a search was looking for, when its marks fade', async () => {
  await renderWithHost(<Card result={whole(rows('Ada'))} />)
  expect(chosen()).toEqual(['Table'])
  mark({ words: 'ada', by: 'search' })
  const [before, value] = [field(), field().value]
  act(() => endMarks())
  expect([chosen(), field() === before, value, field().value]).toEqual([['Text'], true, 'Ada', 'Ada'])
})

it('follows the steps of a search, and shows the text again when it is asked for again', async () => {
  await renderWithHost(<Card result={whole(rows('Grace'), rows('Ada'))} />)
  mark({ words: 'ada', index: 1 })
  expect(chosen()).toEqual(['Table', 'Text'])
  await expect.poll(count).toBe('2 of 3')
  const before = field()
  mark({ words: 'ada', index: 2 })
  expect([count(), field() === before]).toEqual(['3 of 3', true])
  await user.click(screen.getAllByRole('button', { name: 'Table' })[1] ?? before)
  expect(chosen()).toEqual(['Table', 'Table'])
  mark({ words: 'ada', index: 2 })
  expect([chosen(), count()]).toEqual([['Table', 'Text'], '3 of 3'])
})

it('goes to the first place, whoever presses Enter before it is known', async () => {
  await renderWithHost(<Card result={whole('\tAda, Ada and more\n'.repeat(40))} />)
  mark({ words: 'Ada' })
  await expect.poll(count).toBe('1 of 80')
  await user.clear(field())
  await user.type(field(), 'more{Enter}')
  expect(count()).toBe('')
  await expect.poll(count).toBe('1 of 40')
  await user.keyboard('{Enter}')
  expect(count()).toBe('2 of 40')
})
