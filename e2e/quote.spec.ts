import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { real } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { answer, approvalCard } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const answerText = 'First comes the flour.\n\nThen comes the [water](https://a.example), slowly.'

test('what is selected in messages is quoted below what is typed, by the mouse', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(answerText))
  await send(ui, 'How is bread made?')
  await expect(message(ui, 'Then comes')).toBeVisible()
  await composer(ui).fill('About this:')
  await ui.getByText('First comes the flour.').click({ clickCount: 3 })
  await ui.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(composer(ui)).toHaveValue('About this:\n\n> First comes the flour.\n\n')
  await expect(composer(ui)).toBeFocused()
  await ui.keyboard.type('How much?')
  await expect(composer(ui)).toHaveValue('About this:\n\n> First comes the flour.\n\nHow much?')
  await expect(ui.getByRole('button', { name: 'Quote', exact: true })).toHaveCount(0)

  // From one message into another.
  await composer(ui).fill('')
  const [from, to] = [message(ui, 'How is').getByText('How is bread made?'), ui.getByText('Then comes the')]
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  await ui.mouse.move((start?.x ?? 0) + 1, (start?.y ?? 0) + 8)
  await ui.mouse.down()
  await ui.mouse.move((end?.x ?? 0) + (end?.width ?? 0) - 1, (end?.y ?? 0) + (end?.height ?? 0) - 4, { steps: 5 })
  await expect(ui.getByRole('button', { name: 'Quote', exact: true })).toHaveCount(0)
  await ui.mouse.up()
  await ui.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(composer(ui)).toHaveValue('> How is bread made?\n>\n> First comes the flour.\n>\n> Then comes the water, slowly.\n\n')
})

test('what is selected is quoted by the keyboard alone, from the palette', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(answerText))
  await send(ui, 'How is bread made?')
  await expect(message(ui, 'Then comes')).toBeVisible()
  // As a browser selects with the keyboard, once it shows a caret in the text.
  await conversation(ui).focus()
  await ui.getByText('First comes the flour.').evaluate((text) => getSelection()?.setBaseAndExtent(text, 0, text, 0))
  await ui.evaluate(() => getSelection()?.modify('extend', 'forward', 'word'))
  await expect(ui.getByRole('button', { name: 'Quote', exact: true })).toBeVisible()
  await ui.keyboard.press('ControlOrMeta+k')
  await ui.keyboard.type('quote')
  await expect(ui.getByRole('option', { name: 'Quote selection' })).toBeVisible()
  await ui.keyboard.press('Enter')
  await expect(composer(ui)).toHaveValue('> First\n\n')
  await expect(composer(ui)).toBeFocused()
  // With nothing selected, there is nothing to quote.
  await ui.keyboard.press('ControlOrMeta+k')
  await ui.keyboard.type('quote')
  await expect(ui.getByRole('option', { name: /quote/ }).first()).toBeVisible()
  await expect(ui.getByRole('option', { name: 'Quote selection' })).toHaveCount(0)
})

// Catches: a press on an answer of a card that hits the button.
test('the button to quote is away while the answers of a card are in view', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(callTools({ server: 'everything', tool: 'get-sum', arguments: { a: 1, b: 2 } }), say('Not run'))
  await send(ui, 'Add them for me')
  const card = approvalCard(ui, 'get-sum')
  await expect(card.getByRole('button', { name: 'Deny' })).toBeInViewport({ ratio: 1 })
  const quote = ui.getByRole('button', { name: 'Quote', exact: true })
  await message(ui, 'Add them').getByText('Add them for me').click({ clickCount: 3 })
  await expect.poll(() => ui.evaluate(() => getSelection()?.toString().trim())).toBe('Add them for me')
  await expect(quote).toHaveCount(0)
  await answer(card, 'Deny')
  await expect(message(ui, 'Not run')).toBeVisible()
  await message(ui, 'Add them').getByText('Add them for me').click({ clickCount: 3 })
  await expect(quote).toBeVisible()
})
