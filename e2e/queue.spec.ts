import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import { composer, conversation, message, openConversation, send, stopButton } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { approval } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const queue = (ui: Page): Locator => ui.getByRole('list', { name: 'Queued messages' })
const queued = (ui: Page, words: string): Locator => queue(ui).getByRole('listitem').filter({ hasText: words })
const echo = callTools({ server: 'everything', tool: 'echo', arguments: { message: 'hi' } })

/** Types a message and presses Enter, which queues it while an answer is written. */
async function type(ui: Page, text: string, keys: 'Enter' | 'ControlOrMeta+Enter' = 'Enter'): Promise<void> {
  await composer(ui).fill(text)
  await composer(ui).press(keys)
  await expect(composer(ui)).toHaveValue('')
}

/** Opens the question that was put aside, by the keyboard, and allows the call. */
async function review(ui: Page): Promise<void> {
  await expect(approval(ui, 'echo').getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
}

test('what is sent while an answer is written waits, can be changed and removed, and goes out when the answer ends', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  const gate = new Gate()
  model.will(say('Begun, and ', gate, 'ended'), say('The third month'), say('The fifth month'))
  await send(ui, 'First')
  await expect(message(ui, 'Begun')).toBeVisible()
  await type(ui, 'And of March?')
  await type(ui, 'And of April?')
  await type(ui, 'Never mind')
  await expect(queue(ui).getByRole('listitem')).toHaveText([/And of March/, /And of April/, /Never mind/])
  await expect(ui.getByText('Queued, goes when the answer ends')).toBeVisible()
  await expect(stopButton(ui)).toBeVisible()
  await expectAccessible(ui, 'queue')

  await queued(ui, 'Never mind').getByRole('button', { name: 'Remove the queued message' }).press('Enter')
  await expect(queued(ui, 'Never mind')).toHaveCount(0)
  await queued(ui, 'of April').getByRole('button', { name: 'Edit the queued message' }).press('Enter')
  await expect(composer(ui)).toBeFocused()
  await expect(composer(ui)).toHaveValue('And of April?')
  await composer(ui).fill('And of May?')
  await ui.getByRole('button', { name: 'Queue Enter' }).click()
  await expect(queue(ui).getByRole('listitem')).toHaveText([/And of March/, /And of May/])

  gate.open()
  await expect(message(ui, 'The fifth month')).toBeVisible()
  await expect(queue(ui)).toHaveCount(0)
  await expect(conversation(ui).getByRole('article')).toHaveText([/First/, /Begun, and ended/, /of March/, /third/, /of May/, /fifth/])
  expect((await model.request(3)).messages.filter(({ role }) => role !== 'system')).toHaveLength(5)
})

test('what steers goes into the answer after its call, by the keyboard alone, and is found there later', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(echo, say('In French, then: bonjour'), say('Later'))
  await send(ui, 'Greet them')
  await expect(approval(ui, 'echo')).toBeVisible()
  await type(ui, 'In French', 'ControlOrMeta+Enter')
  await expect(queued(ui, 'In French')).toContainText('goes in at the next step')
  await type(ui, 'Thanks')
  await queued(ui, 'Thanks').getByRole('button', { name: 'Steer now' }).press('Enter')
  await expect(ui.getByRole('button', { name: 'Steer now' })).toHaveCount(0)
  await review(ui)
  const answer = message(ui, 'bonjour')
  await expect(answer.getByRole('group', { name: 'You, while the answer was written' })).toHaveText([/In French/, /Thanks/])
  await expect(queue(ui)).toHaveCount(0)
  const { messages } = await model.request(2)
  expect(messages.slice(-2).map(({ role }) => role)).toEqual(['tool', 'user'])
  expect(messages.at(-1)?.content).toBe('In French\n\nThanks')
  await expectAccessible(ui, 'a steered answer')

  await send(ui, 'And now?')
  await expect(message(ui, 'Later')).toBeVisible()
  expect((await model.request(3)).messages.slice(-3).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})

test('after Stop the queue waits until it is sent', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Begun and', new Gate()), say('Sent after all'))
  await send(ui, 'First')
  await expect(message(ui, 'Begun and')).toBeVisible()
  await type(ui, 'Second')
  await stopButton(ui).click()
  await expect(ui.getByText('Queued, waits until you send it')).toBeVisible()
  await ui.getByRole('button', { name: 'Send now' }).click()
  await expect(message(ui, 'Sent after all')).toBeVisible()
  await expect(queue(ui)).toHaveCount(0)
})

test('Parley killed with a queue loses nothing of it and sends nothing twice', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(echo)
  await send(ui, 'Greet them')
  await expect(approval(ui, 'echo')).toBeVisible()
  await type(ui, 'Steers', 'ControlOrMeta+Enter')
  await type(ui, 'Waits')
  await expect(queue(ui).getByRole('listitem')).toHaveCount(2)
  await parley.kill()

  const again = await parley.launch()
  await openConversation(again, 'Greet them')
  await expect(approval(again, 'echo')).toBeVisible()
  await expect(queue(again).getByRole('listitem')).toHaveText([/Steers/, /Waits/])
  const gate = new Gate()
  model.will(say('Half of it', gate))
  // The approval that waited asks again, and the turn goes on with what steers it.
  await review(again)
  await expect(message(again, 'Half of it').getByRole('group', { name: 'You, while the answer was written' })).toHaveText('Steers')
  await expect.poll(() => JSON.stringify(readDatabase(parley.dataDir, 'select json from part'))).toContain('Half of it')
  await parley.kill()

  const third = await parley.launch()
  await openConversation(third, 'Greet them')
  await expect(queue(third).getByRole('listitem')).toHaveText([/Waits/])
  model.will(say('All of it'))
  await third.getByRole('button', { name: 'Send now' }).click()
  await expect(message(third, 'All of it')).toBeVisible()
  await expect(queue(third)).toHaveCount(0)
  const said = (await model.request(3)).messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(said).toEqual([expect.stringMatching(/^Greet them\n\n\[Parley: today is/), 'Steers', 'Waits'])
  gate.open()
})
