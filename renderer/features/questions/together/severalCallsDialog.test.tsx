import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails, DialogReason, Question } from '../../../../shared/domain/question'
import { openQuestion, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { passTime, settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { QuestionDialog } from '../QuestionDialog'
import { useDeferredQuestions } from '../questionDialogStore'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))
const question = (n: number, server: string, path: string, details: Partial<ApprovalDetails> = {}): Question => ({
  id: QuestionId.parse(uuid(n)),
  asker: { serverId: ServerId.parse(server), callIds: [CallId.parse(uuid(100 + n))], conversationId: here },
  created: n,
  expires: n + 1000,
  details: {
    kind: 'approval',
    tool: 'read',
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object' },
    arguments: { path },
    why: { id: 'approvals.wanted.noRule', params: { model: 'scripted-1' } },
    history: { allowed: 0, denied: 0 },
    readOnlyRuleOffered: false,
    place: { place: 'dialog', because: 'argumentName', signs: ['argumentName'] },
    ...details,
  },
})
const [first, second, third] = [question(11, 'disk', '/a'), question(12, 'disk', '/b'), question(13, 'cloud', '/b')]

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: here, questionId: undefined })
  useDeferredQuestions.setState({ aside: new Set(), answered: new Set(), answering: undefined, alone: undefined, rulesFor: undefined })
})

afterEach(() => void vi.useRealTimers())

async function show(...open: readonly Question[]): Promise<FakeHost> {
  const host = new FakeHost().publish('questions', { open, ended: [] })
  await renderWithHost(<QuestionDialog />, host)
  const [one] = open
  await act(async () => openQuestion(one?.id))
  return host
}
const lines = (): (string | null)[] => screen.getAllByRole('listitem').map((line) => line.textContent)

it('a call that joins stands below those that were there, so that it is read before all are allowed', async () => {
  const host = await show(first, third)
  expect(lines()).toEqual([expect.stringContaining('"/a"'), expect.stringContaining('cloud')])
  await act(async () => void host.publish('questions', { open: [first, second, third], ended: [] }))
  await settle()
  expect(lines()).toEqual([expect.stringContaining('"/a"'), expect.stringContaining('cloud'), expect.stringMatching(/disk.*"\/b"/)])
})

it('a screen reader tells the answers of calls of one tool apart', async () => {
  await show(first, second, third)
  for (const name of ['Deny “read”', 'Details of “read”']) {
    const described = screen.getAllByRole('button', { name }).map((button) => {
      const by = button.getAttribute('aria-describedby')
      return by === null ? null : document.getElementById(by)?.textContent
    })
    expect(described).toEqual(['/a', '/b', '/b'].map((path) => expect.stringContaining(path)))
    expect(new Set(described).size).toBe(3)
  }
})

// Catches: "Back" led to the dialog of one call and never to the list, and "2 more waiting" became "4 more waiting".
it('a call of several says which of them it is, counts none of them as waiting besides, and leads back to all', async () => {
  const other = { ...question(14, 'disk', '/d'), asker: { ...first.asker, conversationId: ConversationId.parse(uuid(2)) } }
  await show(first, second, third, other)
  const dialog = (): string | null => screen.getByRole('dialog').textContent
  expect(dialog()).toContain('1 more waiting')
  expect(screen.queryByRole('button', { name: 'Always allow…' })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Details of “read”' })[1] ?? document.body)
  await settle()
  expect(screen.getByRole('dialog', { name: 'Allow read?' }).textContent).toContain('Call 2 of 3')
  expect(dialog()).toContain('1 more waiting')
  await user.click(screen.getByRole('button', { name: 'Back to all 3' }))
  expect(screen.getByRole('dialog', { name: 'Allow 3 calls?' })).toBeTruthy()
  expect(lines()).toHaveLength(3)
})

// Catches: the dialog of one of three calls of another conversation, from the bar, with no way to the other two but to answer.
it('calls that are asked about on cards elsewhere are reached from the dialog of one of them, and count as waiting', async () => {
  const elsewhere = { asker: { ...first.asker, conversationId: ConversationId.parse(uuid(2)) } }
  const cards = [11, 12, 13].map((n) => ({ ...question(n, 'disk', `/${n}`, { place: { place: 'card' } }), ...elsewhere }))
  await show(...cards)
  expect(screen.getByRole('dialog').textContent).toContain('2 more waiting')
  expect(screen.queryByRole('button', { name: /^Back to all/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next question' }))
  expect(useNavigation.getState().questionId).toBe(cards[1]?.id)
  // In front of its cards, they are behind the dialog.
  await act(async () => useNavigation.setState({ conversationId: elsewhere.asker.conversationId }))
  expect(screen.getByRole('dialog').textContent).not.toContain('more waiting')
  expect(screen.getByRole('button', { name: 'Back to all 3' })).toBeTruthy()
})

const marked = 'Parley guesses that it runs, deletes, pays or sends something'

it('the button that allows what is left looks as dangerous as the lines that it allows', async () => {
  const signs = (...found: DialogReason[]) => ({ place: { place: 'dialog', because: found[0] ?? 'mayChange', signs: found } }) as const
  const renames = { tool: 'rename', annotations: { readOnlyHint: false }, ...signs('mayChange', 'namesChange') }
  // Deep in its schema stands a name that the person sees nowhere.
  const runs = { tool: 'refresh', ...signs('looksRisky') }
  const all = [question(11, 'disk', '/a', runs), question(12, 'disk', '/b', renames), question(13, 'disk', '/c')]
  const host = await show()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => void host.publish('questions', { open: all, ended: [] }))
  await act(async () => openQuestion(all[0]?.id))
  const look = (name: string): boolean => screen.getByRole('button', { name }).className.includes('danger')
  expect(lines().map((line) => line?.includes(marked))).toEqual([true, false, false])
  await passTime(600)
  expect(look('Allow all 3')).toBe(true)
  await act(async () => void host.publish('questions', { open: all.slice(0, 2), ended: [] }))
  await passTime(600)
  expect(look('Allow all 2')).toBe(true)
  await act(async () => void host.publish('questions', { open: all.slice(1), ended: [] }))
  await act(async () => openQuestion(all[1]?.id))
  await passTime(600)
  expect(lines().some((line) => line?.includes(marked))).toBe(false)
  expect(look('Allow all 2')).toBe(false)
})
