import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { callTools, say, type Reply } from './model/reply.ts'
import { message, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { pickFolder } from './screen/pickFolder.ts'
import { allowOnce, answer, folders, openFromInbox } from './screen/questions.ts'
import { press, server, state, waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells } from './lib/alternateShells.ts'

test('server-filesystem reads the folder that was chosen in the dialog, and nothing else', async ({ parley, model }) => {
  const shared = folderWith(parley, 'shared', 'note.txt', 'the note inside')
  const secret = folderWith(parley, 'private', 'secret.txt', 'the secret outside')
  const start = folderWith(parley, 'start', 'start.txt', 'where it starts')
  const ui = await startChat(parley, model, { files: real('filesystem', start) })

  await openFromInbox(ui, 'files')
  await chooseFolder(ui, parley, shared)
  await answer(folders(ui, 'files'), 'Share')
  await goTo(ui, 'Servers')
  await restart(ui)
  await waitUntilReady(ui, 'files')

  await goTo(ui, 'Chat')
  await ui.getByRole('button', { name: 'New chat' }).click()
  const read = (path: string): Reply => callTools({ server: 'files', tool: 'read_text_file', arguments: { path } })
  model.will(read(join(shared, 'note.txt')), say('Here is the note'), read(join(secret, 'secret.txt')), say('That was refused'))
  await send(ui, 'Read the note')
  await allowOnce(ui, 'read_text_file')
  await expect(message(ui, 'Here is the note')).toBeVisible()
  expect(JSON.stringify((await model.request(2)).messages)).toContain('the note inside')

  await send(ui, 'Read the secret')
  await allowOnce(ui, 'read_text_file')
  await expect(message(ui, 'That was refused')).toBeVisible()
  const last = JSON.stringify((await model.request(4)).messages)
  expect(last).not.toContain('the secret outside')
  expect(last).toMatch(/denied|outside/i)
})

/** Restarts the server, so that it uses the chosen folders. */
async function restart(ui: Page): Promise<void> {
  await press(ui, 'files', 'Restart')
  // It is still ready when the button is pressed.
  await expect(state(ui, 'files')).not.toHaveText('Ready')
  await expect(state(ui, 'files')).toHaveText('Ready', { timeout: 30_000 })
  await expect(server(ui, 'files')).toBeVisible()
}

test(
  'a 2026 server that asks for folders inside a call gets what was shared, or nothing',
  alternateShells(0),
  async ({ parley, model }) => {
    const shared = parley.makeFolder('shared')
    const ui = await startChat(parley, model, { asker: fixture('asksUser2026') })
    const ask = callTools({ server: 'asker', tool: 'which_folders', arguments: {} })
    model.will(ask, say('Nothing was shared'), ask, say('One folder was shared'))
    await send(ui, 'Which folders?')
    await allowOnce(ui, 'which_folders')
    await answer(folders(ui, 'asker'), 'Share nothing')
    await expect(message(ui, 'Nothing was shared')).toBeVisible()
    expect(JSON.stringify((await model.request(2)).messages)).not.toContain('file:')

    await send(ui, 'And now?')
    await allowOnce(ui, 'which_folders')
    await chooseFolder(ui, parley, shared)
    await answer(folders(ui, 'asker'), 'Share')
    await expect(message(ui, 'One folder was shared')).toBeVisible()
    expect(JSON.stringify((await model.request(4)).messages)).toContain(`file://${shared}`)
  },
)

test(
  'a 2025 server that asks for folders is answered at once with what is chosen so far',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { asker: fixture('asksUser') })
    model.will(callTools({ server: 'asker', tool: 'which_folders', arguments: {} }), say('None so far'))
    await send(ui, 'Which folders?')
    await allowOnce(ui, 'which_folders')
    await expect(message(ui, 'None so far')).toBeVisible()
    expect(JSON.stringify((await model.request(2)).messages)).toContain('roots')
  },
)

/** Adds one folder: with the native dialog in Electron, with the page's own picker in the browser shell. */
async function chooseFolder(ui: Page, parley: Parley, path: string): Promise<void> {
  await pickFolder(ui, parley, path)
  await expect(ui.getByRole('dialog').filter({ hasText: 'Folders for' })).toContainText(path.split('/').at(-1) ?? path)
}

function folderWith(parley: Parley, name: string, file: string, text: string): string {
  const folder = parley.makeFolder(name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), text)
  return folder
}
