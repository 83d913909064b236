import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { callOwnTool, callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, conversation, message, newChat, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { closeSettings, openSettings, settingsButton, settingsDialog } from './screen/projects.ts'
import { pickFolder } from './screen/pickFolder.ts'
import { allowOnce, answer, folders } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const echo = { server: 'everything', tool: 'echo', arguments: { message: 'hi' } }
const offered = async (model: ScriptedModel, request: number): Promise<readonly string[]> =>
  (await model.request(request)).tools.map((tool) => tool.function.name)
/** Everything that a request says to the model, as one text. */
const said = async (model: ScriptedModel, request: number): Promise<string> => JSON.stringify((await model.request(request)).messages)

async function showTools(ui: Page): Promise<void> {
  await settingsDialog(ui).getByRole('button', { name: 'Tools of “everything”' }).click()
}

test('a tool that is switched off is in no request and is not called, also after a restart, and comes back', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(say('Hello'))
  await send(ui, 'Hello there')
  await expect(message(ui, 'Hello')).toHaveCount(2)
  expect(await offered(model, 1)).toContain('everything__echo')

  const dialog = await openSettings(ui)
  await showTools(ui)
  await dialog.getByRole('switch', { name: 'echo', exact: true }).click()
  await expect(dialog.getByText('turned off here')).toBeVisible()
  await expect(dialog.getByText('1 thing is set here.')).toBeVisible()
  await closeSettings(ui)
  model.will(callOwnTool('everything__echo', echo.arguments), say('It is off'))
  await send(ui, 'Echo something')
  await expect(message(ui, 'It is off')).toBeVisible()
  expect(await offered(model, 2)).not.toContain('everything__echo')
  expect(await offered(model, 2)).toContain('everything__get-sum')
  await expect(conversation(ui).getByRole('group', { name: /Allow/ })).toHaveCount(0)
  expect(await said(model, 3)).not.toContain('Echo: hi')
  await expect(conversation(ui).getByRole('listitem').filter({ hasText: 'echo' })).toContainText('Failed')

  await parley.quit()
  const again = await parley.launch()
  await waitUntilReady(again, 'everything')
  await goTo(again, 'Chat')
  await openConversation(again, 'Hello there')
  const later = await openSettings(again)
  await showTools(again)
  await expect(later.getByRole('switch', { name: 'echo', exact: true })).not.toBeChecked()
  await later.getByRole('switch', { name: 'echo', exact: true }).click()
  await expect(later.getByText('turned off here')).toHaveCount(0)
  await expect(later.getByText('Nothing is changed here.')).toBeVisible()
  await closeSettings(again)
  model.will(callTools(echo), say('It is back'))
  await send(again, 'And now?')
  await allowOnce(again, 'echo')
  await expect(message(again, 'It is back')).toBeVisible()
  expect(await said(model, 5)).toContain('Echo: hi')
})

test('a server that is switched off costs nothing, and another conversation has it', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  const dialog = await openSettings(ui)
  await expect(dialog.getByText(/^1 server, \d+ tools/)).toBeVisible()
  await dialog.getByRole('switch', { name: 'everything', exact: true }).click()
  await expect(dialog.getByText(/^0 servers, 0 tools, 0 tokens with every message/)).toBeVisible()
  await closeSettings(ui)
  model.will(say('Alone'))
  await send(ui, 'What have you got?')
  await expect(message(ui, 'Alone')).toBeVisible()
  expect((await model.request(1)).tools ?? []).toEqual([])
  await newChat(ui)
  model.will(say('With tools'))
  await send(ui, 'And here?')
  await expect(message(ui, 'With tools')).toBeVisible()
  expect(await offered(model, 2)).toContain('everything__echo')
})

test('own instructions and a number for the model count from the next message, and can be taken back and brought back', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  const dialog = await openSettings(ui)
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Answer like a pirate in {{timezone}}.')
  await dialog.getByRole('textbox', { name: 'Longest answer, in tokens' }).fill('nonsense')
  await dialog.getByRole('textbox', { name: 'Temperature' }).click()
  await expect(dialog.getByText('A whole number from 1 to 10,000,000.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Longest answer, in tokens' }).fill('321')
  await dialog.getByRole('textbox', { name: 'Temperature' }).click()
  await expect(dialog.getByText('2 things are set here.')).toBeVisible()
  await closeSettings(ui)
  model.will(say('Arr'))
  await send(ui, 'Ahoy')
  await expect(message(ui, 'Arr')).toBeVisible()
  expect(await said(model, 1)).toContain('Answer like a pirate in ')
  expect(await said(model, 1)).not.toContain('{{timezone}}')
  expect((await model.request(1)).max_tokens).toBe(321)

  const again = await openSettings(ui)
  await again.getByRole('button', { name: 'Use the defaults' }).click()
  await expect(again.getByText('Nothing is changed here.')).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Instructions' })).toHaveValue('')
  await again.getByRole('button', { name: 'Undo' }).click()
  await expect(again.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Answer like a pirate in {{timezone}}.')
  await again.getByRole('button', { name: 'Use the defaults' }).click()
  await expect(again.getByText('Nothing is changed here.')).toBeVisible()
  await closeSettings(ui)
  model.will(say('Good day'))
  await send(ui, 'Hello')
  await expect(message(ui, 'Good day')).toBeVisible()
  expect(await said(model, 2)).not.toContain('pirate')
})

test('what is typed in a new chat stays in its field when its settings open and change', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await composer(ui).fill('Half a sentence')
  const dialog = await openSettings(ui)
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Be short.')
  await closeSettings(ui)
  await expect(composer(ui)).toHaveValue('Half a sentence')
  model.will(say('Short'))
  await composer(ui).press('Enter')
  await expect(message(ui, 'Short')).toBeVisible()
  expect(await said(model, 1)).toContain('Be short.')
  await expect(ui.getByRole('region', { name: 'Conversations' }).getByRole('link')).toHaveCount(1)
})

