import type { Page } from '@playwright/test'

export type Place = 'Chat' | 'Projects' | 'Servers' | 'Inbox' | 'Settings'

/** Goes to one of the destinations of the main navigation. */
export async function goTo(ui: Page, place: Place): Promise<void> {
  await ui.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click()
}
