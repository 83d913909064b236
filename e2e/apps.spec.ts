import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { callFromPage } from './lib/callFromPage.ts'
import type { Parley } from './lib/parley.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, message, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowAll, allowOnce, answer } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' }).first()
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Board”"]').frameLocator('iframe')

/** Has the model call a tool that shows the board, and waits until the board has the result. */
async function shownBoard(parley: Parley, model: ScriptedModel): Promise<Page> {
  // What the app may not reach is refused by its policy, which the browser writes to the console.
  parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to|Fetch API/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_page', arguments: { topic: 'x' } }), say('That is what came'))
  await send(ui, 'Show the board')
  await allowOnce(ui, 'show_page')
  await expect(message(ui, 'That is what came')).toBeVisible()
  await expect(inside(ui).getByText('"onlyForTheView":true')).toBeVisible()
  return ui
}

/** Goes into the app by the keyboard. A press that a driver makes in a frame of another process does not tell the page where the pointer is. */
async function enter(ui: Page): Promise<void> {
  await region(ui).getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
}

test('AP: an app shows the result of its call, and calls a tool once the person has allowed it in a line', async ({ parley, model }) => {
  const ui = await shownBoard(parley, model)
  await expectAccessible(ui, 'app')
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Poll' }).click()
  await expect(region(ui).getByText('Let the app call')).toContainText('board_poll')
  await expect(ui.getByRole('dialog')).toHaveCount(0)
  await region(ui).getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(inside(ui).getByText('ok board_poll')).toBeVisible()
  await region(ui).getByRole('button', { name: '1 call' }).click()
  await expect(ui.getByRole('dialog', { name: 'Calls by the app of “Board”' })).toContainText('board_poll')
  await ui.keyboard.press('Escape')

  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Forbidden' }).click()
  await expect(inside(ui).getByText('refused')).toBeVisible()
  await inside(ui).getByRole('button', { name: 'Save' }).click()
  await region(ui).getByRole('button', { name: 'Allow', exact: true }).click()
  // What changes something asks each time, in the ordinary question, which opens when the person wants.
  await ui.getByRole('button', { name: 'Review' }).click()
  await answer(ui.getByRole('dialog', { name: 'The app of “Board” asks to call board_save' }), 'Allow once')
  await expect(inside(ui).getByText('ok saved 1')).toBeVisible()
})

test('the end stays in view when apps grow in a conversation of more messages than are drawn at first', async ({ parley, model }) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to|Fetch API/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  const created = (await callFromPage(ui, 'chat.create', '{}')) as { value: { conversationId: string } }
  const { conversationId } = created.value
  const once = (tool: string) =>
    callFromPage(ui, 'chat.runTool', JSON.stringify({ conversationId, serverId: 'Board', tool, arguments: {} }))
  // One call is made after the other.
  const run = (tool: string) => expect(async () => expect(await once(tool)).toMatchObject({ ok: true })).toPass()
  await run('board_read')
  await openConversation(ui, 'board_read')
  const rows = ui.getByRole('log').getByRole('article')
  for (let read = 2; read <= 15; read++) {
    await run('board_read')
    await expect(rows).toHaveCount(read)
  }
  for (let shown = 1; shown <= 6; shown++) {
    await run('show_page')
    await expect(ui.getByRole('region', { name: 'App of “Board”' })).toHaveCount(shown)
    const last = ui.locator('iframe[title^="Content of the app of “Board”"]').last().contentFrame().frameLocator('iframe')
    await expect(last.getByText('"onlyForTheView":true')).toBeVisible()
    await expect(ui.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  }
})

test('AP: it hears what the person decided about a link that it wants opened', async ({ parley, model }) => {
  const ui = await shownBoard(parley, model)
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Open' }).click()
  await region(ui).getByRole('button', { name: 'Review' }).click()
  const question = ui.getByRole('dialog', { name: 'Open this link?' })
  await expect(question).toContainText('https://board.example/')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(inside(ui).getByText('not opened')).toBeVisible()
})

test('AP: it keeps its state in full window and in the corner, and the keys of Parley leave it', async ({ parley, model }) => {
  const ui = await shownBoard(parley, model)
  await enter(ui)
  await inside(ui).getByRole('textbox', { name: 'Note' }).fill('kept')
  const note = inside(ui).getByRole('textbox', { name: 'Note' })
  await region(ui).getByRole('button', { name: 'Full window' }).click()
  await expect(note).toHaveValue('kept')
  await expectAccessible(ui, 'app in full window')
  await ui.keyboard.press('Escape')
  await region(ui).getByRole('button', { name: 'Picture in picture' }).click()
  await expect(region(ui).getByText('It is open elsewhere')).toBeVisible()
  await expect(note).toHaveValue('kept')
  // The keyboard goes with the app, and comes back with it.
  await expect(ui.getByRole('region', { name: 'App of “Board”' }).last()).toBeFocused()
  await expectAccessible(ui, 'app in the corner')
  await ui.getByRole('button', { name: 'Back to the conversation' }).click()
  await expect(region(ui)).toBeFocused()
  await enter(ui)
  await note.focus()
  await ui.keyboard.press('ControlOrMeta+k')
  await expect(ui.getByRole('dialog')).toBeVisible()
})

