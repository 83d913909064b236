import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { withFileLock } from './fileLock'
import { secondProcess } from './testing/secondProcess'
import { temporaryFolder } from './testing/temporaryFolder'

const never = new AbortController().signal

describe('withFileLock', () => {
  it('lets one after the other work, and the next one after a failure', async () => {
    using folder = temporaryFolder()
    let inside = 0
    const order: number[] = []
    const work = (number: number) => async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(number)
      inside--
      if (number === 1) throw new Error('failed')
    }
    const all = [1, 2, 3].map((number) => withFileLock(folder.file('a'), systemClock, work(number), never))
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  })

  it('waits for another process, leaves when its caller does, and gets the lock of one that was killed', async () => {
    using folder = temporaryFolder()
    using holder = secondProcess(new URL('./testing/lockHolder.ts', import.meta.url), [folder.file('a')])
    await once(holder.stdout ?? holder, 'data')
    const leaving = new AbortController()
    const left = withFileLock(folder.file('a'), systemClock, async () => 'in', leaving.signal)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    const waiting = withFileLock(folder.file('a'), systemClock, async () => 'in', never)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(await waiting).toBe('in')
  })
})
