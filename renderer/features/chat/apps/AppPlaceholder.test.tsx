import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { passTime, settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { appId, appStage, asked, begin, frame, hear, newHost, region, say } from './testing/appStage'

const stage = appStage()
afterEach(() => void vi.useRealTimers())

/** What stands in the place of the app, if it is as high as this. */
const placeholder = (px: number): string | null | undefined =>
  screen.getByRole('region', { name: 'App of “Budget”' }).querySelector(`[style*="height: ${px}px"]`)?.textContent
const size = (height: number) => say({ method: 'ui/notifications/size-changed', params: { height } })

// Catches: after a restart the place of an app is as high as a line, so that all below it jumps when it is started, and nobody knows what it showed.
it('an app of an earlier run has a place as high as it was, which says what it shows, and of when', async () => {
  const startedAt = new Date(2026, 10, 22, 14, 2).getTime()
  stage.call = { ...stage.call, startedAt, title: 'Shows the budget', ui: { resourceUri: 'ui://budget/page', height: 412 } }
  await stage.show(newHost(startedAt + 1))
  expect(placeholder(412)).toBe('show-budgetShows the budgetCall of 22 Nov 2026, 14:02')
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  // It begins at that height.
  expect(frame().closest('[style*="height: 412px"]')).not.toBeNull()
  expect(region().queryByText(/Call of/)).toBeNull()
})

it.each([
  [undefined, 320],
  [5_000, 600],
  [2, 80],
])('the height that was kept as %s is %s', async (height, px) => {
  stage.call = { ...stage.call, ui: { resourceUri: 'ui://budget/page', ...(height !== undefined && { height }) } }
  await stage.show(newHost(2_000))
  expect(placeholder(px)).toContain('show-budget')
})

it('an app that broke off keeps its place, and one that a person closes or puts away gives it up', async () => {
  await stage.show()
  await begin()
  await size(240)
  await hear({ parleyFrame: 'flooded' })
  expect(placeholder(240)).toContain('show-budget')
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  await begin()
  await user.click(region().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Close app' }))
  await say({ id: 'parley-1', result: {} })
  expect(region().getByText('The app ended.')).not.toBeNull()
  expect(placeholder(240)).toBeUndefined()
})

// Catches: an app that reports a height for each frame that it draws makes the disk write each of them.
it('its first height is kept at once, then the last of each second, and what waits when it ends', async () => {
  vi.useFakeTimers()
  const host = await stage.show()
  await begin()
  for (const height of [100, 150, 200, 250]) {
    await size(height)
    await passTime(150)
  }
  expect(asked(host, 'apps.keepHeight')).toEqual([{ appId, height: 100 }])
  await passTime(2_000)
  expect(asked(host, 'apps.keepHeight').slice(1)).toEqual([{ appId, height: 250 }])
  await size(200)
  await passTime(200)
  await size(180)
  await passTime(200)
  await hear({ parleyFrame: 'flooded' })
  expect(asked(host, 'apps.keepHeight').at(-1)).toEqual({ appId, height: 180 })
  const order = host.asked.map(({ name }) => name)
  expect(order.lastIndexOf('apps.keepHeight')).toBeLessThan(order.lastIndexOf('apps.stop'))
})

it('the height that it has in the corner is not kept', async () => {
  vi.useFakeTimers()
  const host = await stage.show()
  await begin()
  await user.click(region().getByRole('button', { name: 'Picture in picture' }))
  await settle()
  await size(90)
  await passTime(2_000)
  expect(asked(host, 'apps.keepHeight')).toEqual([])
})
