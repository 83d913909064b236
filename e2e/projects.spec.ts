import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { real } from './lib/serverEntries.ts'
import { say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { attachedList } from './screen/attach.ts'
import { composer, message, newChat, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { closeSettings, newProject, openProject, openSettings, projectPage, writeInstructions } from './screen/projects.ts'
import { screenSaved } from './screen/screenSaved.ts'
import { waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const said = async (model: ScriptedModel, request: number): Promise<string> => JSON.stringify((await model.request(request)).messages)
const offered = async (model: ScriptedModel, request: number): Promise<readonly string[]> =>
  ((await model.request(request)).tools ?? []).map((tool) => tool.function.name)
const list = (ui: Page): Locator => ui.getByRole('region', { name: 'Conversations' })
const entry = (ui: Page, title: string): Locator => list(ui).getByRole('link', { name: title })
/** The menu of the project itself. Each of its conversations has one too. */
const menuOf = (ui: Page): Locator => ui.getByRole('main').getByRole('button', { name: 'More' }).first()
const mark = (ui: Page, name: string): Locator => ui.getByRole('main').getByRole('link', { name: `Project ${name}` })

async function newChatIn(ui: Page, name: string): Promise<void> {
  await projectPage(ui, name)
    .getByRole('button', { name: `New chat in ${name}` })
    .click()
  await expect(composer(ui)).toBeVisible()
  await expect(mark(ui, name)).toBeVisible()
}

async function talk(ui: Page, model: ScriptedModel, question: string): Promise<void> {
  model.will(say(`Yes to ${question}`))
  await send(ui, question)
  await expect(message(ui, `Yes to ${question}`)).toBeVisible()
}

async function act(ui: Page, title: string, verb: string): Promise<void> {
  await entry(ui, title).hover()
  await list(ui)
    .getByRole('listitem')
    .filter({ has: ui.getByRole('link', { name: title }) })
    .getByRole('button', { name: 'More' })
    .click()
  await ui.getByRole('menuitem', { name: verb, exact: true }).click()
}

test('the instructions, model and switches of a project reach the model of its conversations, also after a restart', async ({
  parley,
  model,
}) => {
  model.offer(['scripted-1', 'scripted-2'])
  const ui = await startChat(parley, model, { everything: real('everything') })
  const page = await newProject(ui, 'Release')
  await writeInstructions(page, 'Plain words, no table names.')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await ui.getByRole('option', { name: /scripted-2/ }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toContainText('scripted-2')
  await page.getByRole('switch', { name: 'everything', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'everything', exact: true })).not.toBeChecked()

  await newChatIn(ui, 'Release')
  await expect(ui.getByRole('combobox', { name: /Model/ })).toContainText('from project Release')
  await talk(ui, model, 'What changed?')
  expect(await said(model, 1)).toContain('Plain words, no table names.')
  expect((await model.request(1)).model).toBe('scripted-2')
  expect(await offered(model, 1)).toEqual([])
  await expect(mark(ui, 'Release')).toBeVisible()
  const dialog = await openSettings(ui)
  await expect(dialog.getByText('Plain words, no table names.')).toBeVisible()
  await expect(dialog.getByText('from project Release').first()).toBeVisible()
  await expect(dialog.getByText('Everything is as in the project.')).toBeVisible()
  await dialog.getByRole('switch', { name: 'everything', exact: true }).click()
  await expect(dialog.getByText('turned on here')).toBeVisible()
  await closeSettings(ui)

  await parley.quit()
  const again = await parley.launch()
  await waitUntilReady(again, 'everything')
  await goTo(again, 'Chat')
  await openConversation(again, 'What changed?')
  await expect(mark(again, 'Release')).toBeVisible()
  await talk(again, model, 'Anything else?')
  expect(await said(model, 2)).toContain('Plain words, no table names.')
  expect(await offered(model, 2)).toContain('everything__echo')
  await mark(again, 'Release').click()
  await expect(projectPage(again, 'Release').getByRole('list', { name: 'Conversations' })).toContainText('What changed?')
})

test('several conversations move to a project together and keep their own values', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Apples')
  const dialog = await openSettings(ui)
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Only apples.')
  await closeSettings(ui)
  await newChat(ui)
  await talk(ui, model, 'Boats')
  await writeInstructions(await newProject(ui, 'Harbour'), 'Everything floats.')
  await entry(ui, 'Apples').click({ modifiers: ['ControlOrMeta'] })
  await entry(ui, 'Boats').click({ modifiers: ['ControlOrMeta'] })
  await ui.getByRole('group', { name: 'Selected conversations' }).getByRole('button', { name: 'Move to project…' }).click()
  const move = ui.getByRole('dialog', { name: 'Move to project' })
  await expectAccessible(ui, 'move to a project')
  await expect(move.getByText(/The own settings of each stay\./)).toBeVisible()
  await move.getByRole('button', { name: 'Harbour' }).click()
  await expect(projectPage(ui, 'Harbour').getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(2)
  await projectPage(ui, 'Harbour').getByRole('link', { name: 'Apples' }).click()
  await talk(ui, model, 'More of them')
  const request = await said(model, 3)
  expect(request).toContain('Only apples.')
  expect(request.indexOf('Everything floats.')).toBeGreaterThan(-1)
  expect(request.indexOf('Everything floats.')).toBeLessThan(request.indexOf('Only apples.'))

  // Out of it again.
  await act(ui, 'Apples', 'Move to project…')
  await ui.getByRole('dialog').getByRole('button', { name: 'No project' }).click()
  await expect(mark(ui, 'Harbour')).toHaveCount(0)
  await talk(ui, model, 'And without')
  expect(await said(model, 4)).not.toContain('Everything floats.')
  expect(await said(model, 4)).toContain('Only apples.')
})

test('a conversation that is dragged onto a project belongs to it, and comes out of it by the undo or its menu', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  await talk(ui, model, 'Cats')
  await newProject(ui, 'Animals')
  await ui.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await entry(ui, 'Cats').dragTo(projectPage(ui, 'Animals'))
  await expect(projectPage(ui, 'Animals')).toContainText('1 conversation')
  await expect(ui.getByText('“Cats” is in “Animals” now.')).toBeVisible()
  await ui.getByRole('button', { name: 'Undo' }).click()
  await expect(projectPage(ui, 'Animals')).toContainText('0 conversations')
  await entry(ui, 'Cats').dragTo(projectPage(ui, 'Animals'))
  await openConversation(ui, 'Cats')
  await expect(mark(ui, 'Animals')).toBeVisible()

  const page = await openProject(ui, 'Animals')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name: 'More' }).click()
  await ui.getByRole('menuitem', { name: 'Move to project…' }).click()
  await ui.getByRole('dialog', { name: 'Move to project' }).getByRole('button', { name: 'No project' }).click()
  await expect(ui.getByText('“Cats” is in no project now.')).toBeVisible()
  await expect(page.getByText('No conversation has begun in it yet.')).toBeVisible()
})

