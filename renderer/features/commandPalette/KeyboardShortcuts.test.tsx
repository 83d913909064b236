import { act, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { openKeys } from '../../state/navigation'
import { renderWithHost } from '../../testing/renderWithHost'
import { KeyboardShortcuts } from './KeyboardShortcuts'

it('names the keys between the questions as this keyboard prints them: no German keyboard has [ without a third key', async () => {
  const layout = new Map([
    ['BracketLeft', 'ü'],
    ['BracketRight', '+'],
  ])
  Object.defineProperty(navigator, 'keyboard', { configurable: true, value: { getLayoutMap: () => Promise.resolve(layout) } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'keyboard'))
  await renderWithHost(<KeyboardShortcuts />)
  act(() => openKeys(true))
  const keysOf = (does: string): string | null | undefined => screen.getByText(does).nextElementSibling?.textContent
  expect([keysOf('Previous question'), keysOf('Next question')]).toEqual(['CtrlÜ', 'Ctrl+'])
})
