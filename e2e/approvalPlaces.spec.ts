import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say, type ScriptedCall } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { answer, approvalCard, approvalDialog, approvalsDialog as together } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const tools = {
  list_boards: { says: 'Two boards' },
  wipe_board: { says: 'Wiped' },
  rename_board: { says: 'Renamed', annotations: { readOnlyHint: false } },
  count_cards: { says: 'Seven', annotations: { readOnlyHint: true } },
}
const call = (tool: keyof typeof tools, args = {}): ScriptedCall => ({ server: 'boards', tool, arguments: args })
const start = (parley: Parley, model: ScriptedModel): Promise<Page> =>
  startChat(parley, model, { boards: fixture('promptInjection', JSON.stringify({ tools })) })

/** Returns what the model's last request says about the results of its calls, oldest first. */
const results = (model: ScriptedModel): readonly string[] =>
  (model.requests.findLast(({ messages }) => messages.some(({ role }) => role === 'tool'))?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content))

/** Resolves when what a key did is on the screen: an answer that was taken leaves no button that can be pressed. */
const painted = (ui: Page): Promise<void> =>
  ui.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

test('a tool that declares nothing asks in the conversation from now on, where the person says so', async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(call('list_boards')), say('Two'), callTools(call('list_boards', { place: '/etc/passwd' })), say('Not that'))
  await send(ui, 'Which boards?')
  const dialog = approvalDialog(ui, 'list_boards')
  const fromNowOn = dialog.getByRole('button', { name: 'Ask in the conversation from now on' })
  await expect(fromNowOn).toBeEnabled()
  // It answers nothing, and Enter presses nothing that loosens.
  await fromNowOn.focus()
  await ui.keyboard.press('Enter')
  await painted(ui)
  await expect(fromNowOn).toBeEnabled()
  await ui.keyboard.press('Space')
  await expect(dialog).toHaveCount(0)
  expect(model.requests).toHaveLength(1)
  await answer(approvalCard(ui, 'list_boards'), 'Allow once')
  await expect(message(ui, 'Two')).toBeVisible()
  // A sign of danger still opens the dialog, and nothing is offered there that would change nothing.
  await send(ui, 'And that one?')
  await expect(dialog).toBeVisible()
  await expect(fromNowOn).toHaveCount(0)
  await answer(dialog, 'Deny')
  await expect(message(ui, 'Not that')).toBeVisible()
})

test('several calls of one step that cannot be on a card are one dialog, with a line each', async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(call('list_boards'), call('rename_board', { title: 'Plans', old: 'Plan' }), call('wipe_board')), say('All heard'))
  await send(ui, 'Do three things')
  const dialog = together(ui, 3)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  const line = (index: number) => dialog.getByRole('listitem').nth(index)
  await expect(line(0)).toContainText('Its server does not say what it changes.')
  await expect(line(1)).toContainText('title "Plans"')
  await expect(line(1)).toContainText('old "Plan"')
  await expect(line(1)).toContainText('Changes data')
  await expect(line(2)).toContainText('Parley guesses that it runs, deletes, pays or sends something.')
  await expect(ui.getByRole('button', { name: 'Stop this server' })).toHaveCount(0)
  await expectAccessible(ui, 'dialog about three calls')
  await answer(dialog, 'Deny “list_boards”')
  const rest = together(ui, 2)
  await expect(rest.getByRole('listitem').nth(0)).toContainText('You denied it')
  await expect(rest.getByRole('button', { name: 'Deny the other 2' })).toBeVisible()
  expect(model.requests).toHaveLength(1)
  await answer(rest, 'Allow the other 2')
  await expect(message(ui, 'All heard')).toBeVisible()
  expect(results(model)).toEqual([expect.stringMatching(/denied/i), expect.stringContaining('Renamed'), expect.stringContaining('Wiped')])
})

test('a call of several can be looked at alone, which leads back to all, and be always allowed there', async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(
    callTools(call('list_boards', { item: 'a' }), call('rename_board', { title: 'b' })),
    say('First'),
    callTools(call('list_boards', { item: 'c' }), call('rename_board', { title: 'd' })),
    say('Second'),
  )
  await send(ui, 'Two things')
  await together(ui, 2).getByRole('button', { name: 'Details of “rename_board”' }).click()
  const alone = approvalDialog(ui, 'rename_board')
  await expect(alone).toContainText('Call 2 of 2')
  await alone.getByRole('button', { name: 'Back to all 2' }).click()
  await together(ui, 2).getByRole('button', { name: 'Details of “rename_board”' }).click()
  await alone.getByRole('button', { name: 'Edit', exact: true }).click()
  await alone.getByRole('textbox', { name: 'Arguments' }).fill('{ "title": "mine" }')
  await answer(alone, 'Allow once')
  await answer(approvalDialog(ui, 'list_boards'), 'Deny')
  await expect(message(ui, 'First')).toBeVisible()

  await send(ui, 'Again')
  await together(ui, 2).getByRole('button', { name: 'Details of “list_boards”' }).click()
  for (const tool of ['list_boards', 'rename_board']) {
    const dialog = approvalDialog(ui, tool)
    await answer(dialog, 'Always allow…')
    await dialog.getByRole('radio', { name: 'This tool' }).check()
    const opens = dialog.getByRole('checkbox', { name: /may be anything$/ })
    for (const open of await opens.all()) await open.check()
    await answer(dialog, 'Allow')
  }
  await expect(message(ui, 'Second')).toBeVisible()
  await expect(ui.getByRole('dialog')).toHaveCount(0)
})

test('a call with a danger of its own kind has its own dialog, and calls that only read stay on their card', async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(
    callTools(call('count_cards'), call('list_boards'), call('rename_board'), call('rename_board', { text: 'word '.repeat(300) })),
    say('All of them'),
  )
  await send(ui, 'Four things')
  await answer(together(ui, 2), 'Allow all 2')
  const long = approvalDialog(ui, 'rename_board')
  await long.getByRole('button', { name: /^Show all/ }).click()
  await answer(long, 'Allow once')
  await answer(approvalCard(ui, 'count_cards'), 'Allow once')
  await expect(message(ui, 'All of them')).toBeVisible()
})

test('the dialog about several calls can be answered by keys alone', async ({ parley, model }) => {
  const ui = await start(parley, model)
  const both = callTools(call('list_boards'), call('rename_board'))
  model.will(both, say('By key'), both, say('Refused'), both, say('After all'))
  const dialog = together(ui, 2)
  const allow = dialog.getByRole('button', { name: 'Allow all 2' })
  await send(ui, 'Both')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(allow).toBeFocused()
  await ui.keyboard.press('Enter')
  await painted(ui)
  await expect(allow).toBeEnabled()
  expect(model.requests).toHaveLength(1)
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(message(ui, 'By key')).toBeVisible()
  await send(ui, 'Again')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+D')
  await expect(message(ui, 'Refused')).toBeVisible()
  // Escape is for later: both wait, and the bar brings them back.
  await send(ui, 'Once more')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  await answer(dialog, 'Allow all 2')
  await expect(message(ui, 'After all')).toBeVisible()
})
