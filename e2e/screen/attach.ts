import type { Locator, Page } from '@playwright/test'

export const attachDialog = (ui: Page): Locator => ui.getByRole('dialog', { name: 'Attach', exact: true })
export const attachedList = (ui: Page): Locator => ui.getByRole('list', { name: 'Attachments' })

/** Chooses resources and skills of one server in the picker by their names. */
export async function attach(ui: Page, server: string, ...names: readonly string[]): Promise<void> {
  await openPicker(ui)
  for (const name of names)
    await attachDialog(ui)
      .getByRole('button', { name: `Attach “${name}” of “${server}”`, exact: true })
      .click()
  await attachDialog(ui).getByRole('button', { name: 'Done' }).click()
}

export async function openPicker(ui: Page): Promise<void> {
  await ui.getByRole('button', { name: 'Attach', exact: true }).click()
}
