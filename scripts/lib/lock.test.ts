import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
