import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ScriptedModel } from './model/scriptedModel.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'

const list = (ui: Page): Locator => ui.getByRole('region', { name: 'Providers' })
const row = (ui: Page, name: string): Locator => list(ui).getByRole('group', { name, exact: true })
const names = (ui: Page): Locator => list(ui).getByRole('heading', { level: 3 })

async function openModels(ui: Page): Promise<void> {
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Models' }).click()
}

test('providers with trouble stand first with the ways on, and a key is tried before it is kept', async ({ parley, model }) => {
  await using works = await ScriptedModel.start()
  const away = await ScriptedModel.start()
  // Its port stays known, and nothing listens there any more.
  await away[Symbol.asyncDispose]()
  model.wantsKey('sk-right')
  const provider = (name: string, baseUrl: string) => ({
    id: name.toLowerCase(),
    kind: 'openai-compatible',
    name,
    baseUrl,
    models: ['scripted-1'],
  })
  const providers = [provider('Works', works.url), provider('Away', away.url), provider('Local', model.url)]
  parley.writeFile('settings.json', JSON.stringify({ models: { default: 'works/scripted-1', providers } }))
  const ui = await parley.launch()
  await openModels(ui)
  await expect(names(ui)).toHaveText(['Away', 'Local', 'Works'])
  await expect(row(ui, 'Works')).toContainText('Answered')
  await expect(row(ui, 'Away').getByRole('status')).toContainText('cannot be reached')
  await expect(row(ui, 'Away').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(row(ui, 'Local').getByRole('status')).toContainText(/wants a key.*Enter the key/)
  await expectAccessible(ui, 'providers with trouble')

  const local = row(ui, 'Local')
  const field = local.getByRole('textbox', { name: 'New key for “Local”' })
  await field.fill('sk-wrong')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/refused the key/)
  await expect(field).toBeFocused()
  await expect(local).toContainText('Incorrect API key provided')
  await expect(local.getByRole('button', { name: 'Save it all the same' })).toBeVisible()
  await expect(local).not.toContainText('key in the vault')
  await expectAccessible(ui, 'a key that was refused when it was tried')
  await field.fill('sk-right')
  await local.getByRole('button', { name: 'Try and save' }).click()
  await expect(local).toContainText('key in the vault')
  await expect(local).toContainText('Answered just now')
  await expect(local.getByRole('status')).toHaveCount(0)

  // Kept although its provider refuses it: its row says so at once.
  await local.getByRole('button', { name: 'Replace key…' }).click()
  await field.fill('sk-other')
  await field.press('Enter')
  await local.getByRole('button', { name: 'Save it all the same' }).click()
  await expect(local.getByRole('status')).toContainText('refused the key')
})

test('a key of a provider is got at its page, whose address is shown before anything opens', async ({ parley, model }) => {
  const first = await parley.launch()
  await first.getByRole('button', { name: 'Paste a key…' }).click()
  await first.getByRole('button', { name: 'Get a key from “OpenAI”' }).click()
  const dialog = first.getByRole('dialog', { name: 'Open this link?' })
  await expect(dialog).toContainText('platform.openai.com/api-keys')
  await expectAccessible(first, 'the page with keys, before it opens')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(first.context().pages()).toHaveLength(1)
  await parley.quit()

  parley.useModel(model)
  const ui = await parley.launch()
  await openModels(ui)
  await ui.getByRole('button', { name: 'Add a provider' }).click()
  await ui.getByRole('button', { name: 'Get a key from “Anthropic”' }).click()
  await expect(ui.getByRole('dialog', { name: 'Open this link?' })).toContainText('console.anthropic.com/settings/keys')
})
