import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Gate } from './model/gate.ts'
import { say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, conversation, message, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { screenSaved } from './screen/screenSaved.ts'
import { startChat } from './screen/startChat.ts'

const list = (ui: Page): Locator => ui.getByRole('region', { name: 'Conversations' })
const entry = (ui: Page, title: string): Locator => list(ui).getByRole('link', { name: title })
const bar = (ui: Page): Locator => ui.getByRole('group', { name: 'Selected conversations' })
const folder = (ui: Page, name: string): Locator => list(ui).getByRole('button', { name: new RegExp(`^${name}`) })
const undo = (ui: Page): Locator => ui.getByRole('button', { name: 'Undo' })
/** The titles from top to bottom. */
const titles = (ui: Page): Promise<string[]> => list(ui).locator('a span:first-child').allTextContents()

async function talk(ui: Page, model: ScriptedModel, ...questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    await newChat(ui)
    model.will(say(`Yes to ${question}`))
    await send(ui, question)
    await expect(message(ui, `Yes to ${question}`)).toBeVisible()
    await expect(entry(ui, question)).toBeVisible()
  }
}

async function act(ui: Page, title: string, verb: string): Promise<void> {
  await entry(ui, title).hover()
  await list(ui)
    .getByRole('listitem')
    .filter({ has: ui.getByRole('link', { name: title }) })
    .getByRole('button', { name: 'More' })
    .click()
  await ui.getByRole('menuitem', { name: verb, exact: true }).click()
}

test('conversations are pinned, put in a folder and archived, with the keyboard alone, and stay so over a restart', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Apples', 'Boats', 'Cats')
  await act(ui, 'Apples', 'Pin')
  await expect.poll(() => titles(ui)).toEqual(['Apples', 'Cats', 'Boats'])
  await expect(list(ui).getByRole('heading')).toHaveText(['Pinned', 'Today'])

  await entry(ui, 'Boats').focus()
  await ui.keyboard.press('Tab')
  await ui.keyboard.press('Enter')
  await ui.getByRole('menuitem', { name: 'Move to folder…' }).focus()
  await ui.keyboard.press('Enter')
  const dialog = ui.getByRole('dialog', { name: 'Move to folder' })
  await expectAccessible(ui, 'move to folder')
  await dialog.getByRole('textbox', { name: 'New folder' }).focus()
  await ui.keyboard.type('Harbour')
  await ui.keyboard.press('Enter')
  await expect(folder(ui, 'Harbour')).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => titles(ui)).toEqual(['Apples', 'Boats', 'Cats'])
  await expectAccessible(ui, 'list of conversations')

  await folder(ui, 'Harbour').press('Enter')
  await expect(entry(ui, 'Boats')).toHaveCount(0)

  await act(ui, 'Cats', 'Archive')
  await expect(entry(ui, 'Cats')).toHaveCount(0)
  await undo(ui).click()
  await expect(entry(ui, 'Cats')).toBeVisible()
  await act(ui, 'Cats', 'Archive')
  await expect(entry(ui, 'Cats')).toHaveCount(0)

  await parley.quit()
  const again = await parley.launch()
  await expect.poll(() => titles(again)).toEqual(['Apples'])
  await folder(again, 'Harbour').click()
  await folder(again, 'Archived').click()
  await expect.poll(() => titles(again)).toEqual(['Apples', 'Boats', 'Cats'])
  // What is put away is found.
  await again.keyboard.press('ControlOrMeta+Shift+F')
  await again.getByRole('searchbox', { name: 'Search' }).fill('Yes to Cats')
  await again.getByRole('option').filter({ hasText: 'Cats' }).first().click()
  await expect(message(again, 'Yes to Cats')).toBeVisible()
  await act(again, 'Cats', 'Take out of the archive')
  await expect(folder(again, 'Archived')).toHaveCount(0)
})

