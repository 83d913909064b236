import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { OrphanProcessWatchdog } from './orphanProcessWatchdog'

it.runIf(process.platform !== 'win32')('a system that can start nothing more costs servers their guard, and not their start', () => {
  const guard = new OrphanProcessWatchdog(() => {
    throw new Error('spawn ENOMEM')
  })
  expect(() => guard.add(process.pid)).not.toThrow()
  expect(() => guard.remove(process.pid)).not.toThrow()
})

it.runIf(process.platform !== 'win32')('a guard that ends whenever it is started is not started for ever', async () => {
  const started: ChildProcess[] = []
  const guard = new OrphanProcessWatchdog(() => {
    const shell = spawn('/bin/sh', ['-c', 'exit'], { stdio: ['pipe', 'ignore', 'ignore'] })
    started.push(shell)
    return shell
  })
  guard.add(process.pid)
  for (const shell of started) await once(shell, 'exit')
  expect(started).toHaveLength(4)
})
