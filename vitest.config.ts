import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one core free; with two, that would be half of them.
    maxWorkers: '100%',
    // Files share a worker's modules and its jsdom: nothing of ours keeps state in a module that a test does not reset, and check is a third faster.
    projects: [
      {
        test: {
          name: 'host',
          isolate: false,
          environment: 'node',
          include: ['{shared,main,app,scripts}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'e2e', isolate: false, environment: 'node', include: ['e2e/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { name: 'renderer', isolate: false, environment: 'jsdom', include: ['renderer/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
    ],
  },
})
