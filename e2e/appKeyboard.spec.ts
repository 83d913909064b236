import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { appOf, enterApp, showApp } from './screen/apps.ts'
import { composer, message, send } from './screen/chat.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const apps = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' })
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Board”"]').frameLocator('iframe')

/** Presses a key until the focus is there, as somebody does who sees only where the focus is. */
async function until(ui: Page, key: string, there: Locator): Promise<void> {
  await expect(async () => {
    await ui.keyboard.press(key)
    await expect(there).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

test('an app is reached, skipped, entered, left, and shown in full window and back by the keyboard alone', async ({ parley, model }) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool: 'show_page', arguments: { topic: 'x' } }), say('That is what came'))
  await send(ui, 'Show the board')
  await allowOnce(ui, 'show_page')
  await expect(message(ui, 'That is what came')).toBeVisible()
  await expect(inside(ui).getByText('"onlyForTheView":true')).toBeVisible()
  const app = apps(ui).first()
  const button = (name: string): Locator => app.getByRole('button', { name, exact: true })
  const [skip, more] = [button('Skip the app of “Board”'), button('More')]

  await test.step('past it, from the call above it', async () => {
    await ui.getByRole('button', { name: /show_page/ }).focus()
    await until(ui, 'Tab', skip)
    await expect(skip).toBeVisible()
    await ui.keyboard.press('Enter')
    await ui.keyboard.press('Tab')
    // What follows is neither of its bar nor in it.
    await expect(message(ui, 'That is what came').getByRole('button', { name: 'Copy' })).toBeFocused()
  })

  await test.step('into it and out', async () => {
    await until(ui, 'Shift+Tab', inside(ui).getByRole('textbox', { name: 'Note' }))
    await ui.keyboard.type('by key')
    await expect(inside(ui).getByRole('textbox', { name: 'Note' })).toHaveValue('by key')
    await ui.keyboard.press('Escape')
    await expect(app).toBeFocused()
    await until(ui, 'Tab', inside(ui).getByRole('button', { name: 'Poll' }))
    await ui.keyboard.press('ControlOrMeta+k')
    await expect(ui.getByRole('dialog')).toBeVisible()
    await ui.keyboard.press('Escape')
    await expect(ui.getByRole('dialog')).toHaveCount(0)
    await expect(app).toBeFocused()
  })

  await test.step('its menu', async () => {
    await until(ui, 'Tab', more)
    await ui.keyboard.press('Enter')
    await ui.keyboard.press('ArrowDown')
    await expect(ui.getByRole('menuitem', { name: 'Messages and policy' })).toBeFocused()
    await ui.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })

  await test.step('in full window and back, from its bar and from inside', async () => {
    await until(ui, 'Shift+Tab', button('Full window'))
    await ui.keyboard.press('Enter')
    await expect(apps(ui).last()).toBeFocused()
    await expect(ui.getByRole('button', { name: 'Leave full window' })).toBeVisible()
    await until(ui, 'Tab', inside(ui).getByRole('textbox', { name: 'Note' }))
    await ui.keyboard.press('Escape')
    await expect(ui.getByRole('button', { name: 'Leave full window' })).toHaveCount(0)
    await expect(app).toBeFocused()
    await expect(inside(ui).getByRole('textbox', { name: 'Note' })).toHaveValue('by key')
    await until(ui, 'Tab', button('Full window'))
    await ui.keyboard.press('Enter')
    await until(ui, 'Tab', ui.getByRole('button', { name: 'Leave full window' }))
    await ui.keyboard.press('Enter')
    await expect(app).toBeFocused()
  })

  await test.step('in the corner and back', async () => {
    await until(ui, 'Tab', button('Picture in picture'))
    await ui.keyboard.press('Enter')
    await expect(apps(ui).last()).toBeFocused()
    await until(ui, 'Tab', apps(ui).last().getByRole('button', { name: 'Back to the conversation' }))
    await ui.keyboard.press('Enter')
    await expect(app).toBeFocused()
  })
})

test('what an app would like to call is reached, read and allowed by the keyboard alone, which is at the app then', async ({
  parley,
  model,
}) => {
  const ui = await showApp(parley, model, 'page')
  const { region, inside } = appOf(ui, 'Board')
  await expect(inside.getByText('"onlyForTheView":true')).toBeVisible()
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  for (const [tool, answer] of [
    ['board_poll', 'Deny'],
    ['board_read', 'Allow'],
  ] as const) {
    await test.step(answer, async () => {
      await until(ui, 'Tab', inside.getByRole('button', { name: tool === 'board_poll' ? 'Poll' : 'Read', exact: true }))
      await ui.keyboard.press('Enter')
      // It is told to who does not see it.
      await expect(region.getByRole('status').filter({ hasText: `Let the app call ${tool}` })).toBeVisible()
      await ui.keyboard.press('Escape')
      await expect(region).toBeFocused()
      await until(ui, 'Tab', region.getByRole('button', { name: answer, exact: true }))
      await ui.keyboard.press('Enter')
      await expect(region.getByText(`Let the app call ${tool}`)).toHaveCount(0)
      await expect(region).toBeFocused()
    })
  }
  await expect(inside.getByText('ok board_read')).toBeVisible()
})

