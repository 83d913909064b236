import { fork } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Works until V8 has a large reserve for new objects, says how large, and says so again when asked. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const reserveMb = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20
  let kept = []
  while (reserveMb() < 32) kept = [...kept.slice(-200_000), ...Array.from({ length: 50_000 }, (_, n) => ({ n }))]
  kept = []
  process.on('message', (message) => message.reserve && process.send({ reserveMb: reserveMb() }))
  process.send({ reserveMb: reserveMb() })
`

/** Starts a program under the probe, with something planted or nothing. `next` is the next thing that it says. */
function underProbe(program: string, plant = '') {
  const folder = mkdtempSync(join(tmpdir(), 'parley-probe-'))
  writeFileSync(join(folder, 'program.mjs'), program)
  const execArgv = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href]
  const child = fork(join(folder, 'program.mjs'), [], { execArgv, env: { ...process.env, PARLEY_SOAK_PLANT: plant } })
  const answers = on(child, 'message')
  return {
    next: async (): Promise<Record<string, number>> => (await answers.next()).value?.[0],
    ask: (message: Readonly<Record<string, boolean>>) => child.send(message),
    [Symbol.dispose]: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

it.runIf(process.platform === 'linux')('measures what Parley uses, without what V8 keeps in reserve for objects to come', async () => {
  using busy = underProbe(program)
  const before = await busy.next()
  busy.ask({ measure: true })
  const measured = await busy.next()
  busy.ask({ reserve: true })
  const after = await busy.next()
  expect(before['reserveMb']).toBeGreaterThanOrEqual(32)
  expect(after['reserveMb']).toBeLessThan(8)
  expect(Object.keys(measured)).toEqual(['heapMb', 'externalMb', 'handles'])
})

it.runIf(process.platform === 'linux')('plants five handles a second, also where a busy machine lets its timer ring once', async () => {
  // For two seconds nothing else runs.
  const heldUp = `setTimeout(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    setTimeout(() => setTimeout(() => process.send({}), 0), 0)
  }, 0)`
  using busy = underProbe(heldUp, 'handle')
  await busy.next()
  busy.ask({ measure: true })
  expect((await busy.next())['handles']).toBeGreaterThanOrEqual(10)
})
