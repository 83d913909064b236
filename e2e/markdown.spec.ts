import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { Gate } from './model/gate.ts'
import { say } from './model/reply.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { savedFile } from './screen/savedFile.ts'
import { startChat } from './screen/startChat.ts'

const answer = [
  'It costs $5 and $10, and \\(a^2 + b^2\\) is inline.',
  '\\[\n\\sum_{i=1}^{n} i\n= \\frac{n(n+1)}{2}\n\\]',
  'A claim[^1] about H<sub>2</sub>O, <kbd>Ctrl</kbd> and<br>a second line.',
  '| Name | Cost |\n|---|--:|\n| Pear | 12 |\n| Apple | 3 |\n| Fig | =1+1 |',
  '<details>\n<summary>How</summary>\n\nBy **thinking**\n\n</details>',
  `\`\`\`ts\n${Array.from({ length: 60 }, (_, index) => `const line${index} = ${index}`).join('\n')}\n\`\`\``,
  '$$\\href{javascript:alert(1)}{x} \\def\\a{\\a\\a}\\a$$',
  '[^1]: Its source',
].join('\n\n')

test('B04: formulas, footnotes, tables, details and small marks are drawn, under the policy of the page', async ({
  parley,
  model,
}, info) => {
  const ui = await startChat(parley, model)
  const complaints: string[] = []
  ui.on('console', (line) => line.text().includes('Content Security Policy') && complaints.push(line.text()))
  model.will(say(answer))
  await send(ui, 'Explain\n**everything**')
  const shown = message(ui, 'It costs $5 and $10')
  await expect(shown.locator('.katex')).toHaveCount(2)
  const formula = shown.getByRole('group', { name: 'Formula' })
  // Without its styles a formula is one line of letters.
  expect((await formula.boundingBox())?.height).toBeGreaterThan(35)
  await expect(shown.getByText('This formula cannot be drawn.')).toBeVisible()
  expect(
    await ui.evaluate(
      async () => (
        await document.fonts.ready,
        [...document.fonts].filter(({ family, status }) => family.startsWith('KaTeX') && status === 'error').length
      ),
    ),
  ).toBe(0)

  await shown.getByRole('link', { name: 'Footnote 1' }).press('Enter')
  await expect(shown.getByRole('region', { name: 'Footnotes' }).getByRole('listitem')).toBeFocused()
  await shown.getByRole('button', { name: 'Back to footnote mark 1' }).press('Enter')
  await expect(shown.getByRole('link', { name: 'Footnote 1' })).toBeFocused()

  await shown.getByText('How', { exact: true }).click()
  await expect(shown.getByText('thinking')).toBeVisible()
  await expectAccessible(ui, 'markdown')
  await ui.screenshot({ path: info.outputPath('light.png'), fullPage: true })
  expect(complaints).toEqual([])
})

// Catches a button that does nothing on the desktop, whose pages may not download, and code that changes on its way.
test('code is saved as a file by the keyboard', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const code = 'print("Grüße")\nprint(2)'
  model.will(say(`Run this:\n\n\`\`\`python\n${code}\n\`\`\`\n\nDone.`))
  await send(ui, 'Write code')
  const download = message(ui, 'Done.').getByRole('button', { name: 'Download' })
  const saved = await savedFile(parley, ui, () => download.press('Enter'))
  expect(saved.toString()).toBe(code)
  await expect(download).toHaveText('Saved')
  await expect(download).toBeFocused()
})

test('the colours of code come later and move nothing, empty lines included', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  // The last line is empty, and so is the sixtieth, where what has no colours is cut into parts.
  const code = Array.from({ length: 70 }, (_, index) => (index === 59 ? '' : `const a${index} = ${index}`)).join('\n')
  model.will(say(['text', 'ts'].map((language) => `\`\`\`${language}\n${code}\n\n\`\`\`\n\n`).join('')))
  await send(ui, 'Write code')
  const blocks = conversation(ui).getByRole('group', { name: 'Code' })
  const [plain, coloured] = [blocks.first(), blocks.last()]
  await expect(coloured.locator('span').first()).toBeAttached()
  const heightOf = (pre: Locator): Promise<number> => pre.evaluate(({ scrollHeight }) => scrollHeight)
  expect(await heightOf(plain)).toBe(await heightOf(coloured))
})

test('copying a formula gives its source', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Before \\(a^2\\) after'))
  await send(ui, 'Formula')
  await expect(conversation(ui).locator('.katex')).toBeVisible()
  await composer(ui).blur()
  await message(ui, 'Before').evaluate((article) => getSelection()?.selectAllChildren(article.querySelector('p') ?? article))
  await ui.keyboard.press('ControlOrMeta+C')
  await composer(ui).focus()
  await ui.keyboard.press('ControlOrMeta+V')
  await expect(composer(ui)).toHaveValue('Before $$a^2$$ after')
})

