import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { real } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { attachDialog, attachedList, openPicker } from './screen/attach.ts'
import { message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { savedFile } from './screen/savedFile.ts'
import { startChat } from './screen/startChat.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const dialog = (ui: Page, name = 'Export conversation'): Locator => ui.getByRole('dialog', { name })

/** Presses Export, and returns what the person has on their disk then. */
async function exported(parley: Parley, ui: Page, of: Locator): Promise<Buffer> {
  const path = join(parley.folder, 'exported')
  const press = () => of.getByRole('button', { name: 'Export', exact: true }).click()
  if (parley.kind === 'browser') {
    const download = ui.waitForEvent('download')
    await press()
    return readFileSync(await (await download).path())
  }
  await parley.willSaveFile(path)
  await press()
  await expect(of.getByRole('status')).toHaveText('Saved as exported.')
  return readFileSync(path)
}

test('a conversation is exported with its calls, as a page and as Markdown, by the keyboard alone', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(
    callTools({ server: 'everything', tool: 'echo', arguments: { message: 'Hello from a call' } }),
    say('It **said** hello\n\n| word | length |\n|---|---|\n| hello | 5 |'),
  )
  await openPicker(ui)
  const chooser = ui.waitForEvent('filechooser')
  await attachDialog(ui).getByRole('button', { name: 'Choose files…' }).click()
  await (await chooser).setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }])
  await expect(attachedList(ui)).toContainText('1 × 1')
  await send(ui, 'Call <echo>')
  await allowOnce(ui, 'echo')
  await expect(message(ui, 'said hello')).toBeVisible()

  await ui.getByRole('main').getByRole('button', { name: 'More' }).first().focus()
  await ui.keyboard.press('Enter')
  await ui.getByRole('menuitem', { name: 'Export…' }).focus()
  await ui.keyboard.press('Enter')
  await expect(dialog(ui)).toBeVisible()
  await expect(dialog(ui).getByRole('checkbox', { name: 'Reasoning of the models' })).not.toBeChecked()
  await expectAccessible(ui, 'export')
  await dialog(ui)
    .getByRole('radio', { name: /Web page/ })
    .focus()
  await ui.keyboard.press('Space')
  const page = (await exported(parley, ui, dialog(ui))).toString()
  expect(page).toContain('Call &lt;echo&gt;')
  expect(page).toMatch(/<article class="assistant">[^]*It <strong>said<\/strong> hello[^]*<td>hello<\/td>/)
  expect(page).toContain('Hello from a call')
  expect(page).toContain(`<img alt="dot.png" src="data:image/png;base64,${PNG}">`)
  if (parley.kind === 'browser') {
    const reader = await ui.context().newPage()
    await reader.setContent(page)
    expect(await reader.getByRole('img', { name: 'dot.png' }).evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1)
    await expectAccessible(reader, 'an exported page')
    await reader.close()
  }
  await expectAccessible(ui, 'exported')
  await ui.keyboard.press('Escape')
  await expect(dialog(ui)).toBeHidden()
})

// Catches: an export in English for somebody whose screen speaks German.
test('an export speaks the language of the screen', async ({ parley, model }) => {
  parley.useModel(model, { appearance: { language: 'de' } })
  model.will(say('Gut'))
  const ui = await parley.launch()
  await ui.getByRole('textbox', { name: 'Nachricht' }).fill('Wie geht es?')
  await ui.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect(ui.getByText('Gut', { exact: true })).toBeVisible()
  await ui.getByRole('main').getByRole('button', { name: 'Mehr' }).first().click()
  await ui.getByRole('menuitem', { name: 'Exportieren …' }).click()
  const press = () => dialog(ui, 'Unterhaltung exportieren').getByRole('button', { name: 'Exportieren', exact: true }).click()
  expect((await savedFile(parley, ui, press)).toString()).toContain('## Du\n\nWie geht es?')
})

test('all conversations are exported from the settings, and a cancelled dialog leaves nothing', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Fine'))
  await send(ui, 'How are you?')
  await expect(message(ui, 'Fine')).toBeVisible()
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Data' }).click()
  await expectAccessible(ui, 'data')
  await ui.getByRole('button', { name: 'Export all…' }).click()
  const all = dialog(ui, 'Export all conversations')
  if (parley.kind !== 'browser') {
    // Nobody answers the native dialog: it closes.
    await all.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(all.getByRole('button', { name: 'Export', exact: true })).toBeEnabled()
    expect(existsSync(join(parley.folder, 'exported'))).toBe(false)
  }
  expect((await exported(parley, ui, all)).subarray(0, 2).toString()).toBe('PK')
})
