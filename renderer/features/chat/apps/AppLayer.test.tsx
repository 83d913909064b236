import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CallId } from '../../../../shared/domain/ids'
import { framePool } from '../../../confinedFrame/framePool'
import { passTime, settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { AppRegion } from './AppRegion'
import { appStage, begin, conversationId, frame, hear, newHost, region, say, started } from './testing/appStage'

const stage = appStage()
afterEach(() => void vi.useRealTimers())

/** A window that has room for a pinned app, or loses it. */
function windowOf(isWide: boolean): { readonly resize: (wide: boolean) => Promise<void> } {
  const changed = new Set<() => void>()
  let matches = isWide
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('90rem') && matches
    },
    addEventListener: (_type: string, listener: () => void) => changed.add(listener),
    removeEventListener: (_type: string, listener: () => void) => changed.delete(listener),
  }))
  const resize = async (wide: boolean): Promise<void> => {
    matches = wide
    await act(async () => {
      for (const listener of changed) listener()
    })
  }
  return { resize }
}

const regions = (): readonly HTMLElement[] => screen.getAllByRole('region', { name: /^App of “Budget”/ })
/** Where the app is shown when it is not in the conversation. */
const elsewhere = () => within(regions().at(-1) ?? document.body)
const pinnedWidth = (): string => document.documentElement.style.getPropertyValue('--w-pinned')
const press = async (where: ReturnType<typeof within>, name: string): Promise<void> => {
  await user.click(where.getByRole('button', { name }))
  await settle()
}

it('is pinned beside the conversation, where there is room, with the same document, and is taken back', async () => {
  windowOf(true)
  await stage.show()
  await begin()
  const before = frame()
  const post = vi.spyOn(before.contentWindow ?? window, 'postMessage')
  await press(region(), 'Pin')
  expect(regions()).toHaveLength(2)
  expect(elsewhere().getByTitle('Content of the app of “Budget”')).toBe(before)
  expect(region().getByText('Pinned')).not.toBeNull()
  expect(region().getByText('It is open elsewhere and keeps its state.')).not.toBeNull()
  // The conversation makes room for it.
  expect(pinnedWidth()).toBe('30rem')
  await press(elsewhere(), 'Back to the conversation')
  expect(regions()).toHaveLength(1)
  expect([frame(), pinnedWidth()]).toEqual([before, ''])
  // To the app a pinned place is one in the conversation.
  expect(post.mock.calls.map(([message]) => JSON.stringify(message)).filter((json) => json.includes('fullscreen'))).toEqual([])
})

// Catches: a pinned app covers the conversation of a window that has become narrow, or is offered where there is no room for it.
it('is pinned only as long as the window has room for it', async () => {
  const { resize } = windowOf(false)
  await stage.show()
  await begin()
  expect(region().queryByRole('button', { name: 'Pin' })).toBeNull()
  await resize(true)
  await press(region(), 'Pin')
  await resize(false)
  expect(regions()).toHaveLength(1)
  expect(pinnedWidth()).toBe('')
  expect(region().queryByText('It is open elsewhere and keeps its state.')).toBeNull()
})

it('stands small in the corner with a height of its own, and comes back as it was', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await stage.show()
  await begin()
  await say({ method: 'ui/notifications/size-changed', params: { height: 500 } })
  // Heights are taken at most ten times in a second.
  await passTime(1_000)
  const before = frame()
  // A browser without `moveBefore` makes another window of a frame that moves.
  const toldSince = () => {
    const post = vi.spyOn(before.contentWindow ?? window, 'postMessage')
    return () => post.mock.calls.flatMap(([message]) => (message as { params?: { displayMode?: string } }).params?.displayMode ?? [])
  }
  const there = toldSince()
  await press(region(), 'Picture in picture')
  expect(elsewhere().getByTitle('Content of the app of “Budget”')).toBe(before)
  expect(before.closest('[style*="height: 320px"]')).not.toBeNull()
  expect(region().getByText('In picture in picture')).not.toBeNull()
  await say({ method: 'ui/notifications/size-changed', params: { height: 900 } })
  await passTime(1_000)
  expect(before.closest('[style*="height: 320px"]')).not.toBeNull()
  const back = toldSince()
  await press(region(), 'Bring it back')
  expect([regions().length, frame() === before]).toEqual([1, true])
  expect(before.closest('[style*="height: 500px"]')).not.toBeNull()
  expect([there(), back()]).toEqual([['pip'], ['inline']])
})

it('is closed from its corner, and its row says so', async () => {
  await stage.show()
  await begin()
  await press(region(), 'Picture in picture')
  await press(elsewhere(), 'Close app')
  await say({ id: 'parley-1', result: {} })
  expect(regions()).toHaveLength(1)
  expect(framePool.has(stage.call.id)).toBe(false)
  expect(region().getByText('The app ended.')).not.toBeNull()
})

