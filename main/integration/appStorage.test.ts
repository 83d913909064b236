import { expect, it } from 'vitest'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { APP_STORAGE_CHARACTERS } from '../../shared/confinedFrames/appStorage'
import { AppHost, board } from '../testing/appHost'

/** What an app finds in its storage. */
async function foundIn(test: AppHost, frame: OpenedFrame): Promise<unknown> {
  const [id = ''] = new URL(frame.origin).host.split('.')
  await test.host.answerFrame(id, '/')
  await test.host.answerFrame(id, '/self-test')
  const { body } = await test.host.answerFrame(id, '/document')
  const [, json = ''] = /data-json="([^"]*)"/.exec(body) ?? []
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

it('what an app keeps is there for the next app of its server, also after a restart, and goes with the server', async () => {
  const before = await AppHost.start()
  const call = await before.run('show_page')
  const { appId, frame } = await before.startOf(call)
  expect(await foundIn(before, frame)).toEqual([])
  const view = '{"zoom":"2 & \\"a\\""}'
  await before.host.call('apps.store', {
    appId,
    changes: [
      ['board-1', view],
      ['__proto__', '</script><!--'],
      ['gone', 'x'],
    ],
  })
  await before.host.call('apps.store', { appId, changes: [['gone', null]] })
  await expect(before.host.call('apps.store', { appId, changes: [['more', 'x'.repeat(APP_STORAGE_CHARACTERS)]] })).rejects.toMatchObject({
    code: 'MESSAGE_TOO_LARGE',
  })
  const dataDir = await before.host.quit()

  await using test = await AppHost.start({ dataDir })
  const kept = [
    ['__proto__', '</script><!--'],
    ['board-1', view],
  ]
  expect(await foundIn(test, (await test.start()).frame)).toEqual(kept)
  await test.host.call('apps.store', { appId: (await test.start()).appId, changes: [['board-1', null]] })
  expect(await foundIn(test, (await test.start()).frame)).toEqual(kept.slice(0, 1))
  await test.host.call('servers.remove', { serverId: board })
  await test.ended()
})

it('an app of a temporary conversation finds nothing in its storage, and leaves nothing on disk', async () => {
  const lasting = await AppHost.start()
  await lasting.host.call('apps.store', { appId: (await lasting.start()).appId, changes: [['kept', 'before']] })
  const dataDir = await lasting.host.quit()
  await using test = await AppHost.start({ dataDir, temporary: true })
  const { appId, frame } = await test.start()
  expect(await foundIn(test, frame)).toEqual([])
  await test.host.call('apps.store', { appId, changes: [['secret', 'only-here-7319']] })
  await using again = await AppHost.start({ dataDir: await test.host.quit() })
  expect(await foundIn(again, (await again.start()).frame)).toEqual([['kept', 'before']])
})
