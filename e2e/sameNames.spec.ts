import type { Locator, Page } from '@playwright/test'
import { runParley } from './cli/runParley.ts'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, callUnknownTool, say } from './model/reply.ts'
import type { ModelRequest } from './model/scriptedModel.ts'
import { attachDialog, attachedList, openPicker } from './screen/attach.ts'
import { composer, conversation, message, newChat, send, sendButton } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

// The name of one server begins that of the other, and what they offer has the same names.
const servers = { notes: fixture('sameNames', 'new'), notes__old: fixture('sameNames', 'old') }

const option = (ui: Page, name: string, server: string): Locator =>
  ui.getByRole('option', { name: new RegExp(`^${name}\\b`) }).filter({ hasText: new RegExp(`${server}$`) })
const toolNames = ({ tools }: ModelRequest): readonly string[] => tools.map((tool) => tool.function.name)

async function openCall(ui: Page, server: string): Promise<void> {
  await conversation(ui)
    .getByRole('button', { name: new RegExp(`^${server}/echo`) })
    .click()
}

test(
  'the palette and the slash menu have both, with their servers, and run the one that was chosen',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, servers)
    await ui.keyboard.press('ControlOrMeta+k')
    await ui.getByRole('combobox', { name: 'Search and commands' }).fill('echo')
    await expect(option(ui, 'echo', 'notes')).toBeVisible()
    await option(ui, 'echo', 'notes__old').click()
    await ui.getByRole('dialog', { name: 'Run “echo”' }).getByRole('button', { name: 'Run', exact: true }).click()
    await openCall(ui, 'notes__old')
    await expect(conversation(ui)).toContainText('echo of old')

    await composer(ui).fill('/echo')
    await expect(option(ui, 'echo', 'notes__old')).toBeVisible()
    await option(ui, 'echo', 'notes').click()
    await ui.getByRole('dialog', { name: 'Run “echo”' }).getByRole('button', { name: 'Run', exact: true }).click()
    await openCall(ui, 'notes')
    await expect(conversation(ui)).toContainText('echo of new')
  },
)

test('prompts and resources of both go to the model as those of their servers', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, servers)
  await openPicker(ui)
  for (const server of Object.keys(servers))
    await attachDialog(ui)
      .getByRole('button', { name: `Attach “today” of “${server}”`, exact: true })
      .click()
  await attachDialog(ui).getByRole('button', { name: 'Done' }).click()
  await expect(attachedList(ui).getByRole('listitem')).toHaveText(['todaynotes', 'todaynotes__old'])
  model.will(say('Two notes'), say('Greeted'))
  await sendButton(ui).click()
  await expect(message(ui, 'Two notes')).toBeVisible()
  const read = JSON.stringify((await model.request(1)).messages.at(-1))
  expect(read).toMatch(/of the server \\+"notes\\+".*note of new.*of the server \\+"notes__old\\+".*note of old/)

  await composer(ui).fill('/greet')
  await option(ui, 'greet', 'notes__old').click()
  await expect(ui.getByRole('dialog', { name: 'Send “greet”?' })).toContainText('greeting of old')
  await ui.getByRole('dialog', { name: 'Send “greet”?' }).getByRole('button', { name: 'Send' }).click()
  await expect(message(ui, 'Greeted')).toBeVisible()
  expect((await model.request(2)).messages.at(-1)).toMatchObject({ content: 'greeting of old' })
})

test(
  'F05, F06: the model calls the one it means, a rule for one is none for the other, and a name without a server is nobody’s',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, servers)
    const echo = (server: string) => callTools({ server, tool: 'echo', arguments: {} })
    model.will(echo('notes'), say('The new one'), echo('notes__old'), say('The old one'), callUnknownTool('echo'), say('None at all'))
    await send(ui, 'New')
    await approval(ui, 'echo').getByRole('button', { name: 'Always allow…' }).click()
    await approval(ui, 'echo').getByRole('radiogroup', { name: 'How long' }).getByRole('radio', { name: 'Always' }).click()
    await expect(approval(ui, 'echo')).toContainText('echo of notes')
    await answer(approval(ui, 'echo'), 'Allow')
    await expect(message(ui, 'The new one')).toBeVisible()
    await send(ui, 'Old')
    await expect(approval(ui, 'echo')).toContainText('notes__old')
    await allowOnce(ui, 'echo')
    await expect(message(ui, 'The old one')).toBeVisible()
    expect([2, 4].map((count) => model.requests[count - 1]?.messages.at(-1)?.content)).toEqual(['echo of new', 'echo of old'])

    await send(ui, 'Whichever')
    await expect(message(ui, 'None at all')).toBeVisible()
    expect(JSON.stringify((await model.request(6)).messages.at(-1))).toContain('UNKNOWN_TOOL')
  },
)

