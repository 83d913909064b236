import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from '../lib/parley.ts'
import type { Person } from '../servers/signIn/interactionPages.ts'
import { answer, signInTo } from './questions.ts'

/** Presses "Sign in" in the dialog and returns the page that opens. Nothing else opens that page. */
export async function openPage(parley: Parley, dialog: Locator): Promise<Page> {
  const opened = parley.nextOpenedPage()
  await answer(dialog, 'Sign in')
  return opened
}

/** Chooses the person on the authorization server's pages, and allows or denies the request. */
export async function goThroughPages(page: Page, person: Person, decision: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
  await page.getByRole('button', { name: person, exact: true }).click()
  await page.getByRole('button', { name: decision, exact: true }).click()
}

/** Signs in as a person through the open dialog and the pages, until the browser says that it is done. */
export async function signInAs(parley: Parley, server: string, person: Person): Promise<void> {
  const page = await openPage(parley, signInTo(parley.ui, server))
  await goThroughPages(page, person)
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await page.close()
}
