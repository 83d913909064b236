import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '../storage/database'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { TestHost } from '../testing/testHost'

async function attach(host: TestHost, name: string, text: string): Promise<AttachedFile> {
  const { uploadId } = await host.call('files.begin', { name, bytes: text.length })
  await host.call('files.append', { uploadId, offset: 0, data: Buffer.from(text).toString('base64') })
  return await host.call('files.finish', { uploadId })
}

const DAY_MS = 86_400_000

/** Makes an attached file older, as time would. The host must not run. */
function age(dataDir: string, { sha256 }: AttachedFile, days: number): void {
  const database = new Database(join(dataDir, 'parley.db'))
  database.run('UPDATE file SET created = created - ? WHERE sha256 = ?', days * DAY_MS, sha256)
  database.close()
}

it('deletes exactly the files that were counted, and not what an unsent message still has', async () => {
  const before = await TestHost.start()
  const [old, unsent, fresh] = [
    await attach(before, 'old.txt', 'an old log'),
    await attach(before, 'unsent.txt', 'not sent yet'),
    await attach(before, 'fresh.txt', 'of today'),
  ]
  const { conversationId } = await before.call('chat.create', {})
  const drafted = [old, unsent, fresh].map(({ sha256, name }) => ({ sha256, name }))
  await before.call('files.saveDraft', { conversationId, files: drafted })
  const dataDir = await before.quit()
  for (const file of [old, unsent]) age(dataDir, file, 40)
  await using host = await TestHost.start({ dataDir })
  await host.call('files.saveDraft', { conversationId, files: [{ sha256: unsent.sha256, name: 'unsent.txt' }] })
  const month = Date.now() - 30 * DAY_MS
  expect(await host.call('files.totalBefore', { before: month })).toEqual({ count: 1, bytes: old.bytes })
  expect(await host.call('files.deleteBefore', { before: month })).toEqual({ count: 1, bytes: old.bytes })
  expect(readdirSync(join(dataDir, 'files')).toSorted()).toEqual([unsent.sha256, fresh.sha256].toSorted())
  expect(await host.call('files.exists', { sha256: old.sha256 })).toBe(false)
  expect(await host.call('files.exists', { sha256: unsent.sha256 })).toBe(true)
  expect(host.computed('files.stored')).toEqual({ count: 2, bytes: unsent.bytes + fresh.bytes, deleted: 1 })
})

it('deletes more files than one slice takes, and each of them once', async () => {
  await using host = await TestHost.start()
  for (let number = 0; number < 25; number++) await attach(host, 'boat.txt', `boat ${number}`)
  expect(await host.call('files.deleteBefore', { before: Date.now() + DAY_MS })).toMatchObject({ count: 25 })
  expect(readdirSync(join(host.dataDir, 'files'))).toEqual([])
})

it('says what the parts of the data folder take', async () => {
  await using host = await TestHost.start()
  await attach(host, 'boat.txt', 'x'.repeat(200_000))
  const sizes = await host.call('files.dataSizes', {})
  expect(existsSync(join(host.dataDir, 'search.db')) ? sizes.searchIndex : 1).toBeGreaterThan(0)
  // The text of the file is in the database, its content is not.
  expect(sizes.database).toBeGreaterThan(200_000)
  expect(sizes.copies).toBe(0)
})
