import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, real, type ServerEntry } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

/** Has the model call one tool of one server, allows the call and opens its card. The default server is server-everything. */
async function openedCall(
  parley: Parley,
  model: ScriptedModel,
  tool: string,
  args: object = {},
  servers: Readonly<Record<string, ServerEntry>> = { everything: real('everything') },
): Promise<Locator> {
  const ui = await startChat(parley, model, servers)
  const [server = ''] = Object.keys(servers)
  model.will(callTools({ server, tool, arguments: { ...args } }), say('That is what came'))
  await send(ui, 'Call it')
  await allowOnce(ui, tool)
  await expect(message(ui, 'That is what came')).toBeVisible()
  await openCall(ui, tool)
  return conversation(ui)
}

async function openCall(ui: Page, tool: string): Promise<void> {
  await conversation(ui)
    .getByRole('button', { name: new RegExp(`^\\w+/${tool}`) })
    .click()
}

test(
  'TL-03, TL-05, TL-08: a call shows its arguments, its result, why it ran, and what was sent',
  alternateShells(0),
  async ({ parley, model }) => {
    const log = await openedCall(parley, model, 'echo', { message: 'across the wire' })
    await expect(log.getByText('Echo: across the wire')).toBeVisible()
    await expect(log.getByText(/Why/)).toBeVisible()
    await log.getByRole('button', { name: 'What was sent' }).click()
    const messages = log.getByRole('list', { name: 'What was sent' })
    await expect(messages).toContainText('tools/call')
    await expect(messages).toContainText('across the wire')
  },
)

test('TL-16: an image is shown, named by who sent it', alternateShells(1), async ({ parley, model }) => {
  const log = await openedCall(parley, model, 'get-tiny-image')
  const image = log.getByRole('img', { name: 'Sent by “everything”' })
  await expect(image).toBeVisible()
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

test('TL-16: the picture of a result is shown in the row of its call, and opens in large by the keyboard', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(callTools({ server: 'everything', tool: 'get-tiny-image', arguments: {} }), say('That is what came'))
  await send(ui, 'Call it')
  await allowOnce(ui, 'get-tiny-image')
  await expect(message(ui, 'That is what came')).toBeVisible()
  const pictures = conversation(ui).getByRole('list', { name: 'Pictures from “get-tiny-image”' })
  await expectAccessible(ui, 'a picture in a row')
  await pictures.getByRole('button', { name: 'Open picture 1 from “everything”' }).press('Enter')
  const large = ui.getByRole('dialog', { name: 'Sent by “everything”' })
  await expect(large.getByRole('img')).toBeVisible()
  await expectAccessible(ui, 'a picture in large')
  await ui.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
})

test('a sound can be played, named by who sent it, and plays nothing by itself', alternateShells(0), async ({ parley, model }) => {
  const log = await openedCall(parley, model, 'sound', {}, { media: fixture('media') })
  const sound = log.getByLabel('Audio from “media”')
  await expect(sound).toBeVisible()
  await expect.poll(() => sound.evaluate((element) => (element as HTMLAudioElement).duration)).toBe(0.5)
  expect(await sound.evaluate((element) => (element as HTMLAudioElement).paused)).toBe(true)
})

test(
  'TL-16, TL-17: links to resources are shown and not read; an embedded resource is shown',
  alternateShells(1),
  async ({ parley, model }) => {
    const log = await openedCall(parley, model, 'get-resource-links', { count: 2 })
    await expect(log.getByText('2 links to resources, not read')).toBeVisible()
  },
)

test('a structured result says how it stands to its schema', alternateShells(0), async ({ parley, model }) => {
  const log = await openedCall(parley, model, 'get-structured-content', { location: 'Chicago' })
  await expect(log.getByText(/Structured result, matches its schema/)).toBeVisible()
  await expect(log.getByText(/temperature/).first()).toBeVisible()
})

test(
  'an error of a tool is an error on the screen and for the model, and the turn goes on',
  alternateShells(1),
  async ({ parley, model }) => {
    const log = await openedCall(parley, model, 'get-resource-reference', { resourceType: 'Text', resourceId: -1 })
    await expect(log.getByText(/failed|invalid/i).first()).toBeVisible()
    expect(JSON.stringify((await model.request(2)).messages.at(-1))).toMatch(/error|invalid/i)
  },
)

test('TL-02, TN-05: the composer says how many tools the model gets, and which', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory'), asker: fixture('asksUser') })
  await ui.getByRole('button', { name: /2 servers/ }).click()
  const tools = ui.getByRole('dialog', { name: 'Tools that the model gets' })
  await expect(tools).toContainText('read_graph')
  await expect(tools).toContainText('ask_name')
})

test(
  'without a model a person runs a tool from a form, nothing more is asked, and the result lands in the conversation',
  alternateShells(1),
  async ({ parley }) => {
    parley.writeFile('settings.json', JSON.stringify({ models: { default: 'none', providers: [] } }))
    parley.writeServers({ everything: real('everything') })
    const ui = await parley.launch()
    await waitUntilReady(ui, 'everything')
    await goTo(ui, 'Chat')
    await composer(ui).fill('/get-sum')
    await ui.getByRole('option', { name: /get-sum/ }).click()
    const run = ui.getByRole('dialog', { name: 'Run “get-sum”' })
    await run.getByLabel('a', { exact: true }).fill('30')
    await run.getByLabel('b', { exact: true }).fill('12')
    await run.getByRole('button', { name: 'Run', exact: true }).click()
    await openCall(ui, 'get-sum')
    await expect(conversation(ui)).toContainText('42')
  },
)
