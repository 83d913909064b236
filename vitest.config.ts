import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/lib/compileMessages.mjs'

/** They count blocks of code as they run, or stalls: a process of its own, in which no other test has left anything. */
const measured = ['e2e/work/**/*.test.ts', 'main/integration/floods.test.ts']
const withServers = [
  'main/{integration,calls,catalog,connections,net,oauth,parsing,session,subscriptions,transport}/**/*.test.ts',
  'e2e/**/*.test.ts',
]

/** Every text is its id: what fails now depends on words instead of facts. `npm test` runs it as its step `facts`. */
const ids = process.env['PARLEY_MESSAGES'] === 'ids'
const plugins = [compileMessages({ ids })]

/** Tests of the words themselves: of the catalogues, and of what somebody reads outside of the page. */
const ofWords = ids ? ['shared/i18n/**', '**/*.words.test.ts'] : []

export default defineConfig({
  test: {
    // A failure says all of what it compared, also where only its message is kept.
    chaiConfig: { truncateThreshold: 0 },
    // Vitest leaves one core free; with two, that would be half of them.
    maxWorkers: '100%',
    tags: [
      {
        name: 'slow',
        description: 'Takes long: load, hostile input, other processes, derivation of keys. `npm test` runs it, `npm run check` does not.',
      },
    ],
    // Without isolation files share a worker and its jsdom, and check takes half as long.
    projects: [
      {
        plugins,
        test: {
          name: 'host',
          isolate: false,
          environment: 'node',
          include: ['{shared,main,app,scripts}/**/*.test.ts'],
          exclude: [...withServers, ...ofWords],
          testTimeout: 20_000,
        },
      },
      // What starts real servers takes its time: `npm test` runs it, `npm run check` does not.
      {
        plugins,
        test: {
          name: 'servers',
          isolate: false,
          environment: 'node',
          include: withServers,
          exclude: measured,
          testTimeout: 20_000,
          // What another process does takes longer than the usual second on a loaded machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        plugins,
        test: { name: 'measured', isolate: true, environment: 'node', include: measured, testTimeout: 60_000 },
      },
      {
        plugins,
        test: {
          name: 'renderer',
          isolate: false,
          environment: 'jsdom',
          include: ['renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['renderer/testing/freshModules.ts', 'renderer/testing/testingLibrary.ts'],
          // The views of a test go away before its own afterEach resets the stores that they read.
          sequence: { hooks: 'list' },
          testTimeout: 20_000,
        },
      },
    ],
  },
})
