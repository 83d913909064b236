import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DownloadId } from '../../shared/domain/ids'
import { TestHost } from '../testing/testHost'

let folder: string
let suggested: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-downloads-'))
  suggested = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const saving = (path: string | undefined) =>
  TestHost.start({
    ports: {
      pickSaveFile: async (name) => {
        suggested.push(name)
        return path
      },
    },
  })
async function begin(host: TestHost, name = 'code.py'): Promise<DownloadId> {
  const started = await host.call('downloads.begin', { name })
  if (started?.to !== 'file') throw new Error('the host writes no file')
  return started.downloadId
}

// Catches a half file under the name that the person chose, and pieces that are written twice or in a wrong order.
it('writes a file that has its name only when it is whole', async () => {
  const path = join(folder, 'mine.py')
  writeFileSync(path, 'what was there')
  await using host = await saving(path)
  const downloadId = await begin(host)
  await host.call('downloads.append', { downloadId, offset: 0, data: base64('print(1)\n') })
  await expect(host.call('downloads.append', { downloadId, offset: 0, data: base64('print(1)\n') })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(readFileSync(path, 'utf8')).toBe('what was there')
  await host.call('downloads.append', { downloadId, offset: 9, data: base64('print(2)\n') })
  await host.call('downloads.finish', { downloadId })
  expect(readFileSync(path, 'utf8')).toBe('print(1)\nprint(2)\n')
  expect(readdirSync(folder)).toEqual(['mine.py'])
  await expect(host.call('downloads.append', { downloadId, offset: 18, data: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

// Catches a page that chooses a path, or a program, by the name that it suggests.
it('suggests safe names only', async () => {
  await using host = await saving(undefined)
  for (const name of ['code.js', '../../.bashrc', 'free.exe']) expect(await host.call('downloads.begin', { name })).toBeNull()
  expect(suggested).toEqual(['code.js', 'bashrc', 'free.exe.txt'])
})

// Catches files that stay half written beside the others when a page closes, cancels, or saves something else.
it('leaves nothing of a download that did not end', async () => {
  const host = await saving(join(folder, 'big.txt'))
  const first = await begin(host)
  const second = await begin(host)
  await host.call('downloads.cancel', { downloadId: first })
  expect(readdirSync(folder)).toHaveLength(1)
  await host.call('downloads.cancel', { downloadId: second })
  expect(readdirSync(folder)).toEqual([])
  await begin(host)
  await host[Symbol.asyncDispose]()
  expect(readdirSync(folder)).toEqual([])
})

it('says so when the file cannot be written, and leaves saving to the browser where there is no dialog', async () => {
  await using host = await saving(join(folder, 'no/such/folder/x'))
  await expect(host.call('downloads.begin', { name: 'x' })).rejects.toMatchObject({ code: 'NOT_SAVED' })
  await using browser = await TestHost.start()
  expect(await browser.call('downloads.begin', { name: 'x' })).toEqual({ to: 'page' })
  expect(existsSync(join(folder, 'x'))).toBe(false)
})
