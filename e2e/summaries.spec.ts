import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { Gate } from './model/gate.ts'
import { neverAnswer, refuse, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, newChat, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'
import type { Parley } from './lib/parley.ts'

const meter = (ui: Page) => ui.getByRole('meter', { name: 'Context' })
const block = (ui: Page) => conversation(ui).getByRole('region', { name: 'Summary of the 4 messages above' })
const long = (word: string): string => `${word} `.repeat(1_700)

/** Two long exchanges and a short one, with a model that takes so many tokens. */
async function longConversation(parley: Parley, model: ScriptedModel, takes: number): Promise<Page> {
  model.takes(takes)
  const ui = await startChat(parley, model)
  model.will(say(`${long('one')} end one`), say(`${long('two')} end two`), say('Three'))
  await send(ui, 'The boat is red')
  await expect(message(ui, 'end one')).toBeVisible()
  await send(ui, 'It has two masts')
  await expect(message(ui, 'end two')).toBeVisible()
  await send(ui, 'Go on')
  await expect(message(ui, 'Three')).toBeVisible()
  return ui
}

const sent = async (model: ScriptedModel, count: number): Promise<string> => JSON.stringify((await model.request(count)).messages)

test('near the end the older part is summarised: to read, edit and put aside; the messages stay', async ({ parley, model }) => {
  const ui = await longConversation(parley, model, 5_000)
  await expect(meter(ui)).toHaveAttribute('aria-valuetext', /of 5k, filling up$/)
  const rest = new Gate()
  // Half of what the model takes is quoted at a time.
  model.will(say('A red boat'), say('## Goal\n\nA red boat ', rest, 'with two masts'))
  await ui.getByRole('button', { name: /^Context:/ }).click()
  await expect(ui.getByText('The first 4 messages become one summary')).toBeVisible()
  await expectAccessible(ui, 'what a summary would free')
  await ui.getByRole('button', { name: 'Summarise and go on' }).click()
  await expect(ui.getByRole('status').filter({ hasText: 'Summarising the first 4 messages' })).toBeVisible()
  rest.open()
  await expect(block(ui)).toContainText('A red boat with two masts')
  await expect(meter(ui)).toHaveAttribute('aria-valuetext', /^about .* of 5k tokens$/)
  const written = ui.getByRole('status').filter({ hasText: 'A summary stands for the first 4 messages.' })
  await written.getByRole('button', { name: 'Show summary' }).click()
  await expect(block(ui)).toBeInViewport({ ratio: 0.9 })
  await expect(written).toHaveCount(0)
  await expectAccessible(ui, 'a summary')
  expect(await sent(model, 4)).toContain('The boat is red')
  expect(await sent(model, 5)).toContain('end two')

  model.will(say('Fourth'))
  await send(ui, 'What colour?')
  await expect(message(ui, 'Fourth')).toBeVisible()
  expect(await sent(model, 6)).toContain('A red boat with two masts')
  expect(await sent(model, 6)).not.toContain('The boat is red')

  await block(ui).getByRole('button', { name: 'Edit summary' }).click()
  const field = block(ui).getByRole('textbox', { name: 'Edit summary' })
  await expect(field).toBeFocused()
  await field.fill('A blue boat')
  await field.press('Escape')
  await block(ui).getByRole('button', { name: 'Save' }).click()
  await expect(block(ui)).toContainText('A blue boat')
  await expect(block(ui)).toContainText('edited')

  await parley.kill()
  const again = await parley.launch()
  await openConversation(again, 'The boat is red')
  await expect(block(again)).toContainText('A blue boat')
  await block(again).getByRole('button', { name: 'Use the messages instead' }).click()
  await expect(block(again)).toContainText('the model gets the messages themselves')
  model.will(say('Fifth'))
  await send(again, 'And now?')
  await expect(message(again, 'Fifth')).toBeVisible()
  expect(await sent(model, 7)).toContain('The boat is red')
  expect(await sent(model, 7)).not.toContain('blue boat')
  await block(again).getByRole('button', { name: 'Use the summary' }).click()
  await expect(block(again)).toContainText('A blue boat')
  await again.setViewportSize({ width: 560, height: 800 })
  await again.getByRole('button', { name: /^Context:/ }).click()
  await expect(again.getByRole('dialog', { name: 'Context' })).toBeVisible()
  await expectAccessible(again, 'a summary and the meter in a narrow window')
})

test(
  'where a summary fails, it says that it was the summary, and it is tried again from there',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await longConversation(parley, model, 5_000)
    model.will(refuse(400, 'no'), say('A red boat'), say('A red boat with two masts'))
    await ui.getByRole('button', { name: /^Context:/ }).click()
    await ui.getByRole('button', { name: 'Summarise and go on' }).click()
    const failed = ui.getByRole('alert').filter({ hasText: 'The summary was not written' })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(block(ui)).toContainText('A red boat with two masts')
    await expect(failed).toHaveCount(0)
  },
)

test('what was too long is summarised from its error, and the same model answers', async ({ parley, model }) => {
  const ui = await longConversation(parley, model, 100_000)
  model.will(refuse(400, 'prompt is too long: 203000 tokens > 200000 maximum'), say('A red boat'), say('It fits'))
  await send(ui, 'Compare all of it')
  await conversation(ui).getByRole('button', { name: 'Summarise and go on' }).click()
  await expect(message(ui, 'It fits')).toBeVisible()
  await expect(conversation(ui).getByText('too long')).toHaveCount(0)
  expect(await sent(model, 6)).toContain('A red boat')
  expect(await sent(model, 6)).not.toContain('The boat is red')
})

test('without being asked only where the person wants that, and not again once that was stopped', async ({ parley, model }) => {
  const ui = await longConversation(parley, model, 4_000)
  await goTo(ui, 'Settings')
  await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click()
  await ui.getByRole('switch', { name: 'Summarise long conversations' }).click()
  await goTo(ui, 'Chat')
  model.will(neverAnswer, say('Fourth'), say('Fifth'))
  await send(ui, 'What colour?')
  const status = ui.getByRole('status').filter({ hasText: 'Summarising the first 4 messages' })
  // Stopped before that, the answer to come would be the one that never comes.
  await model.request(4)
  await status.getByRole('button', { name: 'Stop' }).click()
  // The requests go as they are.
  await expect(message(ui, 'Fourth')).toBeVisible()
  expect(await sent(model, 5)).toContain('The boat is red')
  await send(ui, 'And now?')
  await expect(message(ui, 'Fifth')).toBeVisible()
  expect(await sent(model, 6)).toContain('The boat is red')
  // In a conversation where nobody stopped it, it comes by itself.
  await newChat(ui)
  model.will(say(`${long('one')} end`), say(`${long('two')} end`), say('A boat'), say('A red boat'), say('Sixth'))
  for (const words of ['The house is white', 'It has two floors']) {
    await send(ui, words)
    await expect(message(ui, words)).toBeVisible()
    await expect(ui.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  await send(ui, 'Which colour?')
  await expect(message(ui, 'Sixth')).toBeVisible()
  expect(await sent(model, 11)).toContain('A red boat')
  expect(await sent(model, 11)).not.toContain('The house is white')
})
