import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWithHost } from '../../testing/renderWithHost'
import { useLinkToOpen } from './linkToOpen'
import { OpenLinkDialog } from './OpenLinkDialog'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useLinkToOpen.setState({ url: undefined })
})

const opens = (): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open in browser')
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

it('lets nobody open a link before they could see where it leads, nor after the dialog has moved under the pointer', async () => {
  await using _shown = await renderWithHost(<OpenLinkDialog />)
  const moves: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        moves.push(tell)
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => useLinkToOpen.setState({ url: 'https://example.com/' }))
  await pass(499)
  expect(opens()?.disabled).toBe(true)
  await pass(2)
  expect(opens()?.disabled).toBe(false)

  // What an observer says first is the size that the box appeared with.
  await act(async () => moves.forEach((tell) => tell()))
  expect(opens()?.disabled).toBe(false)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  await act(async () => moves.forEach((tell) => tell()))
  expect(opens()?.disabled).toBe(true)
  await pass(501)
  expect(opens()?.disabled).toBe(false)
})
