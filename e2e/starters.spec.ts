import { expect, test } from './fixtures.ts'
import { real } from './lib/serverEntries.ts'
import { say } from './model/reply.ts'
import { composer, message } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { startChat } from './screen/startChat.ts'

test.describe('a new chat', () => {
  test('offers sentences that use the tools of a ready server: one press puts it into the message, and nothing is sent yet', async ({
    parley,
    model,
  }) => {
    const ui = await startChat(parley, model, { memory: real('memory') })
    model.will(say('I can remember things for you.'))
    const explore = ui.getByRole('button', { name: 'What can you do with the tools of “memory”? Give me three examples.' })
    await expect(explore).toBeVisible({ timeout: 30_000 })
    await expect(ui.getByRole('button', { name: 'Use the tool “read_graph” of “memory” and tell me what you find.' })).toBeVisible()
    await expectAccessible(ui, 'starters')
    await explore.click()
    await expect(composer(ui)).toBeFocused()
    await expect(composer(ui)).toHaveValue('What can you do with the tools of “memory”? Give me three examples.')
    await composer(ui).press('Enter')
    await expect(message(ui, 'I can remember things for you.')).toBeVisible()
  })

  test('the palette changes the theme and stops a server, by keyboard alone', async ({ parley, model }) => {
    const ui = await startChat(parley, model, { memory: real('memory') })
    await expect(ui.getByRole('button', { name: /^What can you do with the tools of “memory”/ })).toBeVisible({ timeout: 30_000 })
    const run = async (words: string): Promise<void> => {
      await ui.keyboard.press('ControlOrMeta+k')
      await expect(ui.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
      await ui.keyboard.type(words)
      await expect(ui.getByRole('option').first()).toContainText(words)
      await ui.keyboard.press('Enter')
    }
    await run('Theme: Dark')
    await expect(ui.locator('html')).toHaveAttribute('data-theme', 'dark')
    await run('Stop “memory”')
    await expect(ui.getByRole('button', { name: /^What can you do with the tools of “memory”/ })).toHaveCount(0)
    await run('Start “memory”')
    await expect(ui.getByRole('button', { name: /^What can you do with the tools of “memory”/ })).toBeVisible({ timeout: 30_000 })
  })
})
