import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Parley } from '../lib/parley.ts'
import { fixture } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import { message, send } from './chat.ts'
import { allowOnce } from './questions.ts'
import { startChat } from './startChat.ts'

/** An app on the screen. */
export interface ShownApp {
  /** Parley's bar, the app, and Parley's lines. */
  readonly region: Locator
  readonly frame: Locator
  readonly inside: FrameLocator
}

/** Finds the app of a server that was shown as the first, second … of that server. */
export function appOf(ui: Page, server: string, index = 0): ShownApp {
  const region = ui.getByRole('region', { name: `App of “${server}”` }).nth(index)
  const frame = ui.locator(`iframe[title^="Content of the app of “${server}”"]`).nth(index)
  return { region, frame, inside: frame.contentFrame().frameLocator('iframe') }
}

/**
 * Starts Parley with a server of apps, and has the model call the tool that shows a page of it.
 * @param after What the model says below the app.
 */
export async function showApp(parley: Parley, model: ScriptedModel, page: string, after = 'There it is'): Promise<Page> {
  // What an app may not reach is refused by its policy, which the browser writes to the console.
  parley.expectComplaint(/Content Security Policy|connection-allowlist/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  await showAnother(ui, model, page, after)
  return ui
}

/** Has the model show a page in the conversation that is open. */
export async function showAnother(ui: Page, model: ScriptedModel, page: string, after: string): Promise<void> {
  model.will(callTools({ server: 'Board', tool: `show_${page}`, arguments: { topic: 'x' } }), say(after))
  await send(ui, `Show the ${page}`)
  await allowOnce(ui, `show_${page}`)
  await expect(message(ui, after.split('\n')[0] ?? '')).toBeVisible()
}

/** Goes into an app by the keyboard. A press that a driver makes in a frame of another process does not tell the page where the pointer is. */
export async function enterApp(ui: Page, { region }: ShownApp): Promise<void> {
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
}
