import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenedFrame } from '../../../shared/confinedFrames/frameContent'
import { setFrameOpener } from '../../confinedFrame/frameOpener'
import { settle } from '../../testing/settle'
import { DiagramBlock } from './DiagramBlock'

afterEach(() => {
  setFrameOpener(undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Whatever it observes is near the window at once. */
class NearObserver {
  constructor(readonly report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {}
  observe(): void {
    this.report([{ isIntersecting: true }])
  }
  disconnect(): void {}
}

it('says that a diagram is being drawn, until it is, and its source stands there meanwhile', async () => {
  vi.stubGlobal('IntersectionObserver', NearObserver)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const frame = Promise.withResolvers<OpenedFrame>()
  setFrameOpener(() => frame.promise)
  render(<DiagramBlock code="flowchart LR" source={<code>flowchart LR</code>} />)
  expect(screen.getByText('Drawing the diagram…')).toBeTruthy()
  await act(async () => frame.reject(new Error('There is no frame')))
  await settle()
  expect(screen.queryByText('Drawing the diagram…')).toBeNull()
  expect(screen.getByText('The diagram could not be drawn. Its source is above.')).toBeTruthy()
  expect(screen.getByText('flowchart LR')).toBeTruthy()
})