test('the dialog of a conversation holds in a project with the longest name', alternateShells(1), async ({ parley, model }) => {
  const name = 'Project of the very long name '.repeat(4).slice(0, 100).trim()
  const ui = await startChat(parley, model)
  const page = await newProject(ui, name)
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.4')
  await newChatIn(ui, name)
  await talk(ui, model, 'Hello')
  const dialog = await openSettings(ui)
  await dialog.getByRole('textbox', { name: 'Temperature' }).fill('1')
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Be short.')
  await expect(dialog.getByRole('button', { name: /^Use all values of/ })).toBeVisible()
  for (const width of [1280, 560]) {
    await ui.setViewportSize({ width, height: 800 })
    const box = (await dialog.boundingBox()) ?? { x: 0, width: 0 }
    for (const button of await dialog.locator('[data-foot]').getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 })
      const own = (await button.boundingBox()) ?? { x: -1, width: 0 }
      expect(own.x).toBeGreaterThanOrEqual(box.x)
      expect(own.x + own.width).toBeLessThanOrEqual(box.x + box.width)
    }
    const wider = await dialog.evaluate(
      (node) => [node, ...node.querySelectorAll(':scope > div')].filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    )
    expect(wider).toBe(0)
  }
})

test('the files of a project are on the message of each new chat, where they can be removed', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const page = await newProject(ui, 'Papers')
  const chooser = ui.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  await (
    await chooser
  ).setFiles([
    { name: 'glossary.md', mimeType: 'text/markdown', buffer: Buffer.from('Otter: a boat of four.') },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('boat,price\notter,4\n') },
  ])
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Remove “prices.csv”' })).toBeVisible()

  await newChatIn(ui, 'Papers')
  await expect(attachedList(ui)).toContainText('glossary.md')
  await attachedList(ui).getByRole('button', { name: 'Remove “prices.csv”' }).click()
  await expect(attachedList(ui)).not.toContainText('prices.csv')
  await talk(ui, model, 'What is an otter?')
  expect(await said(model, 1)).toContain('a boat of four')
  expect(await said(model, 1)).not.toContain('otter,4')
  await expect(attachedList(ui)).toHaveCount(0)

  // Left unsent, the next one keeps them too.
  await openProject(ui, 'Papers')
  await newChatIn(ui, 'Papers')
  await composer(ui).fill('Later')
  await openConversation(ui, 'What is an otter?')
  await openConversation(ui, 'New chat')
  await expect(composer(ui)).toHaveValue('Later')
  await expect(attachedList(ui)).toContainText('prices.csv')
})

