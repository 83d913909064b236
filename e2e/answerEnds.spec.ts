import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { Gate } from './model/gate.ts'
import { refuse, say } from './model/reply.ts'
import { composer, conversation, message, newChat, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'

const press = (ui: Page, name: string): Promise<void> => conversation(ui).getByRole('button', { name, exact: true }).click()

test('a refused key is replaced where the answer would stand, by the keyboard alone', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(refuse(401, 'Incorrect API key provided'), say('Now it works'))
  await send(ui, 'Hello')
  const field = conversation(ui).getByRole('textbox', { name: 'New key for “Local”' })
  await expect(field).toBeVisible()
  await expect(conversation(ui).getByText('The turn failed')).toHaveCount(0)
  await expect(ui.getByRole('link', { name: /^Hello/ })).toContainText('Needs a key')
  await expectAccessible(ui, 'a refused key')
  await field.focus()
  await ui.keyboard.type('sk-the-right-one')
  await ui.keyboard.press('Enter')
  await expect(message(ui, 'Now it works')).toBeVisible()
  expect((await model.request(2)).authorization).toBe('Bearer sk-the-right-one')
  await expect(ui.getByRole('link', { name: /^Hello/ })).not.toContainText('Needs a key')
})

test('what a busy provider refused is tried again by itself, also while the person is elsewhere', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will({ ...refuse(429, 'Slow down'), retryAfter: 3 }, say('There you are'), { ...refuse(529, 'Overloaded'), retryAfter: 600 })
  await send(ui, 'Hello')
  await expect(conversation(ui).getByText(/tries again by itself in \d s/)).toBeVisible()
  await expectAccessible(ui, 'a busy provider')
  await goTo(ui, 'Servers')
  await model.request(2)
  await goTo(ui, 'Chat')
  await expect(message(ui, 'There you are')).toBeVisible()

  await send(ui, 'And now?')
  await expect(conversation(ui).getByText(/tries again by itself in (9|10) min/)).toBeVisible()
  await press(ui, 'Stop trying')
  await expect(conversation(ui).getByText(/by itself in/)).toHaveCount(0)
  model.will(say('Here too'))
  await press(ui, 'Retry')
  await expect(message(ui, 'Here too')).toBeVisible()
})

test('another model answers in place of one that failed, and from then on', alternateShells(0), async ({ parley, model }) => {
  model.offer(['scripted-1', 'other-1'])
  const ui = await startChat(parley, model)
  model.will(refuse(500, 'Broken'), say('The other one'), say('Again'))
  await send(ui, 'Hello')
  await press(ui, 'Use another model')
  const dialog = ui.getByRole('dialog', { name: 'Use another model' })
  await expectAccessible(ui, 'another model')
  await dialog.getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /other-1/ }).click()
  await dialog.getByRole('button', { name: 'Use this model' }).click()
  await expect(message(ui, 'The other one')).toBeVisible()
  await send(ui, 'And?')
  await expect(message(ui, 'Again')).toBeVisible()
  expect([(await model.request(2)).model, (await model.request(3)).model]).toEqual(['other-1', 'other-1'])
})

test('an empty answer says so, and one that is too long goes on in it', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(), { ...say('One, two, thr'), end: 'length' }, say('ee.'))
  await send(ui, 'Count')
  await expect(conversation(ui).getByText('ended without an answer')).toBeVisible()
  await press(ui, 'Retry')
  await expect(message(ui, 'One, two, thr')).toBeVisible()
  await press(ui, 'Continue')
  await expect(message(ui, 'One, two, three.')).toBeVisible()
})

test('a thought in tags is folded and timed, and the answer says what it used', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const [thinks, answers] = [new Gate(), new Gate()]
  model.will(say('<thi', 'nk>Let me', thinks, ' see.</think>', '\n\nFo', answers, 'ur'))
  await send(ui, 'Two and two?')
  await conversation(ui)
    .getByText(/^Thinking/)
    .click()
  await expect(conversation(ui).getByText('Let me')).toBeVisible()
  thinks.open()
  await expect(conversation(ui).getByText(/^Thought for/)).toBeVisible()
  await expect(conversation(ui).getByText('Let me see.')).toBeVisible()
  answers.open()
  const answer = message(ui, 'Four')
  await expect(answer).not.toContainText('think>')
  await answer.getByRole('button', { name: '2 tokens' }).press('Enter')
  await expect(ui.getByRole('dialog', { name: 'Tokens of this answer' })).toBeVisible()
  await expectAccessible(ui, 'tokens of an answer')
  await ui.keyboard.press('Escape')

  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Two and two?')
  await expect(message(again, 'Four').getByRole('button', { name: '2 tokens' })).toBeVisible()
  await expect(conversation(again).getByText(/^Thought for/)).toBeVisible()
})

test('after a restart nothing is sent that nobody asked for', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will({ ...refuse(429, 'Slow down'), retryAfter: 2 })
  await send(ui, 'Hello')
  await expect(conversation(ui).getByRole('button', { name: 'Stop trying' })).toBeVisible()
  await parley.kill()
  const again = await parley.launch()
  await openConversation(again, 'Hello')
  await expect(conversation(again).getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(conversation(again).getByRole('button', { name: 'Stop trying' })).toHaveCount(0)
  await newChat(again)
  await expect(composer(again)).toBeFocused()
  expect(model.requests).toHaveLength(1)
})
