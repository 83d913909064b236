import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { settle } from './settle'

// What Testing Library does by itself where a runner has global hooks, which Vitest does not have here.
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  // The test's page has no layout, so nothing in it ever changes its size.
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})
configure({
  // A busy machine is no reason to fail.
  asyncUtilTimeout: 10_000,
  // Around each action of `user` and each wait: what follows from it at once has happened when it returns, with real and with fake timers.
  // The wrapper of Testing Library would wait for a fake timer that nobody moves.
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
