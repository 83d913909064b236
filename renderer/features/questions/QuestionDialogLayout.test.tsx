import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { passTime } from '../../testing/settle'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { Button } from '../../ui/Button'
import { preventEnterActivation } from '../../ui/preventEnterActivation'
import { QuestionDialogLayout } from './QuestionDialogLayout'
import { mustSee } from '../../ui/hooks/useRequiredReading'
import { mayStick } from '../../ui/hooks/useStickyFoot'

const useAsked = create<{ readonly content: string; readonly note: string }>(() => ({ content: 'first', note: '' }))
let allowed = 0
let refused = 0

function Asking() {
  const { content, note } = useAsked()
  return (
    <QuestionDialogLayout
      contentKey={content}
      kind="Approval"
      waiting={0}
      server="Everything"
      title="Allow echo?"
      who="Everything · on this computer"
      onLater={() => undefined}
      foot={(arming, unseen) => (
        <>
          <Button arming={arming} onClick={() => refused++}>
            Deny
          </Button>
          <span>{unseen ?? note}</span>
          <Button arming={arming} disabled={unseen !== undefined} onKeyDown={preventEnterActivation} onClick={() => allowed++}>
            Allow once
          </Button>
        </>
      )}
    >
      <p {...mustSee('the arguments')}>message: hello</p>
    </QuestionDialogLayout>
  )
}

beforeEach(() => {
  allowed = 0
  refused = 0
  useAsked.setState({ content: 'first', note: '' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function showFrame() {
  await renderWithHost(<Asking />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Enables the answers again, under fake timers.
  await appear()
}
const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name })
const isOff = (): boolean => button('Deny').disabled && button('Allow once').disabled
const body = (): HTMLElement => screen.getByRole('group', { name: 'What is asked' })
const foot = (): HTMLElement | null => button('Deny').parentElement
const appear = (): Promise<void> => act(async () => void fireEvent.focus(window))

it('lets nothing be pressed for half a second after it appears', async () => {
  await showFrame()
  await passTime(499)
  expect(isOff()).toBe(true)
  await passTime(1)
  expect(isOff()).toBe(false)
  await user.click(button('Allow once'))
  expect(allowed).toBe(1)
})

it.each([
  ['its content changes', () => act(async () => useAsked.setState({ content: 'second' }))],
  ['its window gets the focus', appear],
  ['it can be seen again', () => act(async () => void fireEvent(document, new Event('visibilitychange')))],
  [
    'its foot stands elsewhere',
    async () => {
      Object.defineProperty(foot(), 'offsetTop', { value: 40, configurable: true })
      await act(async () => void fireEvent(window, new Event('resize')))
    },
  ],
])('H08, L12: waits again when %s', async (_what, change) => {
  await showFrame()
  await passTime(500)
  expect(isOff()).toBe(false)
  await change()
  expect(isOff()).toBe(true)
  await passTime(500)
  expect(isOff()).toBe(false)
})

it('does not wait again while somebody scrolls in it, for its answers stay where they are', async () => {
  await showFrame()
  await passTime(500)
  fireEvent(screen.getByText('message: hello'), new Event('scroll', { bubbles: true }))
  expect(isOff()).toBe(false)
})

it.each([
  ['stays in place while the rest scrolls', 40, false],
  ['is scrolled with the rest', 0, true],
])('waits again when a dialog scrolls as a whole only where its foot moves by that: it %s', async (_what, offsetTop, waits) => {
  await showFrame()
  await passTime(500)
  Object.defineProperty(foot(), 'offsetTop', { value: offsetTop, configurable: true })
  const dialog = screen.getByRole('dialog')
  dialog.scrollTop = 40
  fireEvent.scroll(dialog)
  expect(isOff()).toBe(waits)
})

it('keeps a foot on the screen that leaves some lines of what is asked, and no taller one', () => {
  expect([mayStick(60, 600), mayStick(379, 608), mayStick(128, 240), mayStick(291, 268)]).toEqual([true, true, false, false])
})

it('takes no click that was begun before, or on something else', async () => {
  await showFrame()
  fireEvent.pointerDown(button('Allow once'))
  await passTime(500)
  fireEvent.click(button('Allow once'), { detail: 1 })
  fireEvent.click(button('Deny'), { detail: 1 })
  expect([allowed, refused]).toEqual([0, 0])
  await user.click(button('Deny'))
  expect(refused).toBe(1)
})

it('takes no key that was held down before: Space has to be fresh, and Enter allows nothing', async () => {
  await showFrame()
  await passTime(500)
  // Each value is true when the key keeps its default behaviour.
  const taken = [
    fireEvent.keyDown(button('Allow once'), { key: ' ', repeat: true }),
    fireEvent.keyUp(button('Allow once'), { key: ' ' }),
    fireEvent.keyDown(button('Allow once'), { key: 'Enter' }),
    fireEvent.keyDown(button('Deny'), { key: 'Enter', repeat: true }),
  ]
  expect(taken).toEqual([false, false, false, false])
  const fresh = [
    fireEvent.keyDown(button('Allow once'), { key: ' ' }),
    fireEvent.keyUp(button('Allow once'), { key: ' ' }),
    fireEvent.keyDown(button('Deny'), { key: 'Enter' }),
  ]
  expect(fresh).toEqual([true, true, true])
})

it('counts a press of assistive technology, which has no beginning', async () => {
  await showFrame()
  await passTime(500)
  await act(async () => button('Allow once').click())
  expect(allowed).toBe(1)
})

it('allows nothing before what is asked was shown to its end, says what to look at, and refuses all the while', async () => {
  let end = 900
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.dataset['foot'] !== undefined) return new DOMRect(0, 500)
    return new DOMRect(0, 0, 0, this.dataset['mustSee'] === undefined ? 500 : end)
  })
  await showFrame()
  await passTime(500)
  expect([button('Deny').disabled, button('Allow once').disabled]).toEqual([false, true])
  expect(foot()?.textContent).toContain('the arguments')
  end = 500
  fireEvent.scroll(body())
  expect(button('Allow once').disabled).toBe(false)
  // Content stays seen after it was seen once.
  end = 900
  fireEvent.scroll(body())
  expect(button('Allow once').disabled).toBe(false)
})

