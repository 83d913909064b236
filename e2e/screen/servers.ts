import { expect, type Locator, type Page } from '@playwright/test'
import { goTo } from './navigation.ts'

export const server = (ui: Page, name: string): Locator => ui.getByRole('article', { name, exact: true })
export const state = (ui: Page, name: string): Locator => server(ui, name).getByRole('status')

/** Opens the servers and waits until all of the named ones are ready. */
export async function waitUntilReady(ui: Page, ...names: readonly string[]): Promise<void> {
  await goTo(ui, 'Servers')
  for (const name of names) await expect(state(ui, name)).toHaveText('Ready', { timeout: 30_000 })
}

/** Presses one of a server's buttons, on its card or in its menu. */
export async function press(ui: Page, name: string, button: string): Promise<void> {
  await server(ui, name).getByRole('button', { name: button, exact: true }).click()
}

/** Opens the page of one server at one of its tabs. */
export async function openServer(
  ui: Page,
  name: string,
  tab?: 'Tools' | 'Resources' | 'Prompts' | 'Folders' | 'Account' | 'Log' | 'Traffic' | 'About',
): Promise<void> {
  await server(ui, name).getByRole('link', { name, exact: true }).click()
  if (tab !== undefined) await ui.getByRole('tab', { name: tab }).click()
}
