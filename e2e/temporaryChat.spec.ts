import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { say } from './model/reply.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { real } from './lib/serverEntries.ts'
import { attachDialog, openPicker } from './screen/attach.ts'
import { composer, message, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { openServer } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const notice = 'Parley writes nothing of it to disk'

/** The files of Parley's data folder that have these words. */
function filesWith(folder: string, words: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(words))
}

test('Z01: a temporary chat says what it is, is found again, and is closed after one question', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Whispered'))
  await ui.getByRole('button', { name: 'Temporary chat', exact: true }).click()
  await expect(ui.getByText(notice)).toBeVisible()
  await send(ui, 'canary-in-the-mine')
  await expect(message(ui, 'Whispered')).toBeVisible()
  await expectAccessible(ui, 'temporary chat')

  await ui.getByRole('button', { name: 'New chat', exact: true }).click()
  await expect(ui.getByText(notice)).toHaveCount(0)
  await ui.getByRole('list', { name: 'Temporary chats' }).getByRole('link', { name: 'canary-in-the-mine' }).click()
  await expect(message(ui, 'Whispered')).toBeVisible()
  expect(filesWith(parley.dataDir, 'canary-in-the-mine')).toEqual([])

  await ui.getByRole('button', { name: 'Close chat' }).click()
  const asked = ui.getByRole('dialog', { name: 'Close this temporary chat?' })
  await expect(asked).toBeVisible()
  await expectAccessible(ui, 'closing a temporary chat')
  await asked.getByRole('button', { name: 'Close chat' }).click()
  await expect(ui.getByText(notice)).toHaveCount(0)
  await expect(ui.getByRole('list', { name: 'Temporary chats' })).toHaveCount(0)
  await expect(ui.getByRole('link', { name: 'canary-in-the-mine' })).toHaveCount(0)
})

test('a temporary chat that is kept is a conversation like others, also over a restart', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Worth keeping'))
  await ui.keyboard.press(parley.kind === 'browser' ? 'Alt+Shift+N' : 'Control+Shift+N')
  // As somebody types who waits for nothing: the host may not have begun it yet.
  await ui.keyboard.type('Remember this')
  await ui.keyboard.press('Enter')
  await expect(ui.getByText(notice)).toBeVisible()
  await expect(message(ui, 'Worth keeping')).toBeVisible()
  await ui.getByRole('button', { name: 'Keep this chat' }).click()
  await expect(ui.getByText(notice)).toHaveCount(0)
  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Remember this')
  await expect(message(again, 'Worth keeping')).toBeVisible()
})

test('Z01: nothing of a temporary chat is left by a Parley that was killed', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('canary-answered'))
  await ui.getByRole('button', { name: 'Temporary chat', exact: true }).click()
  await send(ui, 'canary-said, with a title that is longer than the sidebar is wide')
  await expect(message(ui, 'canary-answered')).toBeVisible()
  const list = await ui.getByRole('list', { name: 'Temporary chats' }).boundingBox()
  const link = await ui.getByRole('list', { name: 'Temporary chats' }).getByRole('link').boundingBox()
  expect((link?.x ?? 0) + (link?.width ?? Infinity)).toBeLessThan((list?.x ?? 0) + (list?.width ?? 0))
  await composer(ui).fill('canary-draft')
  await parley.kill()
  for (const canary of ['canary-said', 'canary-answered', 'canary-draft']) expect(filesWith(parley.dataDir, canary)).toEqual([])
  const again = await parley.launch()
  await goTo(again, 'Chat')
  await expect(again.getByRole('list', { name: 'Temporary chats' })).toHaveCount(0)
  await expect(again.getByText('canary-said')).toHaveCount(0)
})

test('a temporary chat says that it takes no files, and why nothing is recorded while it is open', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  await ui.getByRole('button', { name: 'Temporary chat', exact: true }).click()
  await expect(ui.getByText('so it takes no files')).toBeVisible()
  await openPicker(ui)
  await expect(attachDialog(ui)).toContainText('A temporary chat takes no files of yours')
  await expect(attachDialog(ui).getByRole('button', { name: 'Choose files…' })).toHaveCount(0)
  await ui.keyboard.press('Escape')
  await goTo(ui, 'Servers')
  await openServer(ui, 'memory', 'Traffic')
  await expect(ui.getByText('Nothing is recorded now.')).toBeVisible()
  await expectAccessible(ui, 'traffic that is not recorded')
})

test(
  'a temporary chat is the same in two windows: what one says, keeps or closes, the other shows',
  { tag: onBrowser },
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('Whispered'))
    await ui.getByRole('button', { name: 'Temporary chat', exact: true }).click()
    const other = await parley.shell.context.newPage()
    await other.goto(ui.url())
    await send(ui, 'Listen')
    await other.getByRole('list', { name: 'Temporary chats' }).getByRole('link', { name: 'Listen' }).click()
    await expect(message(other, 'Whispered')).toBeVisible()
    // What is loaded again is there still.
    await ui.reload()
    await ui.getByRole('list', { name: 'Temporary chats' }).getByRole('link', { name: 'Listen' }).click()
    await expect(ui.getByText(notice)).toBeVisible()
    await ui.getByRole('button', { name: 'Close chat' }).click()
    await ui.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click()
    await expect(other.getByRole('alert')).toContainText('This conversation is not there any more')
    await expect(other.getByRole('list', { name: 'Temporary chats' })).toHaveCount(0)
  },
)

test('a policy that comes while a temporary chat is open: it says so, takes no message, and can be kept', async ({ parley, model }) => {
  const file = join(parley.folder, 'company.policy.json')
  const policy = (temporary: boolean) => writeFileSync(file, JSON.stringify({ name: 'Atlas IT', chat: { temporary } }))
  policy(true)
  parley.args.push('--policy', file)
  const ui = await startChat(parley, model)
  model.will(say('Whispered'))
  await ui.getByRole('button', { name: 'Temporary chat', exact: true }).click()
  await send(ui, 'Listen')
  await expect(message(ui, 'Whispered')).toBeVisible()
  policy(false)
  await expect(ui.getByText('Set by Atlas IT: you cannot begin temporary chats.')).toBeVisible()
  await expect(ui.getByRole('button', { name: 'Temporary chat', exact: true })).toHaveCount(0)
  await send(ui, 'Again')
  await expect(ui.getByRole('alert')).toContainText('Atlas IT does not allow temporary chats')
  await expect(composer(ui)).toHaveValue('Again')
  // Its keys are not told any more, but somebody may know them.
  await goTo(ui, 'Settings')
  await ui.keyboard.press(parley.kind === 'browser' ? 'Alt+Shift+N' : 'Control+Shift+N')
  await expect(ui.getByRole('alert').first()).toContainText('Atlas IT does not allow temporary chats')
  await ui.getByRole('button', { name: 'Keep this chat' }).click()
  await expect(ui.getByText(notice)).toHaveCount(0)
  await expect(message(ui, 'Whispered')).toBeVisible()
})