test('the host that an app is refused is reached, read, put off and allowed by the keyboard alone, which is at the app then', async ({
  parley,
  model,
}) => {
  parley.expectComplaint(/ERR_|Failed to|Fetch API/i)
  const ui = await showApp(parley, model, 'reacher')
  const { region, inside } = appOf(ui, 'Board')
  await expect(inside.getByRole('status')).toHaveText('ready')
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  await until(ui, 'Tab', inside.getByRole('button', { name: 'Reach' }))
  await ui.keyboard.press('Enter')
  await expect(region.getByRole('status').filter({ hasText: 'The app asked for' })).toContainText('api.board.example')
  await ui.keyboard.press('Escape')
  await expect(region).toBeFocused()
  const allow = region.getByRole('button', { name: 'Allow api.board.example…' })
  await until(ui, 'Tab', allow)
  const question = ui.getByRole('dialog', { name: /^Allow the app of “Board”/ })
  await test.step('put off', async () => {
    await ui.keyboard.press('Enter')
    await expect(question).toContainText('api.board.example')
    await ui.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(allow).toBeFocused()
  })
  await test.step('allowed', async () => {
    await ui.keyboard.press('Enter')
    const box = question.getByRole('checkbox', { name: 'api.board.example' })
    await until(ui, 'Tab', box)
    if (!(await box.isChecked())) await ui.keyboard.press('Space')
    await expect(box).toBeChecked()
    // All of it was on the screen before anything of it can be allowed.
    await until(ui, 'Tab', question.getByRole('button', { name: /^Allow/ }))
    await ui.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(region.getByRole('button', { name: 'Reaches api.board.example' })).toBeVisible()
    await expect(region).toBeFocused()
  })
})

test('L16: who presses keys in an app goes on in it when it writes into the message field, so that none of them sends that', async ({
  parley,
  model,
}) => {
  const ui = await showApp(parley, model, 'page')
  const { region, inside } = appOf(ui, 'Board')
  await expect(inside.getByText('"onlyForTheView":true')).toBeVisible()
  await region.getByRole('button', { name: 'More', exact: true }).focus()
  const tell = inside.getByRole('button', { name: 'Tell' })
  await until(ui, 'Tab', tell)
  await ui.keyboard.press('Enter')
  await expect(composer(ui)).toHaveValue('From the board')
  await ui.keyboard.press('Enter')
  await expect(tell).toBeFocused()
  await expect(composer(ui)).toHaveValue('From the board')
  await expect(message(ui, 'From the board')).toHaveCount(0)
})

/** Writes in the composer while an app begins to take the keyboard every tenth of a second. */
async function writeBesideThief(ui: Page, written: string): Promise<void> {
  await composer(ui).click()
  await ui.keyboard.type(written.slice(0, 8), { delay: 20 })
  await ui.emulateMedia({ colorScheme: 'dark' })
  await ui.keyboard.type(written.slice(8), { delay: 40 })
}

const written = 'What I write is for nobody but Parley and the model, word by word'

/** Whoever goes on writing, does so in the composer. */
async function expectToGoOn(ui: Page): Promise<void> {
  await expect(composer(ui)).toBeFocused()
  const before = await composer(ui).inputValue()
  await ui.keyboard.type(' and all of this', { delay: 20 })
  await expect(composer(ui)).toHaveValue(`${before} and all of this`)
}

/** The app is ended, and what it may have got is said. */
async function expectEnded(ui: Page): Promise<void> {
  const { region, frame } = appOf(ui, 'Board')
  await expect(region.getByText('Single letters that you typed meanwhile may have gone into it')).toBeVisible()
  await expect(frame).toHaveCount(0)
  await expect(region.getByRole('button', { name: 'Restart app' })).toBeVisible()
}

test('L13: an app that takes the keyboard again and again from who writes gets nothing on the desktop, and is ended in a browser', async ({
  parley,
  model,
}) => {
  const ui = await showApp(parley, model, 'thief')
  const { frame, inside } = appOf(ui, 'Board')
  // Whoever looks into an app with this driver acts in it as a person would, for the browser.
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(120)
  await writeBesideThief(ui, written)
  if (parley.kind === 'browser') await expectEnded(ui)
  else await expect(composer(ui)).toHaveValue(written)
  await expectToGoOn(ui)
  if (parley.kind !== 'browser') await expect(inside.getByRole('status')).toHaveText(/^tries [1-9]\d* got \.$/)
})

test('L13: an app in which the person has just been, and which then takes the keyboard again and again, is ended', async ({
  parley,
  model,
}) => {
  const ui = await showApp(parley, model, 'thief')
  const app = appOf(ui, 'Board')
  await enterApp(ui, app)
  await app.inside.getByRole('textbox', { name: 'Keys' }).press('x')
  await expect(app.inside.getByRole('status')).toHaveText('tries 0 got x.')
  await writeBesideThief(ui, written)
  await expectEnded(ui)
  await expectToGoOn(ui)
})
