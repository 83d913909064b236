import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture } from './lib/serverEntries.ts'
import type { Parley } from './lib/parley.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { allowOnce } from './screen/questions.ts'
import { savedFile } from './screen/savedFile.ts'
import { startChat } from './screen/startChat.ts'

const card = (ui: Page, tool: string): Locator => conversation(ui).getByRole('button', { name: new RegExp(`^results/${tool}`) })

/** Has the model call a tool whose result is this long, and opens the call. */
async function openedResult(parley: Parley, model: ScriptedModel, tool: string, count: number): Promise<Page> {
  const ui = await startChat(parley, model, { results: fixture('longResults') })
  model.will(callTools({ server: 'results', tool, arguments: { count } }), say('That is what came'))
  await send(ui, 'Call it')
  await allowOnce(ui, tool)
  await expect(message(ui, 'That is what came')).toBeVisible({ timeout: 30_000 })
  await card(ui, tool).click()
  return ui
}

const firstCells = (ui: Page): Locator => ui.getByRole('row').nth(1).getByRole('cell')
const shownNodes = (ui: Page): Promise<number> => ui.evaluate(() => document.querySelectorAll('*').length)

for (const [kind, count] of [400, 20_000].entries()) {
  test(
    `a list of ${count} rows is a table: filtered, ordered, with its numbers as they were written, and saved as CSV`,
    alternateShells(kind),
    async ({ parley, model }) => {
      const ui = await openedResult(parley, model, 'query', count)
      const all = count.toLocaleString('en')
      await expect(ui.getByText(`${all} rows`, { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(firstCells(ui).first()).toHaveText('9007199254740993')
      await ui.getByRole('button', { name: 'id', exact: true }).click()
      await expect(firstCells(ui).first()).toHaveText(String(81_204_118 - count))
      await ui.getByRole('button', { name: 'id', exact: true }).click()
      await expect(firstCells(ui).first()).toHaveText('9007199254740993')
      await ui.getByRole('searchbox', { name: 'Filter rows' }).fill('INVOICE')
      const left = Math.floor((count - 2) / 15) + 1
      await expect(ui.getByText(`${left.toLocaleString('en')} of ${all} rows`)).toBeVisible()
      await expect(firstCells(ui).nth(3)).toHaveText('invoice.update')
      expect(await shownNodes(ui)).toBeLessThan(3_000)
      await expectAccessible(ui, 'a result as a table')
      const saved = await savedFile(parley, ui, () => ui.getByRole('button', { name: 'Save as CSV…' }).click())
      const lines = saved.toString('utf8').trimEnd().split('\r\n')
      expect([lines.length, lines[0], lines[1]]).toEqual([
        left + 1,
        'id,at,actor,action,detail',
        '81204116,2026-11-22 14:02:51,job:backfill,invoice.update,"{""id"":90413,""settled_at"":null}"',
      ])
      expect(await ui.getByRole('columnheader').first().getAttribute('aria-sort')).toBe('descending')
    },
  )
}

for (const [kind, count] of [312, 5_000].entries()) {
  test(
    `a tree of ${count} issues is folded and found in by the keyboard, and a branch of it is copied`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      const ui = await openedResult(parley, model, 'issues', count)
      await ui.getByRole('button', { name: 'Tree', exact: true }).click()
      const tree = ui.getByRole('tree')
      await expect(tree.getByRole('treeitem').nth(1)).toHaveText('"release": "2.4-rc1"')
      await tree.focus()
      await ui.keyboard.press('ArrowDown')
      await ui.keyboard.press('ArrowDown')
      await expect(ui.getByText('at issues', { exact: true })).toBeVisible()
      await ui.keyboard.press('ArrowLeft')
      await expect(tree.getByRole('treeitem')).toHaveCount(4)
      const find = ui.getByRole('searchbox', { name: 'Find a key or a value' })
      await find.fill('settled')
      await expect(ui.getByText('at issues[120].title', { exact: true })).toBeVisible()
      await expect(ui.getByText('1 of 1', { exact: true })).toBeVisible()
      await expect(tree.getByRole('treeitem', { selected: true })).toHaveText('"title": "TypeError: settled_at is null"')
      await find.fill('tags')
      await expect(ui.getByText(`1 of ${count.toLocaleString('en')}`, { exact: true })).toBeVisible()
      await find.press('Shift+Enter')
      await expect(ui.getByText(`at issues[${count - 1}].tags`, { exact: true })).toBeVisible()
      await expect(tree.getByRole('treeitem', { selected: true })).toBeInViewport()
      await tree.focus()
      await ui.keyboard.press('ArrowLeft')
      await expect(ui.getByText(`at issues[${count - 1}]`, { exact: true })).toBeVisible()
      expect(await shownNodes(ui)).toBeLessThan(3_000)
      await expectAccessible(ui, 'a result as a tree')
      await ui.evaluate(() => {
        navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'copied', text)
      })
      await ui.getByRole('button', { name: 'Copy this branch' }).click()
      const last = count - 1
      const branch = `{"id":${90_412 + last},"title":"Issue ${last}","tags":{"area":"billing","level":${last % 4}}}`
      await expect.poll(() => ui.evaluate((): unknown => Reflect.get(window, 'copied'))).toBe(branch)
      // What was chosen stays while the conversation is open.
      await card(ui, 'issues').click()
      await card(ui, 'issues').click()
      await expect(ui.getByRole('tree')).toBeVisible()
      // What is found in the conversation is shown, also where no row of the tree has it.
      await ui.keyboard.press('Control+f')
      const everywhere = ui.getByRole('searchbox', { name: 'Find', exact: true })
      await everywhere.fill('Issue 37')
      const front = ui.getByRole('region', { name: 'Text written by “results”' }).locator('.found-in-result-front')
      await expect(front).toBeInViewport()
      await expect(front).toHaveText(/^Issue/)
      // Its steps are those in the text, where they stay when the search ends.
      await everywhere.fill('TAGS')
      await expect(front).toHaveText('tags')
      for (let step = 0; step < 60; step++) await everywhere.press('Enter')
      const inText = ui.getByRole('search', { name: 'Find in the text' }).getByRole('status')
      await expect(inText).toHaveText(/^61 of /)
      await expect(front).toBeInViewport()
      await everywhere.press('Escape')
      await expect(inText).toHaveText(/^61 of /)
      await expect(front).toBeInViewport()
    },
  )
}

for (const [kind, shell] of ['desktop', 'browser'].entries()) {
  test(
    `a text of 2 MB is found in without being in the page, and its lines wrap (${shell})`,
    alternateShells(kind),
    async ({ parley, model }) => {
      const ui = await openedResult(parley, model, 'log', 50_000)
      await expect(ui.getByText('50,000 lines', { exact: true })).toBeVisible({ timeout: 30_000 })
      const text = ui.getByRole('region', { name: 'Text written by “results”' })
      const find = ui.getByRole('searchbox', { name: 'Find in the text' })
      await find.fill('LOCK')
      await expect(ui.getByText('1 of 50', { exact: true })).toBeVisible()
      await find.press('Enter')
      await find.press('Enter')
      await expect(ui.getByText('3 of 50', { exact: true })).toBeVisible()
      await expect(text.locator('.found-in-result-front')).toBeInViewport()
      await expect(text.getByText('3000', { exact: true })).toBeInViewport()
      await find.press('Shift+Enter')
      await find.press('Shift+Enter')
      await find.press('Shift+Enter')
      await expect(ui.getByText('50 of 50', { exact: true })).toBeVisible()
      await expect(text.getByText('50000', { exact: true })).toBeInViewport()
      expect(await shownNodes(ui)).toBeLessThan(3_000)
      expect(await text.evaluate((box) => (box.parentElement?.offsetHeight ?? 0) / window.innerHeight)).toBeLessThanOrEqual(0.61)
      await expectAccessible(ui, 'a result as text')
      const wrap = ui.getByRole('button', { name: 'Wrap lines' })
      await ui.setViewportSize({ width: 400, height: 700 })
      await expect(wrap).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(() => text.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
      await wrap.click()
      await expect.poll(() => text.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0)
    },
  )
}

// Catches texts that are lost behind a long one, and those of a cut result that are taken for one another.
for (const [kind, shell] of ['browser', 'desktop'].entries()) {
  test(
    `of a long result nothing is missing: what is behind a long text, and a picture between the texts (${shell})`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      const ui = await openedResult(parley, model, 'run', 20_000)
      await expect(ui.getByText('20,000 lines', { exact: true })).toBeVisible({ timeout: 30_000 })
      const texts = ui.getByRole('region', { name: 'Text written by “results”' })
      await expect(conversation(ui).getByText('The program has run.', { exact: true })).toHaveCount(1)
      await expect(texts).toHaveCount(2)
      await expect(texts.nth(0).getByText(/^14:31:00.114 INFO {2}batch 0 of 412/)).toHaveCount(1)
      await expect(texts.nth(1)).toHaveText(/Call it again for the second page\.$/)
      await expect(ui.getByRole('tree')).toHaveText(/"exitCode": 137/)
      await expect(ui.getByRole('button', { name: 'Show all' })).toBeVisible()
    },
  )
}
