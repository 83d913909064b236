import { dirname } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startHttpServer } from './lib/httpServerProcess.ts'
import { fixture, fixtureFile, real, realFile } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { say } from './model/reply.ts'
import { message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { openFromInbox } from './screen/questions.ts'
import { openServer, press, server, state, waitUntilReady } from './screen/servers.ts'

async function addServer(ui: Page): Promise<Locator> {
  await goTo(ui, 'Servers')
  await ui.getByRole('button', { name: 'Add server' }).first().click()
  const dialog = ui.getByRole('dialog', { name: 'Add server' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a local command is added by the form, starts at once, and says what it offers', alternateShells(1), async ({ parley }) => {
  const ui = await parley.launch()
  const dialog = await addServer(ui)
  await dialog.getByRole('radio', { name: 'Local command' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('everything')
  await dialog.getByRole('textbox', { name: 'Command' }).fill(process.execPath)
  await dialog.getByRole('textbox', { name: 'Arguments' }).fill(realFile('everything'))
  await parley.willConfirmCommands(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(state(ui, 'everything')).toHaveText('Ready', { timeout: 30_000 })
  await expect(server(ui, 'everything')).toContainText(/\d+ tools/)
  expect(JSON.parse(parley.readFile('servers.json'))).toMatchObject({
    mcpServers: { everything: { command: process.execPath, args: [realFile('everything')] } },
  })
})

test('a URL is added by the form and reached', alternateShells(1), async ({ parley }) => {
  await using http = await startHttpServer(process.execPath, [fixtureFile('asksUser'), '--http', '0'])
  const ui = await parley.launch()
  const dialog = await addServer(ui)
  await dialog.getByRole('radio', { name: 'Remote URL' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('remote')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(http.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(state(ui, 'remote')).toHaveText('Ready', { timeout: 30_000 })
})

for (const [kind, [what, wrap]] of (
  [
    ['mcpServers', (entry: object) => ({ mcpServers: { pasted: entry } })],
    ["VS Code's servers", (entry: object) => ({ servers: { pasted: { type: 'stdio', ...entry } } })],
  ] as const
).entries()) {
  test(`the JSON of a README is pasted (${what}), looked at, and its server starts`, alternateShells(kind), async ({ parley }) => {
    const ui = await parley.launch()
    const dialog = await addServer(ui)
    await dialog
      .getByRole('tab', { name: /JSON|Paste/ })
      .or(dialog.getByRole('button', { name: /JSON|Paste/ }))
      .or(dialog.getByRole('radio', { name: /JSON|Paste/ }))
      .first()
      .click()
    const text = `// from the README\n${JSON.stringify(wrap({ command: process.execPath, args: [realFile('memory')] }), null, 2)}`
    await ui.getByRole('textbox', { name: /JSON|configuration/i }).fill(text)
    await expect(ui.getByRole('dialog')).toContainText(realFile('memory'))
    await parley.willConfirmCommands(true)
    await ui.getByRole('dialog').getByRole('button', { name: /^Add/ }).last().click()
    await expect(state(ui, 'pasted')).toHaveText('Ready', { timeout: 30_000 })
  })
}

test('a server is stopped, started, restarted, disabled and enabled', alternateShells(0), async ({ parley }) => {
  parley.writeServers({ memory: real('memory') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  await press(ui, 'memory', 'Stop')
  await expect(state(ui, 'memory')).toHaveText('Stopped')
  await press(ui, 'memory', 'Start')
  await expect(state(ui, 'memory')).toHaveText('Ready')
  await press(ui, 'memory', 'Restart')
  await expect(state(ui, 'memory')).toHaveText('Ready')
  await press(ui, 'memory', 'Disable')
  await expect(state(ui, 'memory')).toHaveText('Disabled')
  await parley.quit()

  const again = await parley.launch()
  await goTo(again, 'Servers')
  await expect(state(again, 'memory')).toHaveText('Disabled')
  await press(again, 'memory', 'Enable')
  await expect(state(again, 'memory')).toHaveText('Ready')
})

test('a server gets a new name by editing, and keeps its command and the comments around it', alternateShells(1), async ({ parley }) => {
  parley.writeFile('servers.json', `{\n  // mine\n  "mcpServers": { "memory": ${JSON.stringify({ ...real('memory'), note: 'kept' })} }\n}`)
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  await press(ui, 'memory', 'Edit')
  const dialog = ui.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('brain')
  await parley.willConfirmCommands(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(state(ui, 'brain')).toHaveText('Ready', { timeout: 30_000 })
  await expect(server(ui, 'memory')).toHaveCount(0)
  expect(parley.readFile('servers.json')).toContain('// mine')
  expect(parley.readFile('servers.json')).toContain('"note"')
})

test('a removed server can be brought back', alternateShells(0), async ({ parley }) => {
  parley.writeServers({ memory: real('memory') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  await press(ui, 'memory', 'Remove')
  await expect(server(ui, 'memory')).toHaveCount(0)
  await ui.getByRole('button', { name: 'Undo' }).click()
  await expect(state(ui, 'memory')).toHaveText('Ready', { timeout: 30_000 })
})

test('a command that is not found says so, and shows where Parley looked', alternateShells(1), async ({ parley }) => {
  parley.writeServers({ lost: { command: 'no-such-command-anywhere', args: [] } })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'lost')).toHaveText('Failed')
  await expect(server(ui, 'lost')).toContainText('no-such-command-anywhere')
  await expect(server(ui, 'lost')).toContainText('not found')
  await expect(server(ui, 'lost')).toContainText('/usr/bin')
})

test('a server that ends at its start shows its exit code and its last words', alternateShells(0), async ({ parley }) => {
  parley.writeServers({ broken: fixture('crashing', 'start') })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'broken')).toHaveText(/Failed|Crashes again and again/)
  await expect(server(ui, 'broken')).toContainText('boom: missing API_KEY')
  await expect(server(ui, 'broken')).toContainText(/exit(ed)?( with)?( code)? 3|code 3/)
})

test('a server that crashes again and again is left alone after a while', alternateShells(1), async ({ parley }) => {
  parley.writeFile('settings.json', JSON.stringify({ limits: { restartsBeforeCrashLoop: 2 } }))
  parley.writeServers({ broken: fixture('crashing', 'ready') })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'broken')).toHaveText('Crashes again and again', { timeout: 40_000 })
  await expect(server(ui, 'broken')).toContainText('boom: missing API_KEY')
})

test('one tool is switched off, and the model is not given it', alternateShells(0), async ({ parley, model }) => {
  parley.useModel(model)
  parley.writeServers({ everything: real('everything') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'everything')
  await openServer(ui, 'everything')
  await ui.getByRole('switch', { name: 'echo' }).click()
  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(say('Here are my tools'))
  await send(ui, 'Hello')
  await expect(message(ui, 'Here are my tools')).toBeVisible()
  const names = (await model.request(1)).tools.map((tool) => tool.function.name)
  expect(names.filter((name) => name.endsWith('echo'))).toEqual([])
  expect(names.length).toBeGreaterThan(5)
})

test('a server says its protocol era, version, tools and instructions', alternateShells(1), async ({ parley }) => {
  parley.writeServers({ everything: real('everything'), modern: fixture('asksUser2026') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'everything', 'modern')
  await expect(server(ui, 'everything')).toContainText('2025-11-25')
  await expect(server(ui, 'modern')).toContainText('2026-07-28')
})

test('an entry that appears in servers.json while Parley runs waits for the person', alternateShells(0), async ({ parley }) => {
  const memory = real('memory')
  parley.writeServers({ memory })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  parley.writeServers({ memory, stranger: real('everything') })
  const dialog = ui.getByRole('dialog', { name: 'Start “stranger”?' })
  await openFromInbox(ui, 'stranger')
  await expect(dialog).toContainText(dirname(realFile('everything')))
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeVisible()
  await parley.willConfirmCommands(true)
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await waitUntilReady(ui, 'stranger')
})
