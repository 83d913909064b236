import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { say } from './model/reply.ts'
import { composer, conversation, message, sendButton } from './screen/chat.ts'
import { startChat } from './screen/startChat.ts'

async function choose(ui: Page, name: string): Promise<void> {
  await composer(ui).fill(`/${name}`)
  await ui.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}
const form = (ui: Page, name: string): Locator => ui.getByRole('dialog', { name: `Use “${name}”` })
const preview = (ui: Page, name: string): Locator => ui.getByRole('dialog', { name: `Send “${name}”?` })

test('PM-01, PM-03: a prompt is shown before it is sent, and never runs by itself', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  await choose(ui, 'simple-prompt')
  await expect(preview(ui, 'simple-prompt').getByText('This is a simple prompt without arguments.')).toBeVisible()
  await preview(ui, 'simple-prompt').getByRole('button', { name: 'Cancel' }).click()
  expect(model.requests).toHaveLength(0)

  await choose(ui, 'simple-prompt')
  model.will(say('Simple indeed'))
  await preview(ui, 'simple-prompt').getByLabel('Your own words').fill('In one word')
  await preview(ui, 'simple-prompt').getByRole('button', { name: 'Send' }).click()
  await expect(message(ui, 'Simple indeed')).toBeVisible()
  const said = (await model.request(1)).messages.filter(({ role }) => role === 'user')
  const content = expect.stringMatching(/^This is a simple prompt without arguments\.\n\nIn one word\n\n\[Parley: today is [^\]]+\]$/)
  expect(said).toEqual([expect.objectContaining({ content })])
  await expect(conversation(ui).getByRole('button', { name: /Prompt.*everything.*simple-prompt/ })).toBeVisible()
})

test(
  'PM-05: arguments are asked for, with what the server proposes for each by the others',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { everything: real('everything') })
    await choose(ui, 'completable-prompt')
    const asked = form(ui, 'completable-prompt')
    await asked.getByRole('button', { name: 'Preview' }).click()
    await expect(asked.getByText('Fill this in').first()).toBeVisible()
    await asked.getByLabel('department', { exact: true }).fill('Sa')
    await ui.getByRole('option', { name: 'Sales', exact: true }).click()
    await asked.getByLabel('name', { exact: true }).fill('E')
    await ui.getByRole('option', { name: 'Eve', exact: true }).click()
    await asked.getByRole('button', { name: 'Preview' }).click()
    await expect(preview(ui, 'completable-prompt').getByText('Please promote Eve to the head of the Sales team.')).toBeVisible()
    await preview(ui, 'completable-prompt').getByRole('button', { name: 'Change the arguments' }).click()
    await expect(asked.getByLabel('name', { exact: true })).toHaveValue('Eve')
  },
)

test('PM-04: every kind of content is shown in its role and sent as it was shown', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { library: fixture('library') })
  await choose(ui, 'every_kind')
  const shown = preview(ui, 'every_kind').getByRole('list', { name: 'Messages' })
  await expect(shown.getByText('As you').first()).toBeVisible()
  await expect(shown.getByText('As the model').first()).toBeVisible()
  await expect(shown.getByRole('img', { name: 'Sent by “library”' }).first()).toBeVisible()
  model.will(say('All of it'))
  await preview(ui, 'every_kind').getByLabel('Your own words').fill('Well?')
  await preview(ui, 'every_kind').getByRole('button', { name: 'Send' }).click()
  await expect(message(ui, 'All of it')).toBeVisible()
  const roles = (await model.request(1)).messages.map(({ role }) => role).filter((role) => role !== 'system')
  expect(roles).toContain('assistant')
  expect(roles.at(-1)).toBe('user')
})

test('a prompt can be changed as text before it is sent', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  await choose(ui, 'simple-prompt')
  await preview(ui, 'simple-prompt').getByRole('button', { name: 'Edit as text' }).click()
  await expect(composer(ui)).toHaveValue('This is a simple prompt without arguments.')
  await composer(ui).fill('My own simple prompt')
  model.will(say('Yours'))
  await sendButton(ui).click()
  await expect(message(ui, 'Yours')).toBeVisible()
  const content = expect.stringMatching(/^My own simple prompt\n\n\[Parley: today is/)
  expect((await model.request(1)).messages.at(-1)).toMatchObject({ role: 'user', content })
})