test('AP: what it asks for and may not reach is said, and it reaches what the person allows', async ({ parley, model }) => {
  const ui = await shownBoard(parley, model)
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Reach' }).click()
  await expect(region(ui).getByText('The app asked for')).toContainText('evil.example')
  await expect(region(ui).getByRole('button', { name: 'Allow evil.example…' })).toHaveCount(0)
  await expect(region(ui).getByRole('button', { name: 'Reaches nothing outside' })).toBeVisible()
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Restart app' }).click()
  await region(ui).getByRole('button', { name: 'Allow…' }).click()
  const question = ui.getByRole('dialog', { name: /^Allow the app of “Board”/ })
  await expectAccessible(ui, 'question of an app')
  await question.getByRole('checkbox', { name: 'api.board.example' }).check()
  await question.getByRole('button', { name: 'Always allow' }).click()
  await expect(region(ui).getByRole('button', { name: /^Reaches .*api\.board\.example/ })).toBeVisible()
  await expect(inside(ui).getByText('"onlyForTheView":true')).toBeVisible()
  // The page of its server says what it asks for, also what it does not have yet.
  await goTo(ui, 'Servers')
  await ui.getByRole('main').getByRole('link', { name: 'Board' }).click()
  await ui.getByRole('tab', { name: 'About' }).click()
  const takeBack = ui.getByRole('button', { name: 'Take back “live.board.example”' })
  await expect(async () => {
    // It takes no press while it moves, as it does when it is brought into view.
    await ui.getByRole('button', { name: 'Allow “live.board.example”' }).click()
    await expect(takeBack).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await ui.getByRole('button', { name: 'Take back “api.board.example”' }).click()
  await expect(takeBack).toBeVisible()
  await expectAccessible(ui, 'apps of a server')
  await openConversation(ui, 'Show the board')
  await expect(region(ui).getByText('The app ended.')).toBeVisible()
  await region(ui).getByRole('button', { name: 'Restart app' }).click()
  await expect(region(ui).getByRole('button', { name: 'Reaches live.board.example' })).toBeVisible()
})

test('L16, AP-23, AH-39, AH-40: its message stands in the field and is not sent, and after a restart it waits', async ({
  parley,
  model,
}) => {
  const ui = await shownBoard(parley, model)
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Tell' }).click()
  await expect(composer(ui)).toHaveValue('From the board')
  await expect(region(ui).getByText('Nothing was sent')).toBeVisible()
  const height = (await ui.locator('iframe[title^="Content of the app of “Board”"]').boundingBox())?.height
  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Show the board')
  await expect(region(again).getByText('Apps do not start by themselves after a restart.')).toBeVisible()
  // Its place is as high as it was.
  const lastLook = region(again).getByRole('img', { name: /as it looked on/ })
  const place = region(again).getByText('Call of').or(lastLook).locator('..')
  await expect.poll(async () => (await place.boundingBox())?.height).toBe(height)
  await region(again).getByRole('button', { name: 'Restart app' }).click()
  await expect(inside(again).getByText('"onlyForTheView":true')).toBeVisible()
})

test('AP: who writes an app sees its messages alone, its policy and what it was refused, and reloads it', async ({ parley, model }) => {
  const ui = await shownBoard(parley, model)
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Reach' }).click()
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Messages and policy' }).click()
  const list = ui.getByRole('list', { name: 'Traffic' })
  for (const method of ['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/tool-result'])
    await expect(list.getByRole('button', { name: method }).first()).toBeVisible()
  // What passed between Parley and the server is not among them.
  await expect(list.getByRole('button', { name: 'resources/read' })).toHaveCount(0)
  const facts = ui.getByRole('region', { name: 'App of “show_page”' })
  await expect(facts.getByRole('list', { name: 'Refused' })).toContainText('https://evil.example')
  await expect(facts).toContainText('ui://board/page')
  await facts.getByRole('button', { name: 'Show policy' }).click()
  await expect(facts).toContainText("default-src 'none'")
  await expectAccessible(ui, 'app messages')
  const before = await list.getByRole('button', { name: 'ui/initialize' }).count()
  await facts.getByRole('button', { name: 'Reload app' }).click()
  // Only the new start has asked for nothing yet.
  await expect(facts).toContainText('None since it started')
  await expect(facts.getByText('Open', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: 'ui/initialize' })).toHaveCount(before)
  await facts.getByRole('button', { name: 'Show in its conversation' }).click()
  await expect(inside(ui).getByText('"onlyForTheView":true')).toBeVisible()

  // What its author pretends: a narrow place, and a call that the model broke off in.
  await region(ui).getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Messages and policy' }).click()
  for (const [what, option] of [
    ['Width of the app', '360 px wide'],
    ['How its call goes', 'The model breaks off'],
  ] as const) {
    await facts.getByRole('combobox', { name: what }).click()
    await ui.getByRole('option', { name: option }).click()
  }
  await expect(list.getByRole('button', { name: 'ui/notifications/tool-cancelled' })).toBeVisible()
  await facts.getByRole('button', { name: 'Show in its conversation' }).click()
  await expect(inside(ui).getByText('cancelled')).toBeVisible()
  expect((await ui.locator('iframe[title^="Content of the app of “Board”"]').boundingBox())?.width).toBeLessThanOrEqual(360)
})

test('AP: where the browser cannot shut it in, it opens only after a question, and the page of its server takes that back', async ({
  parley,
  model,
}) => {
  const ui = await shownBoard(parley, model)
  // As before Chromium 152: in no frame does the browser tell what it refused.
  await ui.context().addInitScript(() => void Reflect.deleteProperty(window, 'ReportingObserver'))
  await ui.reload()
  await expect(region(ui).getByText('This browser cannot shut apps in')).toBeVisible()
  await expect(ui.locator('iframe[title^="Content of the app of “Board”"]')).toHaveCount(0)
  await region(ui).getByRole('button', { name: 'What to do…' }).click()
  await ui.getByRole('button', { name: 'Open without protection…' }).click()
  const question = ui.getByRole('dialog', { name: 'Open the app of “Board” without protection?' })
  await expectAccessible(ui, 'question of an app without protection')
  await question.getByRole('button', { name: 'Always for this server' }).click()
  await expect(inside(ui).getByText('"onlyForTheView":true')).toBeVisible()
  await expect(region(ui).getByRole('button', { name: 'Can reach any host' })).toBeVisible()
  // Its content security policy still holds.
  await enter(ui)
  await inside(ui).getByRole('button', { name: 'Reach' }).click()
  await expect(region(ui).getByText('The app asked for')).toContainText('evil.example')
  await goTo(ui, 'Servers')
  await ui.getByRole('main').getByRole('link', { name: 'Board' }).click()
  await ui.getByRole('tab', { name: 'About' }).click()
  await ui.getByRole('button', { name: 'Protect them again' }).click()
  await expect(ui.getByRole('button', { name: 'Protect them again' })).toHaveCount(0)
  await openConversation(ui, 'Show the board')
  await expect(region(ui).getByText('The app ended.')).toBeVisible()
  await region(ui).getByRole('button', { name: 'Restart app' }).click()
  await expect(region(ui).getByText('This browser cannot shut apps in')).toBeVisible()
})

/** What is drawn around an app in the conversation: Parley's own edge and ground, and what sets the app off without them. */
async function drawnAround(app: Locator) {
  // It starts when it is near the window.
  await app.scrollIntoViewIfNeeded()
  await expect(app.locator('iframe')).toBeVisible()
  return app.evaluate((box) => {
    const seen = (color: string, width = '1px'): boolean => width !== '0px' && !/^rgba\(.* 0\)$|\/ 0\)$/.test(color)
    const slot = box.querySelector('iframe')?.parentElement?.parentElement
    if (!slot) throw new Error('There is no frame')
    const [outer, inner] = [getComputedStyle(box), getComputedStyle(slot)]
    // The lines under it stand in a box of their own, which is empty where there is none.
    const [line] = slot.nextElementSibling?.children ?? []
    const below = line && getComputedStyle(line)
    return {
      around: seen(outer.borderTopColor, outer.borderTopWidth) || seen(outer.borderInlineEndColor, outer.borderInlineEndWidth),
      ground: seen(outer.backgroundColor),
      start: inner.borderInlineStartWidth,
      end: below ? seen(below.borderTopColor, below.borderTopWidth) : seen(inner.borderBottomColor, inner.borderBottomWidth),
    }
  })
}

// Catches: the wish of a server about the edge of its app has no effect, or an app without one flows into Parley's own words.
test('L11: an app has the edge that its server wants, and without one it is still set off from what Parley says', async ({
  parley,
  model,
}) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to|Fetch API/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  const tools = ['show_page', 'show_openai', 'show_listed']
  model.will(callTools(...tools.map((tool) => ({ server: 'Board', tool, arguments: {} }))), say('That is what came'))
  await send(ui, 'Show three')
  await allowAll(ui, 3)
  await expect(message(ui, 'That is what came')).toBeVisible()
  const framed = { around: true, ground: true, start: '3px' }
  const apps = ui.getByRole('region', { name: 'App of “Board”' })
  expect(await drawnAround(apps.nth(0))).toMatchObject(framed)
  expect(await drawnAround(apps.nth(1))).toMatchObject(framed)
  const bare = { around: false, ground: false, start: '3px', end: true }
  expect(await drawnAround(apps.nth(2))).toEqual(bare)
  await apps.nth(2).getByRole('button', { name: 'Dismiss' }).click()
  expect(await drawnAround(apps.nth(2))).toEqual(bare)
  await expect(apps.nth(2).getByText('Board', { exact: true })).toBeVisible()
})
