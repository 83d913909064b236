import type { Locator, Page } from '@playwright/test'
import { goTo } from './navigation.ts'

export const approval = (ui: Page, tool: string): Locator => ui.getByRole('dialog', { name: `Allow ${tool}?` })
export const form = (ui: Page, server: string): Locator => ui.getByRole('dialog', { name: `“${server}” asks for information` })
export const visit = (ui: Page, server: string): Locator => ui.getByRole('dialog', { name: `“${server}” asks you to visit a page` })
export const sampling = (ui: Page, server: string): Locator => ui.getByRole('dialog', { name: `“${server}” asks to use your model` })
export const samplingReview = (ui: Page, server: string): Locator => ui.getByRole('dialog', { name: `Send this answer to “${server}”?` })
export const folders = (ui: Page, server: string): Locator => ui.getByRole('dialog', { name: `Folders for “${server}”` })
export const signInTo = (ui: Page, name: string): Locator => ui.getByRole('dialog', { name: `Sign in to “${name}”?` })

/** Opens a server's question, or a question about a server, from the Inbox. */
export async function openFromInbox(ui: Page, words: string): Promise<void> {
  await goTo(ui, 'Inbox')
  await ui.getByRole('main').getByRole('listitem').filter({ hasText: words }).getByRole('button').first().click()
}

/** Scrolls through a whole question, because no answer can allow anything before that. */
export async function readToEnd(question: Locator): Promise<void> {
  await question.waitFor()
  await question.locator('[data-body], [data-body] textarea').evaluateAll((parts) => {
    for (const part of parts) part.scrollTo(0, part.scrollHeight)
  })
}

/** Reads a question to its end and presses one of the answers in its foot. Like a person, Playwright waits until the answer is enabled. */
export async function answer(question: Locator, name: string): Promise<void> {
  await readToEnd(question)
  await question.getByRole('button', { name, exact: true }).click()
}

/** Allows one call once. */
export async function allowOnce(ui: Page, tool: string): Promise<void> {
  await answer(approval(ui, tool), 'Allow once')
}
