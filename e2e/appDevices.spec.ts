import config from '../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { appOf, enterApp, showAnother, showApp, type ShownApp } from './screen/apps.ts'
import { answer } from './screen/questions.ts'

const { launchOptions } = config.use ?? {}
// The browser's own pictures and tones, from no device.
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream'] } })

/** What an app gets when it asks for a device. */
async function got({ inside }: ShownApp, device: string): Promise<string> {
  const status = inside.getByRole('status')
  await inside.getByRole('button', { name: device }).press('Enter')
  await expect(status).not.toHaveText(/^(ready|asking)$/)
  return (await status.textContent()) ?? ''
}

test(
  'L19, AH-14: an app knows where the computer is once the person has allowed it, no other app does, and none gets the camera or the microphone',
  {
    tag: onBrowser,
  },
  async ({ parley, model }) => {
    parley.expectComplaint(/Permissions policy/i)
    const ui = await showApp(parley, model, 'devices')
    // As far as the browser is concerned, the person lets all of Parley have them.
    await parley.shell.context.grantPermissions(['camera', 'microphone', 'geolocation'])
    await parley.shell.context.setGeolocation({ latitude: 1, longitude: 2 })
    const app = appOf(ui, 'Board')
    await expect(app.inside.getByRole('status')).toHaveText('ready')
    await enterApp(ui, app)
    expect(await got(app, 'Place')).toBe('denied')
    await app.region.getByRole('button', { name: 'Allow…' }).click()
    const question = ui.getByRole('dialog', { name: /^Allow the app of “Board”/ })
    await question.getByRole('checkbox', { name: 'Know where this computer is' }).check()
    // Chromium gives these to no document without an origin of its own. Once it does, they can be offered.
    for (const device of ['Use the camera', 'Use the microphone'])
      await expect(question.getByRole('checkbox', { name: device })).toBeDisabled()
    await expect(question.getByText('Chromium gives this to no app that is shut in')).toHaveCount(2)
    await answer(question, 'Allow this time')
    await expect(question).toHaveCount(0)
    await expect(app.inside.getByRole('status')).toHaveText('ready')
    await enterApp(ui, app)
    expect(await got(app, 'Place')).toBe('found')
    expect([await got(app, 'Camera'), await got(app, 'Microphone')]).toEqual(['Invalid security origin', 'Invalid security origin'])

    await showAnother(ui, model, 'devices', 'And another')
    const other = appOf(ui, 'Board', 1)
    await other.region.scrollIntoViewIfNeeded()
    await expect(other.inside.getByRole('status')).toHaveText('ready')
    await other.region.getByRole('button', { name: 'Allow…' }).click()
    await question.getByRole('button', { name: 'Deny' }).click()
    await enterApp(ui, other)
    expect(await got(other, 'Place')).toBe('denied')
  },
)