test('several are selected by pointer and by keyboard, moved together by dragging, and deleted with one undo', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Apples', 'Boats', 'Cats', 'Dogs')
  await act(ui, 'Apples', 'Move to folder…')
  await ui.getByRole('textbox', { name: 'New folder' }).fill('Harbour')
  await ui.getByRole('button', { name: 'Create' }).click()
  // A line that moves between the press and the release of a button is not clicked.
  await expect.poll(() => titles(ui)).toEqual(['Apples', 'Dogs', 'Cats', 'Boats'])

  await entry(ui, 'Dogs').click({ modifiers: ['ControlOrMeta'] })
  await entry(ui, 'Boats').click({ modifiers: ['Shift'] })
  await expect(bar(ui)).toContainText('3 selected')
  await entry(ui, 'Cats').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(ui)).toContainText('2 selected')
  await expectAccessible(ui, 'several conversations')
  await entry(ui, 'Boats').dragTo(folder(ui, 'Harbour'))
  await expect.poll(() => titles(ui)).toEqual(['Dogs', 'Boats', 'Apples', 'Cats'])
  await expect(bar(ui)).toHaveCount(0)

  // Out of the folder, and back.
  await entry(ui, 'Dogs').dragTo(entry(ui, 'Cats'))
  await expect.poll(() => titles(ui)).toEqual(['Boats', 'Apples', 'Dogs', 'Cats'])
  await undoMoved(ui)

  await entry(ui, 'Boats').focus()
  await ui.keyboard.press('Shift+ArrowDown')
  await ui.keyboard.press('Shift+ArrowDown')
  await expect(bar(ui)).toContainText('3 selected')
  await ui.keyboard.press('Escape')
  await expect(bar(ui)).toHaveCount(0)
  await entry(ui, 'Apples').focus()
  await ui.keyboard.press('Shift+ArrowUp')
  await bar(ui).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect.poll(() => titles(ui)).toEqual(['Dogs', 'Cats'])
  await undo(ui).click()
  await expect.poll(() => titles(ui)).toEqual(['Boats', 'Apples', 'Dogs', 'Cats'])
})

/** A move says nothing: what moved is still on the screen. */
async function undoMoved(ui: Page): Promise<void> {
  await expect(undo(ui)).toHaveCount(0)
}

test('a folder is renamed, moved up and deleted without its conversations, and comes back with them', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Apples', 'Boats')
  for (const [title, name] of [
    ['Apples', 'Fruit'],
    ['Boats', 'Harbour'],
  ] as const) {
    await act(ui, title, 'Move to folder…')
    await ui.getByRole('textbox', { name: 'New folder' }).fill(name)
    await ui.keyboard.press('Enter')
    await expect(folder(ui, name)).toBeVisible()
  }
  await ofFolder(ui, 'Harbour', 'Move up')
  await expect.poll(() => titles(ui)).toEqual(['Boats', 'Apples'])
  await ofFolder(ui, 'Harbour', 'Rename')
  await ui.getByRole('textbox', { name: 'Name of the folder' }).fill('Sea')
  await ui.keyboard.press('Enter')
  await ofFolder(ui, 'Sea', 'Delete the folder')
  await expect(folder(ui, 'Sea')).toHaveCount(0)
  await expect.poll(() => titles(ui)).toEqual(['Apples', 'Boats'])
  await undo(ui).click()
  await expect.poll(() => titles(ui)).toEqual(['Boats', 'Apples'])
})

async function ofFolder(ui: Page, name: string, verb: string): Promise<void> {
  await folder(ui, name).hover()
  await list(ui)
    .getByRole('listitem')
    .filter({ has: ui.getByRole('button', { name: new RegExp(`^${name}`) }) })
    .getByRole('button', { name: 'More' })
    .click()
  await ui.getByRole('menuitem', { name: verb, exact: true }).click()
}

test('an answer that ended elsewhere is marked as unread until it is looked at', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const gate = new Gate()
  model.will(say('Slowly', gate, ' done'))
  await send(ui, 'Take your time')
  await expect(message(ui, 'Slowly')).toBeVisible()
  await newChat(ui)
  await expect(entry(ui, 'Take your time')).not.toContainText('Unread')
  gate.open()
  await expect(entry(ui, 'Take your time')).toContainText('Unread')
  await entry(ui, 'Take your time').click()
  await expect(message(ui, 'Slowly done')).toBeVisible()
  await newChat(ui)
  await expect(entry(ui, 'Take your time')).not.toContainText('Unread')
  await act(ui, 'Take your time', 'Mark as unread')
  await expect(entry(ui, 'Take your time')).toContainText('Unread')
})

test('a model that the person chose writes titles, and a name of their own stays', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await goTo(ui, 'Settings')
  await ui
    .getByRole('link', { name: 'Models' })
    .or(ui.getByRole('tab', { name: 'Models' }))
    .first()
    .click()
  await ui.getByRole('combobox', { name: 'Titles of conversations' }).click()
  await ui.getByRole('option', { name: 'scripted-1' }).click()
  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(say('They float'), say('"Why boats float"'))
  await send(ui, 'Tell me why boats float on water')
  await expect(entry(ui, 'Why boats float')).toBeVisible()
  await expect(ui.getByRole('heading', { level: 1, name: 'Why boats float' })).toBeVisible()
  expect((await model.request(2)).max_tokens).toBeLessThanOrEqual(500)

  await newChat(ui)
  const gate = new Gate()
  model.will(say('They sink'), say(gate, 'Why stones sink'))
  await send(ui, 'And stones?')
  await expect(message(ui, 'They sink')).toBeVisible()
  await act(ui, 'And stones?', 'Rename')
  await ui.getByRole('textbox', { name: 'Name of the conversation' }).fill('Mine')
  await ui.keyboard.press('Enter')
  await expect(entry(ui, 'Mine')).toBeVisible()
  gate.open()
  // The next answer comes after the title.
  model.will(say('And wood swims'))
  await send(ui, 'And wood?')
  await expect(message(ui, 'And wood swims')).toBeVisible()
  await expect(entry(ui, 'Mine')).toBeVisible()
})

