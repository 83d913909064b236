import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one core free; with two, that would be half of them.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'host', environment: 'node', include: ['{shared,main,app,scripts}/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { name: 'e2e', environment: 'node', include: ['e2e/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { name: 'renderer', environment: 'jsdom', include: ['renderer/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
    ],
  },
})
