import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Installing } from '../../shared/domain/connectionState'
import type { Launch } from '../../shared/domain/server'
import { define, failureOf, serverId, testPool, type TestPool } from './testing/poolFixture'

/** A server that a program called npx runs only when the test lets it. */
function cold(...server: readonly string[]): { readonly launch: Launch; open(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-npx-'))
  const npx = join(folder, 'npx')
  symlinkSync(process.execPath, npx)
  const [file = '', ...args] = server
  const here = (name: string): string => join(import.meta.dirname, 'testing', name)
  const launch: Launch = {
    kind: 'stdio',
    command: npx,
    args: [here('slowInstall.mjs'), join(folder, 'gate'), here(file), ...args],
    env: {},
  }
  return { launch, open: () => writeFileSync(join(folder, 'gate'), '') }
}

/** Resolves with what is shown while the server is installed. */
function installing(test: TestPool): Promise<Installing> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = test.pool.states()[serverId('cold')]
      if (state?.phase === 'starting' && state.installing) resolve(state.installing)
    }
    test.pool.stateChanges.subscribe(look)
    look()
  })
}

it.each([
  ['2025', ['oddServer.mjs', 'plain'], '2025-11-25'],
  ['2026', ['modernPipe.mjs'], '2026-07-28'],
] as const)(
  'a server of %s that npx installs for longer than servers may take becomes ready, and what npx prints is shown',
  async (_era, server, protocol) => {
    const { launch, open } = cold(...server)
    await using test = testPool([define('cold', launch)], { limits: { connectMs: 2_400, installMs: 60_000 } })
    const started = test.pool.start(serverId('cold'))
    expect(await installing(test)).toEqual({ program: 'npx', printed: 'npm http fetch GET 200' })
    open()
    await started
    expect(test.pool.states()[serverId('cold')]).toMatchObject({ phase: 'ready', negotiation: { version: protocol } })
  },
  20_000,
)

it('an installation that takes too long ends with a sentence of its own', async () => {
  const { launch } = cold('oddServer.mjs', 'plain')
  await using test = testPool([define('cold', launch)], { limits: { connectMs: 300, installMs: 900 } })
  const error = await failureOf(test.pool.start(serverId('cold')))
  expect([error.code, error.reason]).toEqual(['TIMED_OUT', 'session.installTimedOut'])
})
