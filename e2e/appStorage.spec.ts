import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { message, openConversation, send } from './screen/chat.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' }).first()
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Board”"]').frameLocator('iframe')

test('AP: what an app keeps in its localStorage is there after it was started anew, and after a restart of Parley', async ({
  parley,
  model,
}) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_counter', arguments: {} }), say('That is what came'))
  await send(ui, 'Show the counter')
  await allowOnce(ui, 'show_counter')
  await expect(message(ui, 'That is what came')).toBeVisible()
  await expect(inside(ui).getByText('opened 1')).toBeVisible()
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Restart app' }).click()
  await expect(inside(ui).getByText('opened 2')).toBeVisible()
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Close app' }).click()
  await expect(region(ui).getByText('The app ended.')).toBeVisible()
  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Show the counter')
  await region(again).getByRole('button', { name: 'Restart app' }).click()
  await expect(inside(again).getByText('opened 3')).toBeVisible()
})