// Catches: an app covers the conversation by itself, or is shown where it says that it cannot be.
it('AP-21: is put nowhere by itself, and offers only the places that it can be shown in', async () => {
  windowOf(true)
  await stage.show()
  await begin({ availableDisplayModes: ['inline', 'pip'] })
  expect(region().queryByRole('button', { name: 'Full window' })).toBeNull()
  expect(region().getByRole('button', { name: 'Picture in picture' })).not.toBeNull()
  const post = vi.spyOn(frame().contentWindow ?? window, 'postMessage')
  await say({ id: 5, method: 'ui/request-display-mode', params: { mode: 'pip' } })
  expect(post.mock.calls.map(([message]) => message)).toContainEqual({ jsonrpc: '2.0', id: 5, result: { mode: 'inline' } })
  expect(regions()).toHaveLength(1)
  await act(async () => frame().focus())
  await say({ id: 6, method: 'ui/request-display-mode', params: { mode: 'pip' } })
  expect(post.mock.calls.map(([message]) => message)).toContainEqual({ jsonrpc: '2.0', id: 6, result: { mode: 'pip' } })
  expect(regions()).toHaveLength(2)
})

/** A second app of the same server below the first one. */
async function showTwo(): Promise<{ readonly first: HTMLElement; readonly second: HTMLElement }> {
  const other = { ...stage.call, id: CallId.parse(stage.call.id.replace(/^0/, '1')) }
  let count = 0
  const ids = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
  const host = newHost().answer('apps.start', () => ({ ...started, appId: ids[count++] as never }))
  await stage.show(host, { beside: <AppRegion call={other} conversationId={conversationId} /> })
  const [first, second] = regions()
  if (!first || !second) throw new Error('Two apps are drawn')
  return { first, second }
}

// Catches: the app in front hides the other one, of which nothing can be reached any more; and once one goes, the conversation lies under the other.
it.each(['Pin', 'Picture in picture'])('one app at a time has a place elsewhere: %s', async (button) => {
  windowOf(true)
  const { first, second } = await showTwo()
  // The row of the second one was seen.
  await press(within(first), 'Restart app')
  await press(within(first), button)
  await press(within(second), button)
  expect(regions()).toHaveLength(3)
  const isElsewhere = (one: HTMLElement) => within(one).queryByText('It is open elsewhere and keeps its state.') !== null
  expect([isElsewhere(first), isElsewhere(second)]).toEqual([false, true])
})

// Catches: whoever moves an app by the keyboard begins at the top of the page again.
it('the focus goes with the app, and comes back with it', async () => {
  windowOf(true)
  await stage.show()
  await begin()
  for (const [there, back] of [
    ['Full window', 'Leave full window'],
    ['Picture in picture', 'Back to the conversation'],
    ['Pin', 'Back to the conversation'],
  ] as const) {
    act(() => region().getByRole('button', { name: there }).focus())
    await user.keyboard('{Enter}')
    await settle()
    expect(document.activeElement).toBe(regions().at(-1))
    expect(regions()).toHaveLength(2)
    act(() => elsewhere().getByRole('button', { name: back }).focus())
    await user.keyboard('{Enter}')
    await settle()
    expect(regions()).toEqual([document.activeElement])
  }
})

// Catches: a pinned app that falls back into the conversation takes the keyboard from whoever types.
it('an app that loses its place takes the focus from nobody', async () => {
  const { resize } = windowOf(true)
  await stage.show(newHost(), { beside: <textarea aria-label="Typing" /> })
  await begin()
  await press(region(), 'Pin')
  act(() => screen.getByLabelText('Typing').focus())
  await resize(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Typing'))
  await hear({ parleyFrame: 'flooded' })
  expect(document.activeElement).toBe(screen.getByLabelText('Typing'))
})

// Catches: whoever reads with a screen reader or the keyboard cannot get past an app whose document has no end, or keeps the Tab key.
it.each([undefined, 'Picture in picture', 'Pin', 'Full window'])(
  'has a way past it, the first thing in it, in the place %s',
  async (place) => {
    windowOf(true)
    await stage.show(newHost(), { beside: <button type="button">What follows</button> })
    await begin()
    if (place !== undefined) await press(region(), place)
    const own = regions().at(-1) ?? document.body
    const name = 'Skip the app of “Budget”'
    // All else is out of reach in the full window, and its own button leaves it.
    if (place === 'Full window') return expect(within(own).queryByRole('button', { name })).toBeNull()
    act(() => own.focus())
    await user.tab()
    expect(document.activeElement).toBe(within(own).getByRole('button', { name }))
    await user.keyboard('{Enter}')
    expect(own.contains(document.activeElement)).toBe(false)
    const [end] = [document.activeElement]
    expect(own.compareDocumentPosition(end ?? own) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    if (place !== undefined) return
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'What follows' }))
  },
)

it('an app that is not open has nothing to skip', async () => {
  await stage.show(newHost(2_000))
  expect(region().queryByRole('button', { name: /^Skip/ })).toBeNull()
})
