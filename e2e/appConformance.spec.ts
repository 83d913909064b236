import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import type { ModelRequest, ScriptedModel } from './model/scriptedModel.ts'
import { composer, message, send, sendButton } from './screen/chat.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

// The eight tests of the conformance catalogue for hosts of MCP Apps (ext-apps, pull request 726), rebuilt from their description. Each step has
// the name of its test there.

const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Board”' }).first()
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title^="Content of the app of “Board”"]').frameLocator('iframe')

/** Has the model call a tool that shows an app, and waits for the model's answer. */
async function shown(parley: Parley, model: ScriptedModel, tool: string): Promise<Page> {
  // What the app may not reach is refused by its policy, which the browser writes to the console.
  parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to|Fetch API|Blocked opening/i)
  const ui = await startChat(parley, model, { Board: fixture('apps') })
  model.will(callTools({ server: 'Board', tool, arguments: { topic: 'x' } }), say('That is what came'))
  await send(ui, 'Show the board')
  await allowOnce(ui, tool)
  await expect(message(ui, 'That is what came')).toBeVisible()
  return ui
}

/** Goes into the app by the keyboard. */
async function enter(ui: Page): Promise<void> {
  await region(ui).getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
}

const wordsOf = ({ messages }: ModelRequest): string => JSON.stringify(messages)

test('AH-01, AH-02, AH-03, AH-13, AH-19: an app is behind a proxy, shut in, and told of its call', async ({ parley, model }) => {
  const ui = await shown(parley, model, 'show_probe')
  const found = async (): Promise<Record<string, unknown>> => {
    // Empty until the app has looked around.
    const text = await inside(ui).getByRole('status').textContent()
    return text ? JSON.parse(text) : {}
  }
  await expect.poll(async () => Object.keys(await found())).toContain('reach')
  const environment = await found()
  await test.step('lifecycle/tool-input', () => expect(environment['told']).toEqual(['tool-input {"topic":"x"}', 'tool-result']))
  await test.step('security/sandbox-proxy-required', () => expect(environment['hasProxy']).toBe(true))
  await test.step('security/iframe-sandboxed', () => {
    expect([environment['origin'], environment['page'], environment['opens']]).toEqual(['null', 'apart', false])
  })
  await test.step('security/csp-no-loosening', () => expect(environment['reach']).toBe('refused'))
})

test('AH-27, AH-39, AH-40: an app speaks through the person, and tools for apps are not the model’s', async ({ parley, model }) => {
  const ui = await shown(parley, model, 'show_page')
  await test.step('visibility/app-tool-hidden', async () => {
    const names = (await model.request(1)).tools.map(({ function: { name } }) => name)
    expect([names.some((name) => name.endsWith('board_read')), names.some((name) => name.endsWith('board_poll'))]).toEqual([true, false])
  })
  await test.step('messages/add-to-conversation', async () => {
    await enter(ui)
    await inside(ui).getByRole('button', { name: 'Tell' }).click()
    await expect(composer(ui)).toHaveValue('From the board')
    model.will(say('Understood'))
    await sendButton(ui).click()
    await expect(message(ui, 'From the board')).toBeVisible()
    const { messages } = await model.request(3)
    expect([messages.at(-1)?.role, JSON.stringify(messages.at(-1)?.content)]).toEqual(['user', expect.stringContaining('From the board')])
  })
})

test('AH-38, AH-41: a link of an app opens outside, and what it gives the model goes with later messages', async ({
  parley,
  model,
  shell,
}) => {
  const ui = await shown(parley, model, 'show_page')
  const opened = await parley.watchOpened()
  await test.step('links/open-external', async () => {
    await enter(ui)
    await inside(ui).getByRole('button', { name: 'Open' }).click()
    await region(ui).getByRole('button', { name: 'Review' }).click()
    await ui.getByRole('dialog', { name: 'Open this link?' }).getByRole('button', { name: 'Open in browser' }).click()
    await expect(inside(ui).getByText('opened', { exact: true })).toBeVisible()
    // A browser tells the address of a new page only once it has one.
    if (shell === 'electron') expect(await opened()).toContain('https://board.example/')
  })
  await test.step('model-context/provide-future-turns', async () => {
    await enter(ui)
    await inside(ui).getByRole('button', { name: 'Context' }).click()
    await expect(ui.getByRole('button', { name: /^Context from the app.*“Board”/ })).toBeVisible()
    model.will(say('Two'))
    // A chip goes along once it was half a second before the person's eyes, as it is while they type.
    await composer(ui).pressSequentially('How many notes are there?', { delay: 60 })
    await sendButton(ui).click()
    expect(wordsOf(await model.request(3))).toContain('The board has two notes')
  })
})
