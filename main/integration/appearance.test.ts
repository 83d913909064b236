import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TestHost } from '../testing/testHost'

it('a change of the language, the theme or the text size leaves the other two as they are', async () => {
  await using host = await TestHost.start()
  await host.call('settings.set', { appearance: { language: 'de' } })
  await host.call('settings.set', { appearance: { textSize: 120 } })
  await host.call('settings.set', { appearance: { theme: 'dark' } })
  await host.call('settings.set', { notifications: true })
  expect(JSON.parse(readFileSync(join(host.dataDir, 'settings.json'), 'utf8'))).toMatchObject({
    appearance: { language: 'de', theme: 'dark', textSize: 120 },
    notifications: true,
  })
})
