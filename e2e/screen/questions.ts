import { expect, type Locator, type Page } from '@playwright/test'
import { goTo } from './navigation.ts'

/** The dialog about a call. */
export const approvalDialog = (ui: Page, tool: string): Locator => ui.getByRole('dialog', { name: `Allow ${tool}?` })
/** The card about a call, where it stands in the conversation. */
export const approvalCard = (ui: Page, tool: string): Locator => ui.getByRole('group', { name: `Allow ${tool}?` })
/** The question about a call: on its card, or in the dialog, which hides the card. */
export const approval = (ui: Page, tool: string): Locator => approvalDialog(ui, tool).or(approvalCard(ui, tool))
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

/**
 * Reads a question to its end, waits like a person until the answer is enabled, and presses it. Playwright alone would scroll the conversation while it
 * waits, and a card that moved waits again.
 */
export async function answer(question: Locator, name: string): Promise<void> {
  await readToEnd(question)
  const button = question.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
}

/** The card about several calls of one step. */
export const approvalsCard = (ui: Page, count: number): Locator =>
  ui.getByRole('group', { name: count === 1 ? 'Allow 1 call?' : `Allow ${count} calls?` })

/** The dialog about several calls of one step. */
export const approvalsDialog = (ui: Page, count: number): Locator => ui.getByRole('dialog', { name: `Allow ${count} calls?` })

/** Allows several calls of one step, on their card. */
export const allowAll = (ui: Page, count: number): Promise<void> => answer(approvalsCard(ui, count), `Allow all ${count}`)

/** Opens the details of a call from its card: the dialog. */
export async function openDetails(ui: Page, tool: string): Promise<Locator> {
  await approvalCard(ui, tool).getByRole('button', { name: 'Details' }).click()
  return approvalDialog(ui, tool)
}

/** Allows one call once. */
export async function allowOnce(ui: Page, tool: string): Promise<void> {
  await answer(approval(ui, tool), 'Allow once')
}
