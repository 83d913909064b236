import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { real } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { conversation, message, newChat, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const dialog = (ui: Page): Locator => ui.getByRole('dialog', { name: 'Search' })
const field = (ui: Page): Locator => dialog(ui).getByRole('searchbox', { name: 'Search' })
const results = (ui: Page): Locator => dialog(ui).getByRole('option')
const findBar = (ui: Page): Locator => ui.getByRole('search', { name: 'Find in conversation' })

/** The texts that are marked in the conversation; the one in front is the last. */
const marked = (ui: Page): Promise<readonly string[]> =>
  ui.evaluate(() => ['found', 'found-front'].flatMap((name) => Array.from(CSS.highlights.get(name) ?? [], String)))

async function search(ui: Page, words: string): Promise<void> {
  await ui.keyboard.press('ControlOrMeta+Shift+F')
  await field(ui).fill(words)
}

test('what was written, called and answered is found by the keyboard alone, and shown in its place', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(
    callTools({ server: 'everything', tool: 'echo', arguments: { message: 'a walnut from the tool' } }),
    say('Roast the **walnut** gently.'),
    say('我在学习机器学习'),
  )
  await send(ui, 'How do I roast a wálnut?')
  await allowOnce(ui, 'echo')
  await expect(message(ui, 'gently')).toBeVisible()
  await newChat(ui)
  await send(ui, 'Something else')
  await expect(message(ui, '机器')).toBeVisible()

  await search(ui, 'walnut')
  await expect(results(ui)).toHaveCount(4)
  await expect(dialog(ui).getByRole('status')).toHaveText('4 results')
  await expect(results(ui).first()).toContainText('Answer')
  await expectAccessible(ui, 'search')
  await field(ui).press('Enter')
  await expect(dialog(ui)).toHaveCount(0)
  await expect(ui.getByRole('heading', { level: 1 })).toHaveText('How do I roast a wálnut?')
  await expect.poll(() => marked(ui)).toEqual(['walnut'])

  await search(ui, '学习')
  await expect(results(ui)).toHaveCount(1)
  await field(ui).press('Enter')
  await expect(message(ui, '机器')).toBeVisible()
  await expect.poll(() => marked(ui)).toEqual(['学习', '学习'])

  await search(ui, 'walnut tool')
  await expect(results(ui)).toHaveCount(1)
  await field(ui).press('Enter')
  // A call opens, so that its words can be seen.
  await expect.poll(() => marked(ui)).toContain('walnut')
  await expect(ui.getByRole('button', { expanded: true, name: /echo/ })).toBeVisible()
})

test('filters narrow the search, and nothing found says how to go on', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('A walnut'))
  await send(ui, 'Tell me')
  await expect(message(ui, 'A walnut')).toBeVisible()
  await search(ui, 'waln')
  await expect(results(ui)).toHaveCount(1)
  await dialog(ui).getByRole('button', { name: 'Has file' }).click()
  await expect(results(ui)).toHaveCount(0)
  await expect(dialog(ui)).toContainText('Nothing matches')
  await dialog(ui).getByRole('button', { name: 'Search without filters' }).click()
  await expect(results(ui)).toHaveCount(1)
  await dialog(ui).getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /scripted/ }).click()
  await expect(results(ui)).toHaveCount(1)
  await dialog(ui).getByRole('combobox', { name: 'Date' }).click()
  await ui.getByRole('option', { name: 'Last 24 hours' }).click()
  await expect(results(ui)).toHaveCount(1)
  await dialog(ui).getByRole('button', { name: 'Clear filters' }).click()
  await expect(dialog(ui).getByRole('combobox', { name: 'Date' })).toContainText('Any time')
})

test('a version that is not in front is found and brought to the front', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('The first walnut'), say('The second answer'))
  await send(ui, 'Tell me')
  await message(ui, 'The first walnut').hover()
  await message(ui, 'The first walnut').getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(message(ui, 'The second answer')).toBeVisible()
  await search(ui, 'walnut')
  await expect(results(ui)).toHaveCount(1)
  await field(ui).press('Enter')
  await expect(message(ui, 'The first walnut')).toBeVisible()
  await expect.poll(() => marked(ui)).toEqual(['walnut'])
})

test(
  'what an earlier run wrote is found, also after it was killed and the index was lost',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('A walnut'))
    await send(ui, 'Tell me')
    await expect(message(ui, 'A walnut')).toBeVisible()
    await expect.poll(() => readDatabase(parley.dataDir, "select state from message where role = 'assistant'")).toEqual([{ state: 'done' }])
    await parley.kill()
    const again = await parley.launch()
    await search(again, 'walnut')
    await expect(results(again)).toHaveCount(1)
    await expect(dialog(again)).not.toContainText('Indexing')
  },
)

test('a text is found in the conversation, also in what is not drawn', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(`needle at the top\n\n${'A line.\n\n'.repeat(40)}getNeedleById at the end`))
  await send(ui, 'Tell me')
  await expect(message(ui, 'at the end')).toBeVisible()
  await ui.keyboard.press('ControlOrMeta+f')
  await expect(findBar(ui).getByRole('searchbox')).toBeFocused()
  await ui.keyboard.type('needle')
  await expect(findBar(ui).getByRole('status')).toHaveText('1 of 2')
  await expect.poll(() => marked(ui)).toEqual(['Needle', 'needle'])
  await expect(conversation(ui).getByText('needle at the top')).toBeInViewport()
  await expectAccessible(ui, 'find in conversation')
  await ui.keyboard.press('Enter')
  await expect(findBar(ui).getByRole('status')).toHaveText('2 of 2')
  await expect(conversation(ui).getByText('at the end')).toBeInViewport()
  await findBar(ui).getByRole('button', { name: 'Next' }).click()
  await expect(findBar(ui).getByRole('status')).toHaveText('1 of 2')
  await findBar(ui).getByRole('button', { name: 'Previous' }).click()
  await expect(findBar(ui).getByRole('status')).toHaveText('2 of 2')
  await findBar(ui).getByRole('searchbox').fill('nowhere')
  await expect(findBar(ui).getByRole('status')).toHaveText('Not found')
  await ui.keyboard.press('Escape')
  await expect(findBar(ui)).toHaveCount(0)
  expect(await marked(ui)).toEqual([])
  await expect(ui.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('a removed conversation is not found until that is undone', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('A walnut'))
  await send(ui, 'Tell me')
  await expect(message(ui, 'A walnut')).toBeVisible()
  await search(ui, 'walnut')
  await expect(results(ui)).toHaveCount(1)
  await field(ui).press('Escape')
  await openConversation(ui, 'Tell me')
  await ui.getByRole('main').getByRole('button', { name: 'More' }).first().click()
  await ui.getByRole('menuitem', { name: 'Delete' }).click()
  await search(ui, 'walnut')
  await expect(dialog(ui)).toContainText('Nothing matches')
})
