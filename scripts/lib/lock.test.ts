import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('lets one at a time do work of the same name', async () => {
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
  }
  await Promise.all([withLock(folder, 'build', work('one')), withLock(folder, 'build', work('two'))])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

it('frees the lock when the work fails', async () => {
  await expect(withLock(folder, 'build', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(existsSync(join(folder, 'build.lock'))).toBe(false)
})

it('does not wait for an owner that was killed', { tags: ['slow'] }, async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, 'build.lock'), String(pid))
  expect(await withLock(folder, 'build', async () => 'done')).toBe('done')
})

it('leaves the lock of a dead process to the one that is taking it over', { tags: ['slow'] }, async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const file = join(folder, 'build.lock')
  writeFileSync(file, String(pid))
  writeFileSync(`${file}.takeover`, String(process.pid))
  const done = withLock(folder, 'build', async () => 'done')
  // Its first look is over. The other process may have its own lock there by now.
  expect(readFileSync(file, 'utf8')).toBe(String(pid))
  rmSync(`${file}.takeover`)
  expect([await done, readdirSync(folder)]).toEqual(['done', []])
})
