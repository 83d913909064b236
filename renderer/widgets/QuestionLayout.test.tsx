import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { renderWithHost } from '../testing/renderWithHost'
import { Button } from '../ui/Button'
import { preventEnterActivation } from '../ui/preventEnterActivation'
import { QuestionLayout } from './QuestionLayout'
import { mustSee } from '../ui/hooks/useRequiredReading'

const useAsked = create<{ readonly content: string; readonly note: string }>(() => ({ content: 'first', note: '' }))
let allowed = 0
let refused = 0

function Asking() {
  const { content, note } = useAsked()
  return (
    <QuestionLayout
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
    </QuestionLayout>
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
  const shown = await renderWithHost(<Asking />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Armed anew, under the clock that stands still.
  await appear()
  return shown
}
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`No button ${name}`)
  return found
}
const isOff = (): boolean => button('Deny').disabled && button('Allow once').disabled
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const appear = (): Promise<void> => act(async () => void window.dispatchEvent(new Event('focus')))
const fire = (target: EventTarget, event: Event): Promise<void> => act(async () => void target.dispatchEvent(event))
const mouse = (type: string): MouseEvent => new MouseEvent(type, { bubbles: true, cancelable: true, detail: 1 })
const key = (type: string, name: string, repeat = false): KeyboardEvent =>
  new KeyboardEvent(type, { key: name, repeat, bubbles: true, cancelable: true })
const press = async (name: string): Promise<void> => {
  await fire(button(name), mouse('pointerdown'))
  await fire(button(name), mouse('click'))
}

it('lets nothing be pressed for half a second after it appears', async () => {
  await using _shown = await showFrame()
  await pass(499)
  expect(isOff()).toBe(true)
  await pass(1)
  expect(isOff()).toBe(false)
  await press('Allow once')
  expect(allowed).toBe(1)
})

it.each([
  ['its content changes', () => act(async () => useAsked.setState({ content: 'second' }))],
  ['its window gets the focus', appear],
  ['it can be seen again', () => fire(document, new Event('visibilitychange'))],
  [
    'its foot stands elsewhere',
    async () => {
      const foot = document.querySelector('[data-foot]')
      if (foot) Object.defineProperty(foot, 'offsetTop', { value: 40, configurable: true })
      await fire(window, new Event('resize'))
    },
  ],
])('H08: waits again when %s', async (_what, change) => {
  await using _shown = await showFrame()
  await pass(500)
  expect(isOff()).toBe(false)
  await change()
  expect(isOff()).toBe(true)
  await pass(500)
  expect(isOff()).toBe(false)
})

it('does not wait again while somebody scrolls in it, for its answers stay where they are', async () => {
  await using _shown = await showFrame()
  await pass(500)
  await fire(document.querySelector('[data-must-see]') ?? window, new Event('scroll', { bubbles: true }))
  expect(isOff()).toBe(false)
})

it('takes no click that was begun before, or on something else', async () => {
  await using _shown = await showFrame()
  await fire(button('Allow once'), mouse('pointerdown'))
  await pass(500)
  await fire(button('Allow once'), mouse('click'))
  await fire(button('Deny'), mouse('click'))
  expect([allowed, refused]).toEqual([0, 0])
  await press('Deny')
  expect(refused).toBe(1)
})

it('takes no key that was held down before: Space has to be fresh, and Enter allows nothing', async () => {
  await using _shown = await showFrame()
  await pass(500)
  const held = key('keydown', ' ', true)
  const end = key('keyup', ' ')
  const enter = key('keydown', 'Enter')
  const heldEnter = key('keydown', 'Enter', true)
  await fire(button('Allow once'), held)
  await fire(button('Allow once'), end)
  await fire(button('Allow once'), enter)
  await fire(button('Deny'), heldEnter)
  expect([held, end, enter, heldEnter].map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true, true, true])
  const fresh = [key('keydown', ' '), key('keyup', ' ')]
  for (const event of fresh) await fire(button('Allow once'), event)
  const enterOnDeny = key('keydown', 'Enter')
  await fire(button('Deny'), enterOnDeny)
  expect([...fresh, enterOnDeny].map(({ defaultPrevented }) => defaultPrevented)).toEqual([false, false, false])
})

it('counts a press of assistive technology, which has no beginning', async () => {
  await using _shown = await showFrame()
  await pass(500)
  await act(async () => button('Allow once').click())
  expect(allowed).toBe(1)
})

it('allows nothing before what is asked was shown to its end, says what to look at, and refuses all the while', async () => {
  let end = 900
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, 0, this.dataset['mustSee'] === undefined ? 500 : end)
  })
  await using _shown = await showFrame()
  await pass(500)
  expect([button('Deny').disabled, button('Allow once').disabled]).toEqual([false, true])
  expect(document.querySelector('[data-foot]')?.textContent).toContain('the arguments')
  end = 500
  await fire(document.querySelector('[role="group"]') ?? window, new Event('scroll'))
  expect(button('Allow once').disabled).toBe(false)
  // What was seen once stays seen.
  end = 900
  await fire(document.querySelector('[role="group"]') ?? window, new Event('scroll'))
  expect(button('Allow once').disabled).toBe(false)
})

it('begins with the focus on its title, is described by who asks, and tells a screen reader that the answers wait', async () => {
  await using _shown = await showFrame()
  const dialog = document.querySelector('[role="dialog"]')
  const described = document.getElementById(dialog?.getAttribute('aria-describedby') ?? '')
  expect([document.activeElement?.textContent, described?.textContent]).toEqual(['Allow echo?', 'Everything · on this computer'])
  const status = dialog?.querySelector('[data-foot] [role="status"]')
  expect(status?.textContent).toBe('The answers can be pressed in a moment.')
  await pass(500)
  expect(status?.textContent).toBe('')
})
