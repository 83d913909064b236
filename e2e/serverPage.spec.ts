import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { callFromPage } from './lib/callFromPage.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { openServer, waitUntilReady } from './screen/servers.ts'
import type { Parley } from './lib/parley.ts'
import type { ServerEntry } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'

/** Starts Parley with one server and opens its page. */
async function openPage(parley: Parley, name: string, entry: ServerEntry, tab: Parameters<typeof openServer>[2]): Promise<Page> {
  parley.writeServers({ [name]: entry })
  const ui = await parley.launch()
  await waitUntilReady(ui, name)
  await openServer(ui, name, tab)
  return ui
}

/** Runs a tool in the background, in a new conversation, and waits until the call has ended. */
async function runTool(ui: Page, serverId: string, tool: string, args: object = {}): Promise<void> {
  const call = (name: string, input: object) => callFromPage(ui, name, JSON.stringify(input))
  const created = (await call('chat.create', { model: 'none' })) as { value: { conversationId: string } }
  const { conversationId } = created.value
  expect(await call('chat.runTool', { conversationId, serverId, tool, arguments: args })).toMatchObject({ ok: true })
  await expect.poll(async () => JSON.stringify(await call('chat.open', { conversationId }))).toContain('"state":"done"')
}

const row = (ui: Page, name: string): Locator => ui.getByRole('list', { name: 'Resources' }).getByRole('button', { name, exact: true })
const resource = (ui: Page): Locator => ui.getByRole('region', { name: 'Resource', exact: true })
const logLines = (ui: Page): Locator => ui.getByRole('list', { name: 'Log' }).getByRole('listitem')

test('resources are found, read, and read again', alternateShells(1), async ({ parley }) => {
  const ui = await openPage(parley, 'everything', real('everything'), 'Resources')
  await expect(row(ui, 'architecture.md')).toBeVisible()
  await ui.getByRole('searchbox', { name: 'Find a resource' }).fill('startup')
  await expect(row(ui, 'architecture.md')).toHaveCount(0)
  await row(ui, 'startup.md').click()
  await expect(resource(ui)).toContainText('demo://resource/static/document/startup.md')
  await expect(resource(ui)).toContainText('Written by “everything”')
  await expect(resource(ui)).toContainText(/Read just now/)
  await resource(ui).getByRole('button', { name: 'Read again' }).click()
  await expect(resource(ui).getByRole('button', { name: 'Read again' })).toBeEnabled()
  await expectAccessible(ui, 'one resource')
  await ui.keyboard.press('Escape')
  await expect(row(ui, 'startup.md')).toBeFocused()
  await expect(ui.getByRole('searchbox', { name: 'Find a resource' })).toHaveValue('startup')
})

test(
  'a template asks for its variables, proposes values, shows the address it makes, and reads it',
  alternateShells(0),
  async ({ parley }) => {
    const ui = await openPage(parley, 'library', fixture('library'), 'Resources')
    await ui.getByRole('button', { name: 'Fill in “book”' }).click()
    const id = ui.getByRole('combobox', { name: 'id' })
    await id.fill('du')
    await ui.getByRole('option', { name: 'dune' }).click()
    await expect(id).toHaveValue('dune')
    await expect(ui.getByRole('group', { name: 'Address' })).toContainText('library://books/dune')
    await expectAccessible(ui, 'a template')
    await ui.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(resource(ui)).toContainText('Dune')
  },
)

test(
  'images, several contents in one, none at all, and what is too long are each shown as what they are',
  alternateShells(1),
  async ({ parley }) => {
    const ui = await openPage(parley, 'library', fixture('library'), 'Resources')
    await row(ui, 'cover').click()
    await expect(resource(ui).getByRole('img', { name: 'Sent by “library”' })).toBeVisible()
    await resource(ui).getByRole('button', { name: 'All resources' }).click()
    await row(ui, 'shelf').click()
    await expect(resource(ui)).toContainText('2 parts')
    await expect(resource(ui).getByRole('img')).toBeVisible()
    await ui.keyboard.press('Escape')
    await row(ui, 'empty').click()
    await expect(resource(ui)).toContainText('It is empty: library answered')
    await ui.keyboard.press('Escape')
    await row(ui, 'large').click()
    await expect(resource(ui)).toContainText('Only the beginning of')
    await resource(ui).getByRole('button', { name: 'Show all' }).click()
    await expect(resource(ui).getByText('Only the beginning of')).toHaveCount(0)
  },
)

