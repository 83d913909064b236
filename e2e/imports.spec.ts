import type { Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from './fixtures.ts'
import { conversation, message, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { say } from './model/reply.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'

const dialog = (ui: Page): Locator => ui.getByRole('dialog', { name: 'Import conversations' })
const said = (role: string, text: string) => ({
  author: { role },
  create_time: 1_700_000_000,
  content: { content_type: 'text', parts: [text] },
})
const chatGpt = (id: string, title: string, messages: number) => ({
  conversation_id: id,
  title,
  mapping: Object.fromEntries(
    Array.from({ length: messages }, (_, index) => [
      `m${index}`,
      {
        parent: index === 0 ? null : `m${index - 1}`,
        message: said(index % 2 === 0 ? 'user' : 'assistant', `Message ${index} of ${title}`),
      },
    ]),
  ),
})
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content)),
})

async function openData(ui: Page): Promise<void> {
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Data' }).click()
}

/** Chooses a file in the dialog, by the keyboard. */
async function choose(ui: Page, chosen: ReturnType<typeof file>): Promise<void> {
  await ui.getByRole('button', { name: 'Import conversations…' }).focus()
  await ui.keyboard.press('Enter')
  await expect(dialog(ui)).toBeVisible()
  const picking = ui.waitForEvent('filechooser')
  await dialog(ui).getByRole('button', { name: 'Choose file…' }).focus()
  await ui.keyboard.press('Enter')
  await (await picking).setFiles(chosen, { timeout: 60_000 })
}

test('conversations of ChatGPT are imported, say where they come from, and can be removed again', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await openData(ui)
  const title = '<b>Boats</b>'
  await choose(
    ui,
    file(
      'export.zip',
      zipSync({
        'conversations.json': strToU8(JSON.stringify([chatGpt('a', title, 2), chatGpt('b', 'Nothing was said of boats, '.repeat(6), 0)])),
      }),
    ),
  )
  await expect(dialog(ui).getByRole('status')).toHaveText('1 conversation was imported. 2 messages in all.')
  await expect(dialog(ui).getByRole('list', { name: 'Left out' })).toContainText('1 conversation has no messages')
  // Catches: a long title that is cut without a word, by a list that scrolls sideways.
  const leftOut = dialog(ui).getByRole('list', { name: 'Left out' })
  expect(await leftOut.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(ui, 'imported')
  await ui.keyboard.press('Escape')
  await expect(ui.getByText('1 conversation, imported on')).toBeVisible()
  await expectAccessible(ui, 'data with an import')
  await openConversation(ui, title)
  await expect(message(ui, `Message 1 of ${title}`)).toBeVisible()
  await expect(ui.getByText(/^Imported from ChatGPT on /)).toBeVisible()
  await expectAccessible(ui, 'imported conversation')
  // It goes on like any other.
  await message(ui, `Message 1 of ${title}`).hover()
  await expect(message(ui, `Message 1 of ${title}`).getByRole('button', { name: 'Regenerate', exact: true })).toBeVisible()
  model.will(say('It is a record no more'))
  await send(ui, 'Which boats?')
  await expect(message(ui, 'It is a record no more')).toBeVisible()
  expect(JSON.stringify(model.requests)).toContain(`Message 1 of ${title}`)

  await openData(ui)
  await ui.getByRole('button', { name: 'Remove what came from export.zip' }).click()
  await expect(ui.getByText('1 conversation, imported on')).toBeHidden()
  await ui.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(ui.getByText('1 conversation, imported on')).toBeVisible()
})

test('the palette opens the import; what is no export says so, and files that did not come along are named', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await ui.keyboard.press('ControlOrMeta+k')
  await ui.getByRole('combobox', { name: 'Search and commands' }).fill('import conversations')
  await ui.getByRole('option', { name: 'Import conversations…' }).waitFor()
  await ui.keyboard.press('Enter')
  await expect(dialog(ui)).toBeVisible()
  const picking = ui.waitForEvent('filechooser')
  await dialog(ui).getByRole('button', { name: 'Choose file…' }).click()
  await (await picking).setFiles(file('photos.zip', zipSync({ 'a.txt': strToU8('x') })))
  await expect(dialog(ui)).toContainText('Nothing in this file is a conversation.')
  await ui.keyboard.press('Escape')
  await expect(dialog(ui)).toBeHidden()

  await openData(ui)
  const named = [{ file_name: 'plan.pdf' }]
  await choose(
    ui,
    file('claude.json', [{ uuid: 'c', name: 'Plans', chat_messages: [{ uuid: 'q', sender: 'human', text: '', files: named }] }]),
  )
  await expect(dialog(ui).getByRole('status')).toHaveText('1 conversation was imported. 1 message in all.')
  await ui.keyboard.press('Escape')
  await openConversation(ui, 'Plans')
  await expect(ui.getByText('The attached file plan.pdf is not part of the export')).toBeVisible()
  await expectAccessible(ui, 'a message whose file did not come along')
})

test('Parley is killed in an import: what was whole is there, and the same file brings the rest', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await openData(ui)
  const all = file('conversations.json', [chatGpt('a', 'Small', 2), chatGpt('b', 'Large', 30_000)])
  await choose(ui, all)
  await expect(dialog(ui).getByRole('status')).toHaveText('1 conversation so far', { timeout: 60_000 })
  await parley.kill()

  const again = await parley.launch()
  await openConversation(again, 'Small')
  await expect(conversation(again)).toContainText('Message 1 of Small')
  await openData(again)
  await choose(again, file('conversations.json', [chatGpt('a', 'Small', 2), chatGpt('b', 'Large', 20)]))
  await expect(dialog(again).getByRole('status')).toHaveText('1 conversation was imported. 20 messages in all.')
  await expect(dialog(again).getByRole('list', { name: 'Left out' })).toContainText('Small')
})