test('the model’s names for their tools differ, and are the same after a restart', alternateShells(1), async ({ parley, model }) => {
  await startChat(parley, model, servers)
  model.will(say('Before'), say('After'))
  await send(parley.ui, 'Hello')
  await expect(message(parley.ui, 'Before')).toBeVisible()
  await parley.quit()
  const ui = await parley.launch()
  await waitUntilReady(ui, ...Object.keys(servers))
  await goTo(ui, 'Chat')
  await newChat(ui)
  await send(ui, 'Hello again')
  await expect(message(ui, 'After')).toBeVisible()
  const [before, after] = [toolNames(await model.request(1)), toolNames(await model.request(2))]
  expect(before).toEqual(['notes__echo', expect.stringMatching(/^notes__old__echo_[a-z2-7]{26}$/)])
  expect(after).toEqual(before)
})

test('the command line uses the one whose server is named, and refuses a name alone', alternateShells(0), async ({ parley }) => {
  parley.writeServers(servers)
  const named = await Promise.all([
    runParley(parley, ['call', 'notes', 'echo']),
    runParley(parley, ['call', 'notes__old', 'echo', '{}']),
    runParley(parley, ['read', 'notes', 'note://today']),
    runParley(parley, ['read', 'notes__old', 'note://today']),
    runParley(parley, ['prompt', 'notes', 'greet']),
    runParley(parley, ['prompt', 'notes__old', 'greet']),
  ])
  expect(named.map(({ code, out }) => `${code} ${out.trim()}`)).toEqual([
    '0 echo of new',
    '0 echo of old',
    '0 note of new',
    '0 note of old',
    '0 user: greeting of new',
    '0 user: greeting of old',
  ])
  const bare = await Promise.all([
    runParley(parley, ['call', 'echo', '{}']),
    runParley(parley, ['read', 'note://today']),
    runParley(parley, ['prompt', 'greet']),
    runParley(parley, ['call', 'notes']),
  ])
  expect(bare.map(({ code, out }) => `${code}${out}`)).toEqual(['2', '2', '2', '2'])
  expect(bare.map(({ err }) => err.trim())).toEqual([
    '“echo” alone does not say of which server.\nPut the server before it: parley call SERVER echo. There are: notes, notes__old.',
    '“note://today” alone does not say of which server.\nPut the server before it: parley read SERVER note://today. There are: notes, notes__old.',
    '“greet” alone does not say of which server.\nPut the server before it: parley prompt SERVER greet. There are: notes, notes__old.',
    '“notes” is a server; what to call is missing.\n“parley list --json” shows what it offers.',
  ])
})

// Catches: servers that a person cannot tell apart, in the list where they are told apart by their names.
test(
  'H15: a server whose name looks like that of another one is told in the list and on its page',
  alternateShells(0),
  async ({ parley }) => {
    const twin = 'n\u043etes'
    const entry = fixture('sameNames', 'old')
    parley.writeServers({ notes: fixture('sameNames', 'new'), [twin]: entry, 'notes\u2060': entry, Parley: entry })
    const ui = await parley.launch()
    await goTo(ui, 'Servers')
    const rows = ui.getByRole('main').getByRole('article')
    await expect(rows.filter({ hasText: 'Its name looks like that of another server, “nо‹U+043E›tes”.' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'The name holds characters that cannot be seen' })).toContainText('notesU+2060')
    await expect(rows.filter({ hasText: 'A server cannot have a name that looks like Parley’s own' })).toHaveCount(1)
    await expectAccessible(ui, 'servers with names that look alike')
    const row = rows.filter({ hasText: 'Its name looks like that of another server, “notes”.' })
    await row.getByRole('link').click()
    await expect(ui.getByRole('main')).toContainText('Its name looks like that of another server, “notes”. Check which of them you mean.')
  },
)
