import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startOf } from '../main/transport/processIdentity'
import { claimDataFolder, liveHost } from './singleInstance'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-one-host-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (record: unknown): void =>
  writeFileSync(join(folder, 'host.json'), typeof record === 'string' ? record : JSON.stringify(record))

it('gives a folder to the first and names the first to the second', () => {
  const first = claimDataFolder(folder, 'browser')
  if (first.how === 'claimed') first.claim.announce({ port: 4711, secret: 'x'.repeat(43) })
  const second = claimDataFolder(folder, 'electron')
  expect([first.how, second]).toEqual([
    'claimed',
    {
      how: 'taken',
      by: { shell: 'browser', pid: process.pid, started: startOf(process.pid), door: { port: 4711, secret: 'x'.repeat(43) } },
    },
  ])
})

it('frees the folder when it is released', () => {
  const first = claimDataFolder(folder, 'browser')
  if (first.how === 'claimed') first.claim.release()
  expect([liveHost(folder), claimDataFolder(folder, 'browser').how]).toEqual([undefined, 'claimed'])
})

it('ends well also where its record can no longer be written', () => {
  const first = claimDataFolder(folder, 'browser')
  rmSync(folder, { recursive: true })
  expect(() => first.how === 'claimed' && first.claim.withdraw()).not.toThrow()
})

it('takes the folder of a host that was killed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const { pid = 0 } = child
  write({ shell: 'browser', pid, started: startOf(pid) })
  expect(claimDataFolder(folder, 'browser').how).toBe('taken')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimDataFolder(folder, 'browser').how).toBe('claimed')
})

it('does not take another process with the same number for the host', () => {
  write({ shell: 'browser', pid: process.pid, started: 'another time' })
  expect(claimDataFolder(folder, 'browser').how).toBe('claimed')
})

it.each(['', '{"pid":', '[]', '{"shell":"browser","pid":-1,"started":""}'])('starts although host.json holds %j', (text) => {
  write(text)
  expect(claimDataFolder(folder, 'browser').how).toBe('claimed')
})

it('says so when the folder cannot be one', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => claimDataFolder(join(file, 'data'), 'browser')).toThrow('shell.dataFolder')
})

it('keeps the word that gives out links from other users', () => {
  const first = claimDataFolder(folder, 'browser')
  if (first.how === 'claimed') first.claim.announce({ port: 4711, secret: 'x'.repeat(43) })
  expect(statSync(join(folder, 'host.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'host.json'), 'utf8')).toContain('"door"')
})
