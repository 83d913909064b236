import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, message, send } from './screen/chat.ts'
import { boxWithin, coloursIn, coveredPoints, type Box } from './screen/pixels.ts'
import { allowOnce, answer, approval, approvalCard, approvalDialog, form, openDetails } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' }).first()
const frame = (ui: Page): Locator => ui.locator('iframe[title^="Content of the app of “Board”"]')
const inside = (ui: Page): FrameLocator => frame(ui).contentFrame().frameLocator('iframe')
const got = async (ui: Page): Promise<Record<string, unknown>> => JSON.parse((await inside(ui).getByRole('status').textContent()) ?? '')

/** Has the model call the tool that shows the rival, and waits until the rival has the result. */
async function shownRival(parley: Parley, model: ScriptedModel): Promise<Page> {
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_rival', arguments: {} }), say('There it is'))
  await send(ui, 'Show the rival')
  await allowOnce(ui, 'show_rival')
  await expect(message(ui, 'There it is')).toBeVisible()
  await expect(inside(ui).getByText('"tool-result"')).toBeAttached()
  return ui
}

/** Sends a message whose answer calls a tool, as soon as the gate is open. */
async function willCall(ui: Page, model: ScriptedModel, tool: string, done: string): Promise<Gate> {
  const gate = new Gate()
  model.will(callTools({ server: 'Board', tool, arguments: ['{', gate, '}'] }), say(done))
  await send(ui, `Please call ${tool}`)
  return gate
}

/** The rival is all of one loud colour, which nothing of Parley's comes near. */
const isRival = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red - green > 100 && blue - green > 100

/** The parts of a box that stick out left or right of another. */
const beside = (box: Box, { x, width }: Box): readonly Box[] =>
  [
    { ...box, width: x - box.x },
    { ...box, x: x + width, width: box.x + box.width - x - width },
  ].filter((part) => part.width > 0)

test('L11: no pixel of a question is an app’s, and none is pressed in an app, wherever the app is shown', async ({ parley, model }) => {
  const ui = await shownRival(parley, model)
  await ui.setViewportSize({ width: 1500, height: 720 })
  for (const [button, back] of [
    [undefined, undefined],
    ['Pin', 'Back to the conversation'],
    ['Picture in picture', 'Back to the conversation'],
    ['Full window', 'Leave full window'],
  ] as const) {
    await test.step(button ?? 'in the conversation', async () => {
      const done = `Done ${button}`
      const gate = await willCall(ui, model, 'board_read', done)
      if (button) await region(ui).getByRole('button', { name: button }).click()
      gate.open()
      // What is on a card that the app may cover is asked in a dialog by itself.
      if (button === undefined || button === 'Pin') {
        await approvalCard(ui, 'board_read').scrollIntoViewIfNeeded()
        expect(await coveredPoints(approvalCard(ui, 'board_read'))).toEqual([])
        await openDetails(ui, 'board_read')
      }
      const question = approvalDialog(ui, 'board_read')
      await expect(question.getByRole('button', { name: 'Allow once' })).toBeEnabled()
      expect(await coveredPoints(question)).toEqual([])
      const box = await boxWithin(question)
      const app = await boxWithin(frame(ui), 4)
      const around = await boxWithin(question, -40)
      const [seen] = beside({ ...app, y: app.y + app.height - 40, height: 30 }, around)
      // Below the scrim, and not in the question.
      expect(seen && (await coloursIn(ui, seen)).some(isRival)).toBe(true)
      expect((await coloursIn(ui, box)).filter(isRival)).toEqual([])
      await allowOnce(ui, 'board_read')
      if (back) await ui.getByRole('button', { name: back }).click()
      await expect(message(ui, done)).toBeVisible()
    })
  }
})

test('L12, L13: an app takes no key from a question that lies over it, and neither moves nor scrolls it', async ({ parley, model }) => {
  const ui = await shownRival(parley, model)
  // Low, so that there is something to scroll.
  await ui.setViewportSize({ width: 900, height: 380 })
  model.will(callTools({ server: 'Board', tool: 'board_ask', arguments: {} }), say('Asked once'))
  await send(ui, 'Ask me')
  await answer(approval(ui, 'board_ask'), 'Always allow…')
  await answer(approval(ui, 'board_ask'), 'Allow')
  const question = form(ui, 'Board')
  await expect(question.getByRole('button', { name: 'Decline' })).toBeEnabled()
  const place = await question.boundingBox()
  await answer(question, 'Decline')
  await expect(message(ui, 'Asked once')).toBeVisible()

  const gate = await willCall(ui, model, 'board_ask', 'Asked again')
  // Who has begun to write is not interrupted: the question waits, and is seen also in full window.
  await composer(ui).fill('By the way')
  await region(ui).getByRole('button', { name: 'Full window' }).click()
  const whole = ui.getByRole('region', { name: 'App of “Board”' }).filter({ has: ui.getByRole('button', { name: 'Leave full window' }) })
  await whole.getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
  await inside(ui).getByRole('button', { name: 'Steal' }).click()
  await expect(inside(ui).getByRole('button', { name: 'Steal' })).toBeFocused()
  gate.open()
  await whole.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  // The app tries from the moment on in which it has lost the keyboard, while the person moves on in the question.
  await ui.keyboard.press('Tab')
  await expect.poll(async () => (await got(ui))['tries']).toBe(4)
  await expect(question.locator(':focus')).toHaveCount(1)
  const body = question.locator('[data-body]')
  expect(await body.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight > clientHeight])).toEqual([0, true])
  await expect(question.getByRole('button', { name: 'Decline' })).toBeEnabled()
  expect(await question.boundingBox()).toEqual(place)

  await question.getByRole('textbox', { name: 'Name' }).focus()
  await ui.keyboard.type('Ada Lovelace', { delay: 20 })
  await expect(question.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace')
  expect(await got(ui)).toMatchObject({ tries: 4, keys: '' })
  await answer(question, 'Submit')
  await expect(whole.getByText('The app took the keyboard')).toBeVisible()
  await whole.getByRole('button', { name: 'Leave full window' }).click()
  await expect(message(ui, 'Asked again')).toBeVisible()
})