for (const [kind, era] of ['2025', '2026'].entries()) {
  test(`changes of a resource are followed, and what is shown is read again (${era})`, alternateShells(kind), async ({ parley }) => {
    const ui = await openPage(parley, 'library', fixture('library', '--era', era), 'Resources')
    await row(ui, 'dune').click()
    await expect(resource(ui)).toContainText('Written by “library”')
    const before = await resource(ui).textContent()
    await resource(ui).getByRole('switch', { name: 'Follow changes' }).click()
    await expect(resource(ui)).toContainText('Following')
    await runTool(ui, 'library', 'change_book', { id: 'dune' })
    await expect(resource(ui)).toContainText('1 update')
    await expect(resource(ui)).toContainText(/edition 2|2nd edition|second/i)
    expect(await resource(ui).textContent()).not.toBe(before)
    await resource(ui).getByRole('switch', { name: 'Follow changes' }).click()
    await expect(resource(ui).getByText('Following')).toHaveCount(0)
  })
}

test('the updates of server-everything arrive for what is followed', alternateShells(0), async ({ parley }) => {
  const ui = await openPage(parley, 'everything', real('everything'), 'Resources')
  await row(ui, 'features.md').click()
  await resource(ui).getByRole('switch', { name: 'Follow changes' }).click()
  await expect(resource(ui)).toContainText('Following')
  await runTool(ui, 'everything', 'toggle-subscriber-updates')
  await expect(resource(ui)).toContainText(/[1-9]\d* updates?/)
  await runTool(ui, 'everything', 'toggle-subscriber-updates')
})

