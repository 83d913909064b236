import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { goTo } from './navigation.ts'

export const settingsButton = (ui: Page): Locator => ui.getByRole('button', { name: 'Conversation settings' })
export const settingsDialog = (ui: Page): Locator => ui.getByRole('dialog', { name: 'This conversation' })
export const projectPage = (ui: Page, name: string): Locator => ui.getByRole('article', { name, exact: true })

/** Opens the settings of the conversation in front. */
export async function openSettings(ui: Page): Promise<Locator> {
  await settingsButton(ui).click()
  await expect(settingsDialog(ui)).toBeVisible()
  return settingsDialog(ui)
}

export async function closeSettings(ui: Page): Promise<void> {
  await settingsDialog(ui).getByRole('button', { name: 'Close' }).click()
  await expect(settingsDialog(ui)).toHaveCount(0)
}

/** Makes a project, and ends on its page. */
export async function newProject(ui: Page, name: string): Promise<Locator> {
  await goTo(ui, 'Projects')
  const back = ui.getByRole('main').getByRole('link', { name: 'Projects' })
  if ((await back.count()) > 0) await back.click()
  await ui.getByRole('button', { name: 'New project' }).click()
  await ui.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await ui.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(projectPage(ui, name)).toBeVisible()
  return projectPage(ui, name)
}

/** Opens the page of a project from the list. */
export async function openProject(ui: Page, name: string): Promise<Locator> {
  await goTo(ui, 'Projects')
  await ui.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(projectPage(ui, name).getByRole('button', { name: `New chat in ${name}` })).toBeVisible()
  return projectPage(ui, name)
}

/** Writes the instructions of a project on its page. */
export async function writeInstructions(page: Locator, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Instructions' }).fill(text)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(text)).toBeVisible()
}