// Catches: a long table whose columns nobody can name any more, because its head is far above.
test('the head of a table with many rows stays in view while its rows scroll by the keyboard, and a hit in it is found', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  const rows = (of: string, count: number): string => Array.from({ length: count }, (_, row) => `| ${of} ${row} | ${row} |`).join('\n')
  const table = (of: string, count: number): string => `| ${of} name | Cost |\n|---|--:|\n${rows(of, count)}`
  model.will(say(`${table('Pear', 30)}\n\nMore:\n\n${table('Plum', 200)}\n\n${table('Fig', 4)}\n\nAll.`))
  await send(ui, 'Tables')
  const shown = message(ui, 'All.')
  for (const [of, last] of [
    ['Pear', 29],
    ['Plum', 199],
  ] as const) {
    const box = shown.getByRole('region', { name: 'Table' }).filter({ hasText: `${of} name` })
    await box.focus()
    // Rows that were never in view have a height that is guessed.
    await expect(async () => {
      await ui.keyboard.press('End')
      await expect(box.getByRole('cell', { name: `${of} ${last}` })).toBeInViewport({ ratio: 1, timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await expect(box.getByRole('columnheader', { name: `${of} name` })).toBeInViewport({ ratio: 1 })
    await expect(box.getByRole('cell', { name: `${of} 0`, exact: true })).not.toBeInViewport()
    const height = (await box.boundingBox())?.height ?? 0
    expect(height).toBeLessThanOrEqual((await ui.evaluate(() => innerHeight)) * 0.6 + 1)
  }
  // A short one stands in the text as a whole.
  const short = shown.getByRole('region', { name: 'Table' }).filter({ hasText: 'Fig name' })
  expect(await short.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await ui.keyboard.press('ControlOrMeta+f')
  await ui.getByRole('searchbox').fill('Plum 77')
  await expect(shown.getByRole('cell', { name: 'Plum 77' })).toBeInViewport({ ratio: 1 })
})

// Catches: a table that becomes lower under the eyes of whoever reads it, because it got one row more.
test('a table does not shrink while its rows come', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const gate = new Gate()
  const rows = (from: number, count: number): string =>
    Array.from({ length: count }, (_, row) => `| Row ${from + row} | ${'one<br>two<br>three<br>four<br>five<br>'.repeat(2)} |\n`).join('')
  model.will(say(`| Name | Lines |\n|---|---|\n${rows(0, 8)}`, gate, rows(8, 8)))
  await send(ui, 'Table')
  const box = conversation(ui).getByRole('region', { name: 'Table' })
  await expect(box.getByRole('cell', { name: 'Row 7' })).toHaveCount(1)
  const before = (await box.boundingBox())?.height ?? 0
  expect(before).toBeGreaterThan(await ui.evaluate(() => innerHeight))
  gate.open()
  await expect(box.getByRole('cell', { name: 'Row 15' })).toHaveCount(1)
  expect(Math.abs(((await box.boundingBox())?.height ?? 0) - before)).toBeLessThan(4)
})

test('a table is sorted and copied by the keyboard', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(answer))
  await send(ui, 'Table')
  const table = message(ui, 'It costs').getByRole('table')
  await table.getByRole('button', { name: 'Name' }).press('Enter')
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('row')).toContainText(['Name', 'Apple', 'Fig', 'Pear'])
  await ui.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'copied', text)
  })
  await message(ui, 'It costs').getByRole('button', { name: 'Copy as CSV' }).press('Enter')
  await expect.poll(() => ui.evaluate(() => Reflect.get(window, 'copied') as unknown)).toBe("Name,Cost\r\nApple,3\r\nFig,'=1+1\r\nPear,12")
})

test(
  'a formula is text until it closes, and what the person wrote is drawn, with its line breaks, and folds',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    const gate = new Gate()
    model.will(say('\\[\nx^2', gate, '\n\\]\n\nDone'))
    await send(ui, `First\n**second**\n\n${'A line\n'.repeat(40)}`)
    const mine = message(ui, 'First')
    await expect(mine.getByText('second', { exact: true })).toHaveCSS('font-weight', '600')
    await expect(mine.getByRole('button', { name: 'Show all' })).toBeVisible()
    const folded = (await mine.boundingBox())?.height ?? 0
    await mine.getByRole('button', { name: 'Show all' }).press('Enter')
    await expect(mine.getByRole('button', { name: 'Show less' })).toBeVisible()
    expect((await mine.boundingBox())?.height).toBeGreaterThan(folded + 200)
    await expect(message(ui, 'x^2')).toContainText('\\[')
    await expect(conversation(ui).locator('.katex')).toHaveCount(0)
    gate.open()
    await expect(message(ui, 'Done').locator('.katex')).toHaveCount(1)
  },
)