test('a resource is attached to the next message of the conversation in front', alternateShells(0), async ({ parley }) => {
  const ui = await openPage(parley, 'library', fixture('library'), 'Resources')
  await row(ui, 'dune').click()
  await resource(ui).getByRole('button', { name: 'Attach to a message' }).click()
  await resource(ui).getByRole('button', { name: 'Go to the chat' }).click()
  await expect(ui.getByRole('main')).toContainText('dune')
  await expect(ui.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('a prompt is taken to the conversation with Use', alternateShells(1), async ({ parley }) => {
  const ui = await openPage(parley, 'library', fixture('library'), 'Prompts')
  await expect(ui.getByRole('list', { name: 'Prompts' })).toContainText('genre')
  await ui.getByRole('button', { name: 'Use “recommend”' }).click()
  await expect(ui.getByRole('dialog', { name: 'Use “recommend”' })).toBeVisible()
})

for (const [kind, era] of ['2025', '2026'].entries()) {
  test(`what a server logs appears as it comes, from the level that was chosen (${era})`, alternateShells(kind), async ({ parley }) => {
    const ui = await openPage(parley, 'library', fixture('library', '--era', era), 'Log')
    await expect(ui.getByText('Nothing logged so far')).toBeVisible()
    await ui.getByRole('combobox', { name: '“library” sends from' }).click()
    await ui.getByRole('option', { name: 'info' }).click()
    await expect(ui.getByRole('combobox', { name: '“library” sends from' })).toHaveText('info')
    await runTool(ui, 'library', 'log', { level: 'debug', message: 'Too quiet' })
    await runTool(ui, 'library', 'log', { level: 'error', message: '<b>Shelf</b> fell down', logger: 'shelves' })
    await runTool(ui, 'library', 'log', { level: 'notice', message: 'Put up again' })
    await expect(logLines(ui)).toHaveText([/error.*shelves.*<b>Shelf<\/b> fell down/, /notice.*Put up again/])
    await ui.getByRole('combobox', { name: 'Show' }).click()
    await ui.getByRole('option', { name: 'error and worse' }).click()
    await expect(logLines(ui)).toHaveText([/fell down/])
    await expectAccessible(ui, 'a log')
    await ui.getByRole('combobox', { name: 'Show' }).click()
    await ui.getByRole('option', { name: 'Everything' }).click()
    await ui.getByRole('searchbox', { name: 'Find in the log' }).fill('put UP')
    await expect(logLines(ui)).toHaveText([/Put up again/])
    await ui.getByRole('searchbox', { name: 'Find in the log' }).fill('')
    await ui.getByRole('button', { name: 'Clear' }).click()
    await expect(ui.getByText('Nothing logged so far')).toBeVisible()
  })
}

test('the log of server-everything is kept over a restart of Parley', alternateShells(1), async ({ parley }) => {
  const ui = await openPage(parley, 'everything', real('everything'), 'Log')
  await ui.getByRole('combobox', { name: '“everything” sends from' }).click()
  await ui.getByRole('option', { name: 'debug' }).click()
  await expect(ui.getByRole('combobox', { name: '“everything” sends from' })).toHaveText('debug')
  await runTool(ui, 'everything', 'toggle-simulated-logging')
  await expect(
    logLines(ui)
      .filter({ hasText: /level.message/i })
      .first(),
  ).toBeVisible()
  await parley.quit()
  const again = await parley.launch()
  await waitUntilReady(again, 'everything')
  await openServer(again, 'everything', 'Log')
  await expect(again.getByRole('combobox', { name: '“everything” sends from' })).toHaveText('debug')
  await expect(
    logLines(again)
      .filter({ hasText: /level.message/i })
      .first(),
  ).toBeVisible()
})

test('the whole log is saved as a file, or copied where the shell lets no page save one', async ({ parley }) => {
  const ui = await openPage(parley, 'library', fixture('library'), 'Log')
  await ui.getByRole('combobox', { name: '“library” sends from' }).click()
  await ui.getByRole('option', { name: 'info' }).click()
  await expect(ui.getByRole('combobox', { name: '“library” sends from' })).toHaveText('info')
  await runTool(ui, 'library', 'log', { level: 'error', message: 'Fell down' })
  await expect(logLines(ui)).toHaveText([/Fell down/])
  if (parley.kind !== 'browser') {
    await expect(ui.getByRole('button', { name: 'Copy all' })).toBeEnabled()
    return
  }
  const saved = ui.waitForEvent('download')
  await ui.getByRole('button', { name: 'Save as file' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('library.log')
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/error.*Fell down/)
})

test('the traffic shows what was said, each with the answer to it, and what the server printed', alternateShells(0), async ({ parley }) => {
  const ui = await openPage(parley, 'everything', real('everything'), 'Traffic')
  const traffic = ui.getByRole('list', { name: 'Traffic' })
  await traffic.getByRole('button', { name: /sent initialize/ }).click()
  const whole = ui.getByRole('region', { name: 'Message', exact: true })
  await expect(whole).toContainText('"method": "initialize"')
  await expect(whole).toContainText(/Answered after/)
  await expectAccessible(ui, 'traffic')
  await runTool(ui, 'everything', 'echo', { message: 'over the wire' })
  await ui.getByRole('button', { name: 'Refresh' }).click()
  await traffic.getByRole('button', { name: /sent tools\/call echo/ }).click()
  await expect(whole).toContainText('over the wire')
  await expect(ui.getByText('What the server printed')).toBeVisible()
})

test('every tab fits into a narrow window', alternateShells(0), async ({ parley }) => {
  const ui = await openPage(parley, 'library', fixture('library'), 'Tools')
  for (const width of [700, 500]) {
    await ui.setViewportSize({ width, height: 800 })
    for (const tab of await ui.getByRole('tab').all()) {
      await tab.click()
      const article = ui.getByRole('article', { name: 'library', exact: true })
      await expect(article).toBeVisible()
      const wide = await article.evaluate((element) => element.scrollWidth > element.clientWidth + 1)
      expect(wide, `${await tab.textContent()} at ${width} px`).toBe(false)
    }
  }
})
