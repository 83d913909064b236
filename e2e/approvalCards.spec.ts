import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { real } from './lib/serverEntries.ts'
import { callTools, say, type ScriptedCall } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, conversation, message, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { answer, approvalCard, approvalDialog, approvalsCard as several, openDetails } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const sum = (a: number, b: number): ScriptedCall => ({ server: 'everything', tool: 'get-sum', arguments: { a, b } })
const echo = (text: string): ScriptedCall => ({ server: 'everything', tool: 'echo', arguments: { message: text } })
const servers = { everything: real('everything') }

/** Returns what the model's last request says about the results of its calls, oldest first. */
function results(model: ScriptedModel): readonly string[] {
  return (model.requests.findLast(({ messages }) => messages.some(({ role }) => role === 'tool'))?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content))
}

test('a call that only reads asks at its place in the conversation, with its whole arguments, and no dialog opens', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(sum(1, 2)), say('First'), callTools(sum(3, 4)), say('Second'))
  await composer(ui).fill('Add')
  await composer(ui).press('Enter')
  const card = approvalCard(ui, 'get-sum')
  await expect(card).toContainText('everything')
  await expect(card.getByRole('term')).toHaveText(['a', 'b'])
  await expect(card.getByRole('definition')).toHaveText(['1', '2'])
  await expect(card).toContainText('2 arguments, nothing left out.')
  await expect(card).toContainText('Reads only')
  await expect(card).toContainText('wants to run it, and no rule covers it.')
  await expect(ui.getByRole('dialog')).toHaveCount(0)
  // What is being typed goes on: a card takes no focus.
  await expect(composer(ui)).toBeFocused()
  await answer(card, 'Allow once')
  await expect(message(ui, 'First')).toBeVisible()
  expect(results(model).at(-1)).toContain('3')
  await expect(card).toHaveCount(0)
  await expect(conversation(ui).getByRole('button', { name: /get-sum/ })).toBeVisible()

  await send(ui, 'Add again')
  await answer(card, 'Deny')
  await expect(message(ui, 'Second')).toBeVisible()
  expect(results(model).at(-1)).toMatch(/denied/i)
})

test('a call with a sign of danger asks in the dialog, whatever its server says of it', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(echo('See https://hooks.example/collect')), say('Not run'))
  await send(ui, 'Say it')
  await expect(approvalDialog(ui, 'echo')).toBeVisible()
  await answer(approvalDialog(ui, 'echo'), 'Deny')
  await expect(message(ui, 'Not run')).toBeVisible()
})

test(
  '"Details" opens the dialog, where arguments can be edited; what is put aside there waits on the card',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, servers)
    model.will(callTools(sum(1, 2)), say('Added'))
    await send(ui, 'Add')
    const dialog = await openDetails(ui, 'get-sum')
    await expect(dialog).toContainText('Run get-sum with a 1 and b 2.')
    await ui.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(approvalCard(ui, 'get-sum')).toBeVisible()
    await openDetails(ui, 'get-sum')
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Arguments' }).fill('{ "a": 40, "b": 2 }')
    await answer(dialog, 'Allow once')
    await expect(message(ui, 'Added')).toBeVisible()
    expect(results(model).at(-1)).toContain('42')
  },
)

test(
  '"Always allow…" opens the dialog at what to remember, and the rule answers the next call',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, servers)
    model.will(callTools(sum(1, 2)), say('One'), callTools(sum(3, 4)), say('Two'))
    await send(ui, 'Add')
    await answer(approvalCard(ui, 'get-sum'), 'Always allow…')
    const dialog = approvalDialog(ui, 'get-sum')
    await dialog.getByRole('radio', { name: 'This tool' }).check()
    await dialog.getByRole('radiogroup', { name: 'How long' }).getByRole('radio', { name: 'In this conversation' }).check()
    for (const open of await dialog.getByRole('checkbox', { name: /may be anything$/ }).all()) await open.check()
    await answer(dialog, 'Allow')
    await expect(message(ui, 'One')).toBeVisible()
    await send(ui, 'Again')
    await expect(message(ui, 'Two')).toBeVisible()
  },
)

test('calls of one step are one card: a denied line is final, and the model hears of all of them together', async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(sum(1, 2), echo('hello there'), sum(3, 4)), say('All heard'))
  await send(ui, 'Do three things')
  const card = several(ui, 3)
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card).toContainText('"hello there"')
  await expect(ui.getByRole('button', { name: 'Stop this server' })).toHaveCount(0)
  await expectAccessible(ui, 'card of three calls')
  await answer(card, 'Deny “echo”')
  const rest = several(ui, 2)
  await expect(rest.getByRole('listitem').nth(1)).toContainText('You denied it')
  await expect(rest.getByRole('button', { name: 'Deny the other 2' })).toBeVisible()
  expect(model.requests).toHaveLength(1)
  await answer(rest, 'Allow the other 2')
  await expect(message(ui, 'All heard')).toBeVisible()
  expect(results(model)).toEqual([expect.stringContaining('3'), expect.stringMatching(/denied/i), expect.stringContaining('7')])
})