test('a reload and a restart open what was open, at the same place', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const long = (what: string): string => Array.from({ length: 60 }, (_, line) => `${what} ${line}`).join('\n\n')
  model.will(say(long('First line')), say(long('Second line')))
  await send(ui, 'Write much')
  await expect(message(ui, 'First line 59')).toBeVisible()
  await send(ui, 'More of it')
  await expect(message(ui, 'Second line 59')).toBeVisible()
  const line = (page: Page): Locator => conversation(page).getByText('First line 30', { exact: true })
  const top = async (page: Page): Promise<number> => Math.round((await line(page).boundingBox())?.y ?? -1)
  await line(ui).scrollIntoViewIfNeeded()
  await conversation(ui).evaluate((log) => log.scrollBy(0, 40))
  const before = await top(ui)
  await screenSaved(parley.dataDir, 'place')

  await ui.reload()
  await expect(line(ui)).toBeInViewport()
  await expect.poll(() => top(ui)).toBe(before)

  await parley.quit()
  const again = await parley.launch()
  await expect(line(again)).toBeInViewport()
  await expect.poll(async () => Math.abs((await top(again)) - before)).toBeLessThan(3)

  await goTo(again, 'Settings')
  await screenSaved(parley.dataDir, { view: 'settings' })
  await parley.kill()
  const killed = await parley.launch()
  await expect(killed.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await goTo(killed, 'Chat')
  await act(killed, 'Write much', 'Delete')
  await goTo(killed, 'Chat')
  await screenSaved(parley.dataDir, { view: 'chat' })
  await killed.reload()
  await expect(killed.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible()
  await expect(composer(killed)).toBeVisible()
})

test('ten thousand conversations are listed and scrolled as quickly as ten', async ({ parley, model }) => {
  const first = await startChat(parley, model)
  await talk(first, model, 'The newest one')
  await parley.quit()
  const database = new DatabaseSync(join(parley.dataDir, 'parley.db'))
  const insert = database.prepare("INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, 'default')")
  database.exec('BEGIN')
  for (let number = 0; number < 10_000; number++) insert.run(randomUUID(), `Old talk ${number}`, number, number)
  database.exec('COMMIT')
  database.close()

  const ui = await parley.launch()
  await expect(entry(ui, 'The newest one')).toBeVisible()
  // Only what is near the view is drawn.
  expect(await list(ui).getByRole('link').count()).toBeLessThan(100)
  await list(ui).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(entry(ui, 'Old talk 0')).toBeVisible()
  await entry(ui, 'Old talk 0').click()
  await expect(ui.getByRole('heading', { level: 1, name: 'Old talk 0' })).toBeVisible()
  await entry(ui, 'Old talk 0').click({ modifiers: ['ControlOrMeta'] })
  await list(ui).evaluate((box) => box.scrollTo(0, 0))
  await entry(ui, 'The newest one').click({ modifiers: ['Shift'] })
  await expect(bar(ui)).toContainText('10,000 selected')
  await bar(ui).getByRole('button', { name: 'Archive' }).click()
  await expect(list(ui).getByRole('link')).toHaveCount(1)
  await undo(ui).click()
  await expect(entry(ui, 'Old talk 9999')).toBeVisible()
})

test('in a narrow window the list is as useful in the drawer, with the keyboard alone', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Apples')
  await ui.setViewportSize({ width: 560, height: 700 })
  await ui.getByRole('main').getByRole('button', { name: 'Open the sidebar' }).press('Enter')
  await expectAccessible(ui, 'list in the drawer')
  await entry(ui, 'Apples').focus()
  await ui.keyboard.press('Tab')
  await ui.keyboard.press('Enter')
  // By pointer: nothing lies over the menu.
  await ui.getByRole('menuitem', { name: 'Move to folder…' }).click()
  const dialog = ui.getByRole('dialog', { name: 'Move to folder' })
  await dialog.getByRole('textbox', { name: 'New folder' }).click()
  await ui.keyboard.type('Harbour')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(folder(ui, 'Harbour')).toBeVisible()
  await folder(ui, 'Harbour').click()
  await expect(entry(ui, 'Apples')).toHaveCount(0)
})
