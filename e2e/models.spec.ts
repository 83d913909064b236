import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { say } from './model/reply.ts'
import { conversation, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'

const trigger = (ui: Page): Locator => ui.getByRole('combobox', { name: 'Model', exact: true })
const picker = (ui: Page): Locator => ui.getByRole('dialog', { name: 'Choose a model' })

test('one of a thousand models is found and taken with the keyboard alone, answers, and is among the recent ones', async ({
  parley,
  model,
}) => {
  model.offer(Array.from({ length: 1_000 }, (_, index) => `scripted-${index + 1}`))
  const ui = await startChat(parley, model)
  model.will(say('From the other model'))
  await trigger(ui).focus()
  await ui.keyboard.press('Enter')
  await expect(picker(ui).getByRole('searchbox', { name: 'Find a model' })).toBeFocused()
  await expectAccessible(ui, 'the model picker')
  // From the first to the last option: the marked row must be in the page, also where rows are drawn only when they are seen.
  await ui.keyboard.press('ArrowUp')
  await expect(picker(ui).getByRole('option', { name: 'No model' })).toBeInViewport()
  await ui.keyboard.type('scripted-777')
  await ui.keyboard.press('Enter')
  await expect(picker(ui)).toBeHidden()
  await expect(trigger(ui)).toHaveText('scripted-777')
  await send(ui, 'Who are you?')
  await expect(conversation(ui)).toContainText('From the other model')
  expect((await model.request(1)).model).toBe('scripted-777')
  await newChat(ui)
  await trigger(ui).click()
  // Of the thousand rows only the first are drawn, so this one is among the recent ones.
  await expect(picker(ui).getByRole('option', { name: /^scripted-777 ?, Local/ })).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(trigger(ui)).toBeFocused()
})

test('a star stays over a restart, and another model writes another version of an answer', async ({ parley, model }) => {
  model.offer(['scripted-1', 'scripted-2'])
  const ui = await startChat(parley, model)
  model.will(say('The first'), say('The second'))
  await trigger(ui).click()
  await ui.keyboard.type('scripted-2')
  await picker(ui).getByRole('button', { name: 'Add “scripted-2” to favourites' }).click()
  await expect(picker(ui).getByRole('button', { name: 'Remove “scripted-2” from favourites' })).toBeVisible()
  await ui.keyboard.press('Escape')
  await send(ui, 'Who are you?')
  await expect(conversation(ui)).toContainText('The first')
  await parley.quit()
  const again = await parley.launch()
  await goTo(again, 'Chat')
  await again.getByRole('link', { name: /Who are you/ }).click()
  await again.getByRole('article').last().getByRole('button', { name: 'More' }).click()
  await again.getByRole('menuitem', { name: /another model/i }).click()
  await again.getByRole('dialog').getByRole('combobox', { name: 'Model' }).click()
  await expect(picker(again).getByRole('option').nth(1)).toHaveAccessibleName(/^scripted-2 ?, Local/)
  await expectAccessible(again, 'the model picker in a dialog')
  await picker(again).getByRole('option').nth(1).click()
  await again.getByRole('button', { name: 'Regenerate', exact: true }).last().click()
  await expect(conversation(again)).toContainText('The second')
  expect((await model.request(2)).model).toBe('scripted-2')
})