test('another model for this conversation is said to be its own, and can be given back', async ({ parley, model }) => {
  model.offer(['scripted-1', 'scripted-2'])
  const ui = await startChat(parley, model)
  await composer(ui).fill('Who answers?')
  const dialog = await openSettings(ui)
  await dialog.getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /scripted-2/ }).click()
  await expect(dialog.getByText('changed here', { exact: true })).toBeVisible()
  // The default one again is nothing of its own.
  await dialog.getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /scripted-1/ }).click()
  await expect(dialog.getByText('the default model')).toBeVisible()
  await expect(dialog.getByText('changed here', { exact: true })).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /scripted-2/ }).click()
  await closeSettings(ui)
  model.will(say('The second'))
  await composer(ui).press('Enter')
  await expect(message(ui, 'The second')).toBeVisible()
  expect((await model.request(1)).model).toBe('scripted-2')
  const again = await openSettings(ui)
  await again.getByRole('button', { name: 'Use “scripted-1”, the default' }).click()
  await expect(again.getByText('changed here', { exact: true })).toHaveCount(0)
  await expect(again.getByRole('combobox', { name: 'Model' })).toContainText('scripted-1')
})

test('a folder that is added here is told to a 2026 server in its calls, and removed again', async ({ parley, model }) => {
  const shared = parley.makeFolder('atlas')
  const ui = await startChat(parley, model, { asker: fixture('asksUser2026') })
  const ask = callTools({ server: 'asker', tool: 'which_folders', arguments: {} })
  const dialog = await openSettings(ui)
  await pickFolder(ui, parley, shared)
  await expect(dialog.getByRole('list', { name: 'Folders' })).toContainText(shared)
  await closeSettings(ui)
  model.will(ask, say('One folder'))
  await send(ui, 'Which folders?')
  await allowOnce(ui, 'which_folders')
  await expect(folders(ui, 'asker')).toContainText(shared)
  await answer(folders(ui, 'asker'), 'Share')
  await expect(message(ui, 'One folder')).toBeVisible()
  expect(await said(model, 2)).toContain(`file://${shared}`)

  const again = await openSettings(ui)
  await again.getByRole('button', { name: `Remove the folder ${shared}` }).click()
  await expect(again.getByRole('list', { name: 'Folders' })).toHaveCount(0)
  await closeSettings(ui)
  model.will(ask, say('None'))
  await send(ui, 'And now?')
  await allowOnce(ui, 'which_folders')
  await answer(folders(ui, 'asker'), 'Share nothing')
  await expect(message(ui, 'None')).toBeVisible()
})

test('the settings are opened, used and left with the keyboard alone', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  await composer(ui).focus()
  for (let steps = 0; steps < 10 && !(await isFocused(settingsButton(ui))); steps++) await ui.keyboard.press('Tab')
  await ui.keyboard.press('Enter')
  const dialog = settingsDialog(ui)
  await expect(dialog.getByRole('heading', { name: 'This conversation' })).toBeFocused()
  const server = dialog.getByRole('switch', { name: 'everything', exact: true })
  for (let steps = 0; steps < 40 && !(await isFocused(server)); steps++) await ui.keyboard.press('Tab')
  await ui.keyboard.press('Space')
  await expect(server).not.toBeChecked()
  // The new chat became a conversation, and the focus stayed where it was.
  await expect(server).toBeFocused()
  await ui.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await ui.keyboard.type('Typed at once')
  await ui.keyboard.press('Escape')
})

const isFocused = (element: ReturnType<typeof settingsButton>): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement)

test('the dialog is accessible and fits into a narrow window', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  const dialog = await openSettings(ui)
  await showTools(ui)
  await dialog.getByRole('switch', { name: 'echo', exact: true }).click()
  await expect(dialog.getByText('turned off here')).toBeVisible()
  await expectAccessible(ui, 'settings of a conversation')
  await ui.setViewportSize({ width: 560, height: 800 })
  await expectAccessible(ui, 'settings of a conversation in a narrow window')
  const wider = await dialog.evaluate(
    (box) =>
      [...box.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto')
        .length,
  )
  expect(wider).toBe(0)
})

test('of 5,000 tools a few are shown, the others in steps and by their names', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { many: fixture('manyTools', 'pages') })
  const dialog = await openSettings(ui)
  await dialog.getByRole('button', { name: 'Tools of “many”' }).click()
  const tools = dialog.getByRole('list', { name: 'Tools of “many”' }).getByRole('switch')
  await expect(tools).toHaveCount(8)
  await dialog.getByRole('button', { name: /^Show 100 more of/ }).click()
  await expect(tools).toHaveCount(108)
  await dialog.getByRole('searchbox', { name: 'Find a tool' }).fill('tool_4321')
  await expect(tools).toHaveCount(1)
  await tools.press('Space')
  await expect(dialog.getByText('turned off here')).toBeVisible()
  await expect(dialog.getByText(/^1 server, 4,999 tools, among which the model searches/)).toBeVisible()
})

test('a temporary chat has settings of its own, and no project', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await ui.getByRole('button', { name: 'Temporary chat' }).click()
  await expect(ui.getByText('Temporary', { exact: false }).first()).toBeVisible()
  const dialog = await openSettings(ui)
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Say nothing twice.')
  await closeSettings(ui)
  model.will(say('Once'))
  await send(ui, 'Psst')
  await expect(message(ui, 'Once')).toBeVisible()
  expect(await said(model, 1)).toContain('Say nothing twice.')
})
