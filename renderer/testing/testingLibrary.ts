import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { settle } from './settle'

// jsdom counts the frames that are asked for, and starts its clock for the first. A frame that was asked for while a test held the clock
// never came, and so no later one, in any file of the worker. These frames come by the real clock.
const { setTimeout: later, clearTimeout: cancelLater } = globalThis
const FRAME_MS = 16

// The setup that Testing Library does by itself with runners that have global hooks. Vitest has none here.
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  // jsdom has no layout, so no element ever changes its size.
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  requestAnimationFrame: (run: FrameRequestCallback) => Number(later(() => run(performance.now()), FRAME_MS)),
  cancelAnimationFrame: (frame: number) => cancelLater(frame),
})
configure({
  // A busy machine must not cause a failure.
  asyncUtilTimeout: 10_000,
  // Wraps each action of `user` and each wait, so that its immediate effects are complete when it returns, with real and with fake timers.
  // Testing Library's own wrapper would wait for a fake timer that nothing advances.
  asyncWrapper: async (work) => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
    try {
      return await work()
    } finally {
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
      await settle()
    }
  },
})
afterEach(cleanup)
