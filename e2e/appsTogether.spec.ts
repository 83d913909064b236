import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { callFromPage } from './lib/callFromPage.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { message, openConversation, send } from './screen/chat.ts'
import { allowAll, answer, form } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

interface App {
  readonly region: Locator
  readonly inside: FrameLocator
}

/** The app of a server that was shown as the first, second … of that server. */
function app(ui: Page, server: string, index = 0): App {
  const region = ui.getByRole('region', { name: `App of “${server}”` }).nth(index)
  return { region, inside: region.locator('iframe').contentFrame().frameLocator('iframe') }
}

/** Goes into an app by the keyboard, and presses a button of it. */
async function press(ui: Page, { region, inside }: App, button: string): Promise<void> {
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
  await inside.getByRole('button', { name: button }).click()
}

/** A form that opens by itself, or waits in the bar because the person has just pressed keys. */
async function openedForm(ui: Page, server: string): Promise<Locator> {
  const review = ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' })
  await form(ui, server).or(review).first().waitFor()
  if (await review.isVisible()) await review.click()
  return form(ui, server)
}

/** What an app of the kind that wants what is not its own has got. */
const got = async ({ inside }: App): Promise<Record<string, unknown>> => JSON.parse((await inside.getByRole('status').textContent()) ?? '')

test('a server of 2026: its app draws, is told of its call in order, and a call of it that asks is finished with the same dialog', async ({
  parley,
  model,
}) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist|Blocked opening/i)
  const ui = await startChat(parley, model, { Board: fixture('apps', '--era', '2026') })
  model.will(
    callTools(
      ...['show_page', 'show_probe', 'board_ask'].map((tool) => ({
        server: 'Board',
        tool,
        arguments: tool === 'board_ask' ? {} : { topic: 'x' },
      })),
    ),
    say('That is what came'),
  )
  await send(ui, 'Show the board')
  await allowAll(ui, 3)
  const fromModel = form(ui, 'Board')
  await fromModel.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await answer(fromModel, 'Submit')
  await expect(message(ui, 'That is what came')).toBeVisible()
  const [board, probe] = [app(ui, 'Board'), app(ui, 'Board', 1)]
  await expect(board.inside.getByText('"onlyForTheView":true')).toBeVisible()
  await expect(probe.inside.getByRole('status')).toContainText('"told":["tool-input {\\"topic\\":\\"x\\"}","tool-result"]')

  await press(ui, board, 'Ask')
  await board.region.getByRole('button', { name: 'Allow', exact: true }).click()
  const fromApp = await openedForm(ui, 'Board')
  await expect(fromApp).toContainText('Whose board is it?')
  await fromApp.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await answer(fromApp, 'Submit')
  await expect(board.inside.getByText('ok {"action":"accept","content":{"name":"Ada"}}')).toBeVisible()
})

test('L13, L14, L22: two apps of one server and one of another reach nothing of each other, and each is named with its server', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model, { Board: fixture('apps'), Wall: fixture('apps', '--era', '2026') })
  const created = (await callFromPage(ui, 'chat.create', '{}')) as { value: { conversationId: string } }
  const { conversationId } = created.value
  for (const serverId of ['Board', 'Board', 'Wall']) {
    const call = JSON.stringify({ conversationId, serverId, tool: 'show_rival', arguments: {} })
    // One call is made after the other.
    await expect(async () => expect(await callFromPage(ui, 'chat.runTool', call)).toMatchObject({ ok: true })).toPass()
  }
  await openConversation(ui, 'Shows ui://board/rival')
  const apps = [app(ui, 'Board'), app(ui, 'Board', 1), app(ui, 'Wall')] as const
  const [first, second, other] = apps
  await test.step('each is named with its server, and no two have the same name', async () => {
    for (const [{ region }, name, told] of [
      [first, 'Board', 'Board”: “Shows ui://board/rival”, 1'],
      [second, 'Board', 'Board”: “Shows ui://board/rival”, 2'],
      [other, 'Wall', 'Wall”'],
    ] as const) {
      await expect(region.getByText(name, { exact: true })).toBeVisible()
      // An app starts when it is near the window.
      await region.scrollIntoViewIfNeeded()
      await expect(region.locator('iframe')).toHaveAttribute('title', `Content of the app of “${told}`)
      await expect(region).toHaveAccessibleName(`App of “${told}`)
    }
  })

  await test.step('what one keeps is its server’s alone', async () => {
    for (const each of apps) await expect(each.inside.getByText('"tool-result"')).toBeVisible()
    expect(await Promise.all(apps.map(async (each) => (await got(each))['opened']))).toEqual([1, expect.any(Number), 1])
  })

  await test.step('none hears what another says, or speaks for it', async () => {
    await press(ui, other, 'Lurk')
    // Into the frames of all others, of Parley, and of the one that is made ready meanwhile for the next app.
    for (const each of apps) {
      await press(ui, each, 'Shout')
      await expect.poll(async () => (await got(each))['shouted']).toBeGreaterThanOrEqual(5)
    }
    // What is answered to each comes after what was shouted at it.
    await press(ui, other, 'Ask')
    await expect(other.region.getByText('Let the app call')).toContainText('board_ask')
    for (const { region } of [first, second]) await expect(region.getByText('Let the app call')).toHaveCount(0)
    await other.region.getByRole('button', { name: 'Allow', exact: true }).click()
    await answer(await openedForm(ui, 'Wall'), 'Decline')
    await expect(other.inside.getByText('"answers":["')).toBeVisible()
    for (const each of apps) expect(await got(each)).toMatchObject({ strangers: 0, told: ['tool-input', 'tool-result'] })
    await expect(first.region.getByRole('button', { name: '0 calls' })).toBeVisible()
    await expect(second.region.getByRole('button', { name: '0 calls' })).toBeVisible()
    expect(await Promise.all([first, second].map(async (each) => (await got(each))['answers']))).toEqual([[], []])
  })

  await test.step('none takes the keyboard from another', async () => {
    const keys = first.inside.getByRole('textbox', { name: 'Keys' })
    // The page gives an app the keyboard when the app tells of the press, and that is lost at times (docs/decisions/081).
    await expect(async () => {
      await keys.click()
      await expect(keys).toBeFocused({ timeout: 3_000 })
    }).toPass()
    await ui.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await got(other))['tries']).toBe(1)
    // The keyboard is the page's: a browser does not surely give it back to the app that had it.
    await expect(first.region).toBeFocused()
    await expect(other.region.getByText('The app took the keyboard')).toBeVisible()
    await ui.keyboard.type('mine', { delay: 20 })
    expect(await Promise.all(apps.map(async (each) => (await got(each))['keys']))).toEqual(['', '', ''])
    expect((await got(other))['mode']).toBe('inline')
  })
})
