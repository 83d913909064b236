import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { jpegOf } from '../apps/testing/jpegOf'
import { AppHost } from '../testing/appHost'
import { TestHost } from '../testing/testHost'

const area = { x: 0, y: 0, width: 600, height: 300 }
const MARK = 'canary-picture'
/** With a mark that can be found in a file, longer than a page of the database. */
const jpeg = Buffer.concat([jpegOf(600, 300), Buffer.from(MARK.repeat(1_000))])
const page = { capture: () => Promise.resolve(jpeg) }

const isOnDisk = (dataDir: string): boolean =>
  readdirSync(dataDir).some((name) => name.startsWith('parley.db') && readFileSync(join(dataDir, name)).includes(MARK))

/** Has a picture of an app kept, and returns the call of the app. */
async function keepPicture(test: AppHost) {
  const call = await test.run('show_page')
  const { appId } = await test.startOf(call)
  expect(await test.host.call('apps.takePicture', { appId, area })).toBe(true)
  await test.host.call('apps.keepPicture', { appId })
  return { conversationId: test.conversationId, callId: call.id, appId }
}

// Catches: what an app drew stays in the file when its conversation was deleted.
it('L27: how an app looked last is there after a restart, and goes with its conversation', async () => {
  const before = await AppHost.start({ page })
  const { conversationId, callId, appId } = await keepPicture(before)
  const picture = { jpeg: jpeg.toString('base64'), takenAt: expect.any(Number) }
  expect(await before.host.call('apps.picture', { conversationId, callId })).toEqual(picture)
  await before.host.call('apps.stop', { appId })
  await expect(before.host.call('apps.takePicture', { appId, area })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const dataDir = await before.host.quit()
  expect(isOnDisk(dataDir)).toBe(true)

  const again = await TestHost.start({ dataDir })
  expect(await again.call('apps.picture', { conversationId, callId })).toEqual(picture)
  await again.call('chat.remove', { conversationIds: [conversationId] })
  await again.quit()
  const last = await TestHost.start({ dataDir })
  expect(await last.call('apps.picture', { conversationId, callId })).toBeNull()
  expect(isOnDisk(dataDir)).toBe(false)
  await last.quit()
  expect(isOnDisk(dataDir)).toBe(false)
  rmSync(dataDir, { recursive: true })
})

it('that of a temporary conversation is in memory, and goes to the disk when a person keeps it', async () => {
  await using test = await AppHost.start({ page, temporary: true })
  const { appId, ...ofCall } = await keepPicture(test)
  await test.host.call('apps.stop', { appId })
  const picture = await test.host.call('apps.picture', ofCall)
  expect([picture?.jpeg, isOnDisk(test.host.dataDir)]).toEqual([jpeg.toString('base64'), false])
  await test.host.call('chat.keep', { conversationId: test.conversationId })
  expect(await test.host.call('apps.picture', ofCall)).toEqual(picture)
  expect(isOnDisk(test.host.dataDir)).toBe(true)
})

it('L27: a shell that takes no pictures has none, and a page cannot bring its own', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const { appId } = await test.startOf(call)
  expect(await test.host.call('apps.takePicture', { appId, area })).toBe(false)
  await test.host.ask('apps.keepPicture', { appId, jpeg: jpeg.toString('base64') })
  expect(await test.host.call('apps.picture', { conversationId: test.conversationId, callId: call.id })).toBeNull()
})
