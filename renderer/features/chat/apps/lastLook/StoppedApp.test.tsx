import { expect, it } from 'vitest'
import { user } from '../../../../testing/user'
import { settle } from '../../../../testing/settle'
import { appStage, asked, begin, conversationId, frame, hear, newHost, region, say, wordsOf } from '../testing/appStage'

const stage = appStage()
const takenAt = new Date(2026, 10, 22, 14, 2).getTime()
const withPicture = (runningSince: number) => newHost(runningSince).answer('apps.picture', () => ({ jpeg: '/9j/', takenAt }))
const picture = (): HTMLElement => region().getByRole('img', { name: /^The app of .*Budget.* as it looked on 22 Nov 2026, 14:02$/ })

/** What stands below its place. The state in its bar comes first. */
const line = (): HTMLElement => region().getAllByRole('status').at(-1) ?? document.body

// Catches: after a restart nobody sees how an app looked, or takes its picture for the app.
it('L27: an app of an earlier run has the picture of its last look in its place, grey and as high, until it is started', async () => {
  stage.call = { ...stage.call, title: 'Shows the budget', ui: { resourceUri: 'ui://budget/page', height: 412 } }
  const host = await stage.show(withPicture(2_000))
  expect(asked(host, 'apps.picture')).toEqual([{ conversationId, callId: stage.call.id }])
  expect(picture().getAttribute('src')).toBe('data:image/jpeg;base64,/9j/')
  expect(picture().closest('[style*="height: 412px"]')).not.toBeNull()
  expect(picture().closest('button, a, [tabindex="0"]')).toBeNull()
  expect(wordsOf(line())).toBe('Picture from 22 Nov 2026, 14:02. Apps do not start by themselves after a restart.')
  expect(region().queryByText(/Call of/)).toBeNull()
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  expect(region().queryByRole('img', { name: /as it looked/ })).toBeNull()
  expect(frame()).not.toBeNull()
})

it('an app that broke off shows its last look and of when it is, and one that a person closed does not', async () => {
  await stage.show(withPicture(0))
  await begin()
  await hear({ parleyFrame: 'flooded' })
  expect(picture()).not.toBeNull()
  expect(wordsOf(line())).toMatch(/^The app ended\. .+ Picture from 22 Nov 2026, 14:02\.$/)
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  await begin()
  await say({ method: 'ui/notifications/request-teardown', params: {} })
  await say({ id: 'parley-1', result: {} })
  expect(region().getByText('The app ended.')).not.toBeNull()
  expect(region().queryByRole('img', { name: /as it looked/ })).toBeNull()
})
