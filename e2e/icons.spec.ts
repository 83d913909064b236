import { expect, test } from './fixtures.ts'
import { fixture } from './lib/serverEntries.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells } from './lib/alternateShells.ts'

test(
  'IC-01, IC-05: a picture that a local server sends with its list stands there, checked, and nothing of it is asked for elsewhere',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { library: fixture('library') })
    const asked: string[] = []
    ui.on('request', (request) => asked.push(request.url()))
    await goTo(ui, 'Servers')
    await ui
      .getByRole('link', { name: 'library' })
      .or(ui.getByRole('button', { name: 'library', exact: true }))
      .first()
      .click()
    await ui.getByRole('tab', { name: /Resources/ }).click()
    const picture = ui.locator('[role=listitem] img').first()
    await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
    expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth)).toBe(8)
    const own = new URL(ui.url()).host
    expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).host !== own)).toEqual([])
  },
)
