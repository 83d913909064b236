import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSleeps } from './lib/findSleeps'

const root = join(import.meta.dirname, '..')
const globs = [
  '{app,main,preload,renderer,scripts,shared}/**/*.test.{ts,tsx}',
  '{app,main,preload,renderer,scripts,shared}/**/testing/**/*.{ts,tsx,mjs}',
  'e2e/**/*.{ts,mjs,cjs}',
]
/** The bench measures time. The soak's person and faults take theirs. That nothing leaves is listened for during a time. The fake keychain takes as long as a real one, so that several processes use it at the same time. */
const isOnPurpose = (file: string): boolean =>
  /^e2e[\\/](bench|soak)[\\/](?!.*\.test\.ts$)|^e2e[\\/]leaks[\\/]leakTabs\.ts$|[\\/]sharedKey\.ts$/.test(file)

it('no test, and nothing that tests use, waits for a time to pass', () => {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).filter((file) => !isOnPurpose(file))
  expect(files.length).toBeGreaterThan(300)
  const sleepers = files.flatMap((file) => findSleeps(file, readFileSync(join(root, file), 'utf8')).map((sleep) => `${file}: ${sleep}`))
  expect(sleepers).toEqual([])
})

it.each([
  'await page.waitForTimeout(100)',
  'await new Promise((resolve) => setTimeout(resolve, 20))',
  'await act(async () => new Promise((resolve) => { setTimeout(() => resolve(1), 160) }))',
  "import { setTimeout as nap } from 'node:timers/promises'\nawait nap(20)",
  "import { setTimeout } from 'timers/promises'\nconst pause = () => setTimeout(PAUSE_MS)",
  'for (const each of list) await new Promise((resolve) => setTimeout(resolve, 5))',
])('sees the wait in %j', (text) => {
  expect(findSleeps('some.test.ts', text)).toHaveLength(1)
})

it.each([
  "import { setTimeout as wait } from 'node:timers/promises'\nwhile (!isSo()) await wait(5)",
  "import { setTimeout as wait } from 'node:timers/promises'\nconst sleep = (ms: number) => wait(ms / 100)",
  "import { setTimeout as wait } from 'node:timers/promises'\nawait Promise.race([done, wait(5_000)])",
  'for (;;) { if (isSo()) break; await new Promise((resolve) => setTimeout(resolve, 5)) }',
  'await new Promise((resolve) => setTimeout(resolve))',
  'const watchdog = setTimeout(() => process.exit(1), 60_000)',
  'test.setTimeout(120_000)',
])('has nothing against %j', (text) => {
  expect(findSleeps('some.test.ts', text)).toEqual([])
})

it('no test measures the processor time of a process that it shares with other tests', () => {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).filter((file) => !isOnPurpose(file))
  const shared = new RegExp('process\\.cpu' + 'Usage')
  expect(files.filter((file) => shared.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
