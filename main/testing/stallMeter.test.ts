import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { StallMeter } from './stallMeter'

it.runIf(process.platform === 'linux')('sees a thread that stands still without work: for a lock, or for another process', async () => {
  using stalls = new StallMeter()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
  // The test's own timeout ends the wait of a meter that does not see it.
  while (stalls.longestClockMs < 2_000) await turn()
  expect(stalls.longestMs).toBeLessThan(1_000)
})
