import type { Locator, Page } from '@playwright/test'
import { goTo } from './navigation.ts'

export const composer = (ui: Page): Locator => ui.getByRole('textbox', { name: 'Message' })
export const conversation = (ui: Page): Locator => ui.getByRole('log', { name: 'Conversation' })
export const stopButton = (ui: Page): Locator => ui.getByRole('button', { name: 'Stop', exact: true })
export const sendButton = (ui: Page): Locator => ui.getByRole('button', { name: 'Send', exact: true })

/** Finds the message of the person or the model that contains these words. */
export const message = (ui: Page, words: string | RegExp): Locator => conversation(ui).getByRole('article').filter({ hasText: words })

/** Types a message and sends it. */
export async function send(ui: Page, text: string): Promise<void> {
  await composer(ui).fill(text)
  await sendButton(ui).click()
}

export async function newChat(ui: Page): Promise<void> {
  await ui.getByRole('button', { name: 'New chat' }).click()
}

/**
 * Opens a conversation from the list. `title` is its whole title; its state may follow. After a restart it may be in front already, with a
 * question over it that hides the list from roles.
 */
export async function openConversation(ui: Page, title: string): Promise<void> {
  const line = ui
    .locator('a')
    .filter({ hasText: title })
    .filter({ hasNotText: `${title} (` })
    .first()
  await line.waitFor({ state: 'attached' })
  if ((await line.getAttribute('aria-current')) === 'page') return
  await goTo(ui, 'Chat')
  await line.click()
}
