import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { pdf } from '../../main/files/testing/hostileFiles.ts'
import { expect } from '../fixtures.ts'
import type { Parley } from '../lib/parley.ts'
import { callTools, say } from '../model/reply.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import { message, send } from '../screen/chat.ts'
import { allowOnce, answer, approval, readToEnd } from '../screen/questions.ts'
import { startChat } from '../screen/startChat.ts'
import { examples, type Example } from './examples.ts'

const folder = process.env['PARLEY_EXAMPLE_APPS'] ?? ''
export const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Example”' }).first()
export const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Example”"]').frameLocator('iframe')
export const seen = (ui: Page, sees: Example['sees']): Locator =>
  typeof sees === 'string' ? inside(ui).locator(sees).first() : inside(ui).getByText(sees).first()

/** Has the model call the tool of an example, and waits until its app has its frame. */
export async function show(
  parley: Parley,
  model: ScriptedModel,
  { name, tool, ...example }: Example,
  lasts: 'once' | 'always' = 'once',
): Promise<Page> {
  // Apps write to the console what they were refused, and what they fail at.
  parley.expectComplaint(/./)
  const file = join(parley.folder, 'sailing.pdf')
  if (name === 'pdf') writeFileSync(file, inPieces(pdf(['Boats sail at nine'])))
  const args = [
    // The network that there is none of here.
    ...(name === 'wiki-explorer' ? ['--import', pathToFileURL(join(import.meta.dirname, 'writtenWikipedia.mjs')).href] : []),
    join(folder, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js'),
    ...(name === 'pdf' ? [file] : []),
    '--stdio',
  ]
  const ui = await startChat(parley, model, { Example: { command: process.execPath, args } })
  const asked = name === 'pdf' ? { url: pathToFileURL(file).href } : example.arguments
  model.will(callTools({ server: 'Example', tool, arguments: asked }), say('That is what came'))
  await send(ui, 'Show it')
  if (lasts === 'always') {
    await answer(approval(ui, tool), 'Always allow…')
    // Whatever its arguments are.
    await approval(ui, tool).getByRole('radio', { name: 'This tool' }).check()
    await answer(approval(ui, tool), 'Allow')
  } else await allowOnce(ui, tool)
  await expect(message(ui, 'That is what came')).toBeVisible()
  await expect(region(ui)).toBeVisible()
  return ui
}

export function named(name: string): Example {
  const found = examples.find((example) => example.name === name)
  if (!found) throw new Error(`There is no example ${name}`)
  return found
}

/** Lets the app call a tool while it is open. */
export async function allowTool(ui: Page, tool: string): Promise<void> {
  await expect(region(ui).getByText('Let the app call').filter({ hasText: tool })).toBeVisible({ timeout: 60_000 })
  await region(ui).getByRole('button', { name: 'Allow', exact: true }).first().click()
}

/** Answers the question of the app for this time, with these boxes ticked. */
export async function grant(ui: Page, opener: string, ...boxes: readonly string[]): Promise<void> {
  await region(ui).getByRole('button', { name: opener }).click({ timeout: 60_000 })
  const question = ui.getByRole('dialog', { name: /^Allow the app of “Example”/ })
  for (const box of boxes) await question.getByRole('checkbox', { name: box }).check()
  await readToEnd(question)
  await question.getByRole('button', { name: /this time$/ }).click()
  await expect(question).toHaveCount(0)
}

/** Presses a button of the app. A press that a driver makes in a frame of another process does not tell the page where the pointer is. */
export async function press(ui: Page, button: Locator): Promise<void> {
  await region(ui).getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
  await button.click()
}

/** Longer than the server of the example reads at once (512 KiB), with a comment in the middle. */
function inPieces(file: Buffer): Buffer {
  const [head = '', ...rest] = file.toString('latin1').split('\n')
  return Buffer.from([head, `%${'x'.repeat(1_200_000)}`, ...rest].join('\n'), 'latin1')
}
