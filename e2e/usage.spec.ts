import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { refuse, say } from './model/reply.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'
import { fixture } from './lib/serverEntries.ts'

const meter = (ui: Page) => ui.getByRole('meter', { name: 'Context' })
const details = (ui: Page) => ui.getByRole('dialog', { name: 'Context' })

async function showUsage(ui: Page): Promise<void> {
  await goTo(ui, 'Settings')
  await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Usage' }).click()
}

test('what answers cost is told of an answer, its conversation and the day, at the price that the person set before', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  model.will({ ...say('Four'), used: { input: 1_000, output: 10 } }, { ...say('Six'), used: { input: 9_000, cached: 8_000, output: 100 } })
  await send(ui, 'Two and two?')
  await conversation(ui).getByRole('button', { name: '1,010 tokens' }).click()
  const kinds = ui.getByRole('dialog', { name: 'Tokens of this answer' })
  await expect(kinds).toContainText('1,000')
  // Nobody knows what a model on this computer costs: nothing is said, and not 0.
  await expect(kinds).not.toContainText('Cost')
  await ui.keyboard.press('Escape')

  await showUsage(ui)
  await expectAccessible(ui, 'usage')
  await ui.getByRole('button', { name: 'Set a price' }).click()
  await ui.getByRole('combobox', { name: 'Model whose price is set' }).click()
  await ui.getByRole('option', { name: /scripted-1/ }).click()
  await ui.getByRole('textbox', { name: 'Read', exact: true }).fill('2')
  await ui.getByRole('textbox', { name: 'From the cache' }).fill('0.2')
  await ui.getByRole('textbox', { name: 'Written' }).fill('10')
  await expectAccessible(ui, 'setting a price')
  await ui.keyboard.press('Enter')
  await expect(ui.getByText('2 read, 0.2 from the cache, 2 into the cache, 10 written')).toBeVisible()

  await goTo(ui, 'Chat')
  await send(ui, 'And three and three?')
  await expect(message(ui, 'Six')).toBeVisible()
  await conversation(ui).getByRole('button', { name: '9,100 tokens' }).click()
  // 1,000 x 2 + 8,000 x 0.2 + 100 x 10 = 4,600 millionths.
  await expect(kinds).toContainText('8,000 (89%)')
  await expect(kinds).toContainText('about $0.0046')
  await ui.keyboard.press('Escape')
  await ui.getByRole('button', { name: /^Context:/ }).click()
  await expect(details(ui)).toContainText('This conversation has used 10,110 tokens, about $0.0046.')
  await details(ui).getByRole('button', { name: 'All usage' }).click()
  const row = ui.getByRole('table').getByRole('row', { name: /scripted-1/ })
  await expect(row).toContainText('$0.0046')
  await expect(row).toContainText('10,000')
  await expect(ui.getByText('Of one request no price is known')).toBeVisible()
  await expectAccessible(ui, 'usage of a day')
})

test('the meter says before sending what fills the model, with the message that is being written, and by the keyboard alone', async ({
  parley,
  model,
}) => {
  model.takes(4_000)
  const ui = await startChat(parley, model, { files: fixture('slow') })
  const full = async (): Promise<number> => Number(await meter(ui).getAttribute('aria-valuenow'))
  await expect(meter(ui)).toHaveAttribute('aria-valuetext', /^about .* of 4k tokens$/)
  const before = await full()
  await composer(ui).fill('many words '.repeat(1_600))
  await expect(meter(ui)).toHaveAttribute('aria-valuetext', /of 4k, (filling up|nearly full)$/)
  expect(await full()).toBeGreaterThan(before + 50)
  await ui.getByRole('button', { name: /^Context:/ }).focus()
  await ui.keyboard.press('Enter')
  for (const source of ['Instructions', 'Tools', 'History', 'This message', 'Free'])
    await expect(details(ui).getByRole('rowheader', { name: source })).toBeVisible()
  await expect(details(ui).getByRole('rowheader', { name: 'Tools' })).toContainText('files')
  await expectAccessible(ui, 'what fills the context')
  await ui.keyboard.press('Escape')
  await expect(details(ui)).toHaveCount(0)
  await expect(ui.getByRole('button', { name: /^Context:/ })).toBeFocused()

  // What the provider counted is believed more than what was estimated.
  model.will({ ...say('Yes'), used: { input: 3_700, output: 20 } })
  await ui.getByRole('button', { name: 'Send' }).click()
  await expect(message(ui, 'Yes')).toBeVisible()
  await expect(meter(ui)).toHaveAttribute('aria-valuenow', '93')
})

test('a conversation that is too long says what takes the room, and goes on in a new chat', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { files: fixture('slow') })
  model.will(refuse(400, 'prompt is too long: 203000 tokens > 200000 maximum'), say('Here it fits'))
  await send(ui, 'Compare all of it')
  const log = conversation(ui)
  await expect(log.getByText('The conversation is too long for “scripted-1”')).toBeVisible()
  await expect(log.getByText(/^The most room is taken by .*tools/)).toBeVisible()
  await expect(log).not.toContainText('status 400')
  await expect(log.getByRole('button', { name: 'Use another model' })).toBeVisible()
  await expectAccessible(ui, 'too long')
  await log.getByRole('button', { name: 'New chat with this message' }).click()
  await expect(log.getByText('too long')).toHaveCount(0)
  await expect(composer(ui)).toHaveValue('Compare all of it')
  await ui.getByRole('button', { name: 'Send' }).click()
  await expect(message(ui, 'Here it fits')).toBeVisible()
  expect((await model.request(2)).messages.filter(({ role }) => role === 'user')).toHaveLength(1)
})