test('a project is renamed and deleted, its conversations stay, and the undo brings it back', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const page = await newProject(ui, 'Harbour')
  await writeInstructions(page, 'Everything floats.')
  await newChatIn(ui, 'Harbour')
  await talk(ui, model, 'Boats')
  await mark(ui, 'Harbour').click()
  await menuOf(ui).click()
  await ui.getByRole('menuitem', { name: 'Rename' }).click()
  await ui.getByRole('textbox', { name: 'Name' }).fill('Sea')
  await ui.keyboard.press('Enter')
  await expect(projectPage(ui, 'Sea')).toBeVisible()
  await menuOf(ui).click()
  await ui.getByRole('menuitem', { name: 'Delete the project' }).click()
  await expect(ui.getByText('No projects yet')).toBeVisible()
  await expect(entry(ui, 'Boats')).toBeVisible()
  await ui.getByRole('button', { name: 'Undo' }).click()
  await expect(projectPage(ui, 'Sea').getByRole('list', { name: 'Conversations' })).toContainText('Boats')
  await menuOf(ui).click()
  await ui.getByRole('menuitem', { name: 'Delete the project' }).click()
  await openConversation(ui, 'Boats')
  await expect(mark(ui, 'Sea')).toHaveCount(0)
  await talk(ui, model, 'Still here?')
  expect(await said(model, 2)).not.toContain('Everything floats.')
})

test('projects are found by their key and in the palette, and made with the keyboard alone', async ({ parley, model, shell }) => {
  const ui = await startChat(parley, model)
  await composer(ui).press(shell === 'browser' ? 'Alt+2' : 'ControlOrMeta+2')
  const add = ui.getByRole('button', { name: 'New project' })
  await expect(add).toBeVisible()
  for (let steps = 0; steps < 10 && !(await add.evaluate((node) => node === document.activeElement)); steps++)
    await ui.keyboard.press('Tab')
  await ui.keyboard.press('Enter')
  await expect(ui.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(ui, 'a new project')
  await ui.keyboard.type('Garden')
  await ui.keyboard.press('Enter')
  await expect(projectPage(ui, 'Garden')).toBeVisible()
  await screenSaved(parley.dataDir, 'projectId')
  await ui.reload()
  await expect(projectPage(ui, 'Garden')).toBeVisible()
  await ui.keyboard.press('ControlOrMeta+K')
  await ui.keyboard.type('chat garden')
  await expect(ui.getByRole('option', { name: 'New chat in Garden' })).toBeVisible()
  await ui.keyboard.press('Enter')
  await expect(mark(ui, 'Garden')).toBeVisible()
  await expect(composer(ui)).toBeFocused()
})

test('the list and the page of a project are accessible, also in a narrow window', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  await goTo(ui, 'Projects')
  await expectAccessible(ui, 'no projects')
  const page = await newProject(ui, 'Release')
  await writeInstructions(page, 'Plain words.')
  await newChatIn(ui, 'Release')
  await talk(ui, model, 'What changed?')
  await expectAccessible(ui, 'a conversation in a project')
  await openProject(ui, 'Release')
  await projectPage(ui, 'Release').getByRole('button', { name: 'Tools of “everything”' }).click()
  await expectAccessible(ui, 'a project')
  await ui.setViewportSize({ width: 560, height: 800 })
  await expectAccessible(ui, 'a project in a narrow window')
  await ui.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await expectAccessible(ui, 'projects in a narrow window')
})
