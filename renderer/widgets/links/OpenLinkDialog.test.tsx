import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWithHost } from '../../testing/renderWithHost'
import { passTime } from '../../testing/settle'
import { useLinkToOpen } from '../../state/linkToOpen'
import { OpenLinkDialog } from './OpenLinkDialog'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useLinkToOpen.setState({ url: undefined })
})

const opens = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open in browser' })

it('lets nobody open a link before they could see where it leads, nor after the dialog has moved under the pointer', async () => {
  await renderWithHost(<OpenLinkDialog />)
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
  await passTime(499)
  expect(opens().disabled).toBe(true)
  await passTime(2)
  expect(opens().disabled).toBe(false)

  // The first notification of a ResizeObserver reports the initial size of the box.
  await act(async () => moves.forEach((tell) => tell()))
  expect(opens().disabled).toBe(false)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  await act(async () => moves.forEach((tell) => tell()))
  expect(opens().disabled).toBe(true)
  await passTime(501)
  expect(opens().disabled).toBe(false)
})
