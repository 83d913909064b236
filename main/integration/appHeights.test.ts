import { expect, it } from 'vitest'
import { AppHost } from '../testing/appHost'

const heights = async (test: AppHost, { conversationId }: AppHost) => {
  const { messages } = (await test.host.call('chat.open', { conversationId })).conversation
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call.ui?.height] : [])))
}

// Catches: the place of an app is as high as nothing after a restart, and what stands below it jumps when the app is started again.
it('how high an app was in its conversation is known after a restart, and of an app that is not open nothing is kept', async () => {
  const before = await AppHost.start()
  const { appId } = await before.start()
  await before.host.call('apps.keepHeight', { appId, height: 240 })
  await before.host.call('apps.keepHeight', { appId, height: 412 })
  await before.start()
  expect(await heights(before, before)).toEqual([412, undefined])
  await before.host.call('apps.stop', { appId })
  await expect(before.host.call('apps.keepHeight', { appId, height: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const dataDir = await before.host.quit()
  await using test = await AppHost.start({ dataDir })
  expect(await heights(test, before)).toEqual([412, undefined])
})

it('a temporary conversation knows it too, as long as it is there', async () => {
  await using test = await AppHost.start({ temporary: true })
  const { appId } = await test.start()
  await test.host.call('apps.keepHeight', { appId, height: 99 })
  expect(await heights(test, test)).toEqual([99])
})
