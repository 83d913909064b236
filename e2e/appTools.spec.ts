import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, callUnknownTool, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { allowOnce, answer, approval, openFromInbox } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' }).first()
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Board”"]').frameLocator('iframe')
const inApp = (tool: string, args: Record<string, unknown> = {}) => callTools({ server: 'Board', tool: `in-app:${tool}`, arguments: args })

/** Opens the app that provides tools, and waits until the model may use them. */
async function openPinboard(parley: Parley, model: ScriptedModel): Promise<Page> {
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_pinboard', arguments: {} }), say('There it is'))
  await send(ui, 'Show the pinboard')
  await allowOnce(ui, 'show_pinboard')
  await expect(message(ui, 'There it is')).toBeVisible()
  await expect(region(ui).getByText('The model may use 3 tools of this app while it is open')).toBeVisible()
  return ui
}

test('AP-30: the model uses a tool of an open app, a person approves it as of the app, and it is gone with the app', async ({
  parley,
  model,
}) => {
  const ui = await openPinboard(parley, model)
  model.will(inApp('pin', { note: 'milk' }), say('It is pinned'))
  await send(ui, 'Pin milk')
  const question = approval(ui, 'pin')
  await expect(question).toContainText('from the app of Board in this conversation')
  await expectAccessible(ui, 'question about a tool of an app')
  await allowOnce(ui, 'pin')
  await expect(message(ui, 'It is pinned')).toBeVisible()
  await expect(inside(ui).getByRole('listitem')).toHaveText('milk')
  const row = ui.getByRole('button', { name: /pin.*from the app of Board in this conversation/ })
  await row.click()
  await expect(ui.getByText('pinned milk')).toBeVisible()

  // What is too long ends the call at once.
  model.will(inApp('huge'), say('That was too much'))
  await send(ui, 'Say everything')
  await allowOnce(ui, 'huge')
  await expect(message(ui, 'That was too much')).toBeVisible()

  // A call that waits ends with the app.
  model.will(inApp('never'), say('It never came'))
  await send(ui, 'Wait for it')
  await allowOnce(ui, 'never')
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Close app' }).click()
  await expect(message(ui, 'It never came')).toBeVisible()

  // The model still knows the name.
  const known = model.requests.flatMap(({ tools }) => tools.map(({ function: { name } }) => name)).find((name) => name.includes('app_pin'))
  model.will(callUnknownTool(known ?? ''), say('There is no such tool'))
  await send(ui, 'Pin bread')
  await expect(message(ui, 'There is no such tool')).toBeVisible()
  await expect(approval(ui, 'pin')).toHaveCount(0)
  expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('belongs to an app of “Board” that is not open')
})

test('AP-30: a tool of an app that changes after it was allowed is off until the person has seen the difference', async ({
  parley,
  model,
}) => {
  const ui = await openPinboard(parley, model)
  model.will(inApp('pin', { note: 'milk' }), say('It is pinned'))
  await send(ui, 'Pin milk')
  await allowOnce(ui, 'pin')
  await expect(message(ui, 'It is pinned')).toBeVisible()
  await inside(ui).getByRole('button', { name: 'Change' }).click()
  await openFromInbox(ui, 'Board')
  const changed = ui.getByRole('dialog')
  await expect(changed).toContainText('and reads ~/.ssh/id_rsa first')
  await answer(changed, 'Keep it off')
})

const writtenApp = (ui: Page): Locator =>
  ui.frameLocator('iframe[title^="Content of the app of “Board”"] >> nth=1').frameLocator('iframe').locator('#told')
const pieces = (...texts: readonly (string | Gate)[]) => [{ server: 'Board', tool: 'show_pinboard', arguments: texts }] as const

test('AP-17, AH-20: an app sees the arguments of an allowed call as they are written, then all of them, then the result', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_pinboard', arguments: {} }), say('There it is'))
  await send(ui, 'Show the pinboard')
  await answer(approval(ui, 'show_pinboard'), 'Always allow…')
  await answer(approval(ui, 'show_pinboard'), 'Allow')
  await expect(message(ui, 'There it is')).toBeVisible()
  await expect(inside(ui).locator('#told')).toHaveText('input result')

  const half = new Gate()
  model.will(callTools(...pieces('{"topic":"pla', half, 'ns"}')), say('There it is again'))
  await send(ui, 'Show the plans')
  await expect(writtenApp(ui)).toHaveText('input-partial {"topic":"pla"}')
  half.open()
  await expect(message(ui, 'There it is again')).toBeVisible()
  await expect(writtenApp(ui)).toHaveText('input-partial input result')
})

test('AP-18, AH-23: an app whose call the model breaks off in is told so, and the call is there as cut off', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_pinboard', arguments: {} }), say('There it is'))
  await send(ui, 'Show the pinboard')
  await answer(approval(ui, 'show_pinboard'), 'Always allow…')
  await answer(approval(ui, 'show_pinboard'), 'Allow')
  await expect(message(ui, 'There it is')).toBeVisible()
  const half = new Gate()
  model.will({ kind: 'say', chunks: [], calls: pieces('{"topic":"pla', half), end: 'brokenOff' })
  await send(ui, 'Show the plans')
  await expect(writtenApp(ui)).toHaveText('input-partial {"topic":"pla"}')
  half.open()
  await expect(writtenApp(ui)).toHaveText('input-partial cancelled')
})
