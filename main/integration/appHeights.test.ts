import { expect, it } from 'vitest'
import { AppHost, board } from '../testing/appHost'

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

// Catches: the place of an app whose server was stopped right after the app became higher is as high as before, and what stands below it jumps.
it('the height of an app that the host ended is kept, though the page tells of it later', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const { appId } = await test.startOf(call)
  await test.host.call('apps.keepHeight', { appId, height: 240 })
  await test.host.call('servers.stop', { serverId: board })
  await test.ended()
  await test.host.call('apps.keepHeight', { appId, height: 300 })
  await test.host.call('apps.keepHeight', { appId, height: 412 })
  expect(await heights(test, test)).toEqual([412])
  // Nothing of it counts once there is another one.
  await test.host.call('servers.start', { serverId: board })
  await test.host.until('connections.states', (states) => states[board]?.phase === 'ready')
  await test.startOf(call)
  await expect(test.host.call('apps.keepHeight', { appId, height: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('an app that was started anew in another page does not take its height from the one before', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const before = await test.startOf(call)
  const { appId } = await test.startOf(call)
  await test.host.call('apps.keepHeight', { appId, height: 240 })
  await expect(test.host.call('apps.keepHeight', { appId: before.appId, height: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await heights(test, test)).toEqual([240])
})
