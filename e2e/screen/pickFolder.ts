import { basename, dirname } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Parley } from '../lib/parley.ts'

/** Presses "Add folder" and chooses a folder: in the dialog of the system, or in that of the page. */
export async function pickFolder(ui: Page, parley: Parley, path: string): Promise<void> {
  await parley.willPickFolder(path)
  await ui.getByRole('button', { name: 'Add folder' }).click()
  if (parley.kind !== 'browser') return
  const picker = ui.getByRole('dialog', { name: 'Choose a folder' })
  await picker.getByRole('textbox', { name: 'Path' }).fill(dirname(path))
  await picker.getByRole('button', { name: basename(path), exact: true }).click()
  await expect(picker.getByRole('textbox', { name: 'Path' })).toHaveValue(path)
  await picker.getByRole('button', { name: 'Choose', exact: true }).click()
}