it.each<[what: string, body: readonly [top: number, bottom: number], foot: number]>([
  ['in a window that is wide but low', [300, 300], 300],
  ['where the foot, which stays, stands before all of it', [300, 412], 250],
  ['where it was scrolled out of a dialog that scrolls as a whole', [-112, 0], 250],
])(
  'takes nothing for shown where there is no room to show a line of it, also when it is scrolled to its end: %s',
  async (_what, [top, bottom], edge) => {
    let [bodyTop, bodyBottom, footTop] = [top, bottom, edge]
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      if (this.dataset['foot'] !== undefined) return new DOMRect(0, footTop)
      if (this.dataset['body'] !== undefined) return new DOMRect(0, bodyTop, 0, bodyBottom - bodyTop)
      // Scrolled to its end, what has to be seen ends at the top of the body, or above it.
      return this.dataset['mustSee'] === undefined ? new DOMRect(0, 0, 0, 400) : new DOMRect(0, -2_000, 0, 1_900)
    })
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => bodyBottom - bodyTop)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2_000)
    await showFrame()
    await passTime(500)
    fireEvent.scroll(body())
    expect(button('Allow once').disabled).toBe(true)
    ;[bodyTop, bodyBottom, footTop] = [100, 140, 250]
    fireEvent.scroll(body())
    expect(button('Allow once').disabled).toBe(false)
  },
)

it('scrolls what is asked with the keys of pages from its title, where the focus is at first', async () => {
  await showFrame()
  Object.defineProperties(body(), { clientHeight: { value: 300 }, scrollHeight: { value: 2000 } })
  const places: number[] = []
  for (const key of ['{PageDown}', '{ArrowDown}', '{PageUp}', '{End}', '{Home}']) {
    await user.keyboard(key)
    places.push(body().scrollTop)
  }
  expect(places).toEqual([260, 300, 40, 2000, 0])
})

it('begins with the focus on its title, is described by who asks, and tells a screen reader that the answers wait', async () => {
  await showFrame()
  const dialog = screen.getByRole('dialog', { name: 'Allow echo?', description: 'Everything · on this computer' })
  expect(document.activeElement).toBe(within(dialog).getByRole('heading', { name: 'Allow echo?' }))
  const status = within(dialog).getByRole('status')
  expect(status.textContent).toBe('The answers can be pressed in a moment.')
  await passTime(500)
  expect(status.textContent).toBe('')
})