test('"Allow all 3" runs all three, and "Deny all" none', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(sum(1, 2), sum(3, 4), sum(5, 6)), say('Three sums made'), callTools(sum(1, 1), sum(2, 2)), say('Refused'))
  await send(ui, 'Add')
  await answer(several(ui, 3), 'Allow all 3')
  await expect(message(ui, 'Three sums made')).toBeVisible()
  expect(results(model)).toEqual(['3', '7', '11'].map((sum) => expect.stringContaining(sum)))
  await send(ui, 'Add')
  await answer(several(ui, 2), 'Deny all 2')
  await expect(message(ui, 'Refused')).toBeVisible()
  expect(results(model).slice(3)).toEqual([expect.stringMatching(/denied/i), expect.stringMatching(/denied/i)])
})

test('more than six lines scroll, and nothing is allowed before all were seen', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(...Array.from({ length: 9 }, (_, n) => echo(`number ${n}`))), say('All of them said'))
  await send(ui, 'Nine times')
  const card = several(ui, 9)
  await expect(card.getByRole('button', { name: 'Deny all 9' })).toBeEnabled()
  await expect(card.getByRole('button', { name: 'Allow all 9' })).toBeDisabled()
  await expect(card).toContainText('Scroll to the end of the calls first.')
  await card.getByRole('list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await answer(card, 'Allow all 9')
  await expect(message(ui, 'All of them said')).toBeVisible()
})

test('a call with a sign is not on the card of the others', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(sum(1, 2), echo('/etc/passwd'), sum(3, 4)), say('Done'))
  await send(ui, 'Do')
  await answer(approvalDialog(ui, 'echo'), 'Deny')
  const card = several(ui, 2)
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await answer(card, 'Allow all 2')
  await expect(message(ui, 'Done')).toBeVisible()
})

test('a card can be answered by keys alone, and Enter never allows', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(callTools(sum(1, 2)), say('By tab'), callTools(sum(1, 2)), say('By key'), callTools(sum(1, 2)), say('Refused'))
  const allow = approvalCard(ui, 'get-sum').getByRole('button', { name: 'Allow once' })
  await send(ui, 'Add')
  await expect(allow).toBeEnabled()
  for (let steps = 0; steps < 40 && !(await allow.evaluate((button) => button === document.activeElement)); steps++)
    await ui.keyboard.press('Shift+Tab')
  await expect(allow).toBeFocused()
  await ui.keyboard.press('Enter')
  await expect(allow).toBeVisible()
  expect(model.requests).toHaveLength(1)
  await ui.keyboard.press('Space')
  await expect(message(ui, 'By tab')).toBeVisible()
  // Where it came from.
  await expect(composer(ui)).toBeFocused()

  await send(ui, 'Again')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(allow).toBeFocused()
  expect(model.requests).toHaveLength(3)
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(message(ui, 'By key')).toBeVisible()

  await send(ui, 'Once more')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+D')
  await expect(message(ui, 'Refused')).toBeVisible()
})

test('the answers wait after the card has moved under the pointer', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(say('word\n\n'.repeat(80), 'That was all'), callTools(sum(1, 2)), say('Then'))
  await send(ui, 'Talk')
  await expect(message(ui, 'That was all')).toBeVisible()
  await send(ui, 'Add')
  const allow = approvalCard(ui, 'get-sum').getByRole('button', { name: 'Allow once' })
  await expect(allow).toBeEnabled()
  // What is pressed is what is under the pointer at that moment: whether it can be pressed is asked in the same frame.
  const wasOff = await allow.evaluate(async (button: HTMLButtonElement) => {
    button.closest('[role="log"]')?.scrollBy(0, -40)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return button.disabled
  })
  expect(wasOff).toBe(true)
  await expect(allow).toBeEnabled()
})

test('tabbing into a card that is partly out of view brings it there, and its answers stay as they are', async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  model.will(say('word\n\n'.repeat(80), 'That was all'), callTools(sum(1, 2), sum(3, 4), sum(5, 6), sum(7, 8)), say('Then'))
  await send(ui, 'Talk')
  await expect(message(ui, 'That was all')).toBeVisible()
  await send(ui, 'Add')
  const card = several(ui, 4)
  const deny = card.getByRole('button', { name: 'Deny all 4' })
  await expect(deny).toBeEnabled()
  // Its foot is below the edge, and the answers have waited: from the frame on in which they are seen to have moved.
  await ui.getByRole('log').evaluate(async (log) => {
    log.scrollBy(0, -60)
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(deny).toBeEnabled()
  const last = card.getByRole('listitem').nth(3).getByRole('button', { name: /^Deny/ })
  await last.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }))
  await ui.keyboard.press('Tab')
  await expect(deny).toBeFocused()
  await expect(deny).toBeInViewport({ ratio: 0.9 })
  await ui.keyboard.press('Space')
  await expect(message(ui, 'Then')).toBeVisible()
})

test(
  'a card that is out of sight is told of in the bar, and one of another conversation in its list and in the Inbox',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, servers)
    model.will(say('word\n\n'.repeat(80), 'That was all'), callTools(sum(1, 2)))
    await send(ui, 'Talk')
    await expect(message(ui, 'That was all')).toBeVisible()
    await send(ui, 'Add')
    const bar = ui.getByRole('status', { name: 'Questions' })
    await expect(approvalCard(ui, 'get-sum')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Review' })).toHaveCount(0)
    await ui.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
    await expect(bar.getByRole('button', { name: 'Review' })).toBeVisible()
    await newChat(ui)
    await expect(ui.getByRole('dialog')).toHaveCount(0)
    await goTo(ui, 'Inbox')
    await ui.getByRole('main').getByRole('listitem').filter({ hasText: 'get-sum' }).getByRole('button').first().click()
    await answer(approvalDialog(ui, 'get-sum'), 'Deny')
  },
)
