import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, real, remote } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say, type Reply } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { appOf, enterApp, showApp } from './screen/apps.ts'
import { attachDialog, openPicker } from './screen/attach.ts'
import { composer, conversation, message, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import {
  readToEnd,
  allowAll,
  allowOnce,
  answer,
  approval,
  folders,
  form,
  openDetails,
  sampling,
  signInTo,
  visit,
} from './screen/questions.ts'
import { openServer, press, state, waitUntilReady } from './screen/servers.ts'
import { goThroughPages, openPage } from './screen/signIn.ts'
import { startChat } from './screen/startChat.ts'
import { AuthorizationServer } from './servers/signIn/authorizationServer.ts'
import { ProtectedServer } from './servers/signIn/protectedServer.ts'

const asking = (tool: string, args: object = {}): Reply => callTools({ server: 'asker', tool, arguments: { ...args } })

async function startAsking(parley: Parley, model: ScriptedModel, tool: string, args: object = {}): Promise<Page> {
  const ui = await startChat(parley, model, { asker: fixture('asksUser2026') })
  model.will(asking(tool, args), say('Done'))
  await send(ui, 'Go on')
  return ui
}

test('the first screen', alternateShells(0), async ({ parley }) => {
  const ui = await parley.launch()
  await expect(ui.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(ui, 'first start')
})

test('a conversation, empty and full', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  await expectAccessible(ui, 'empty conversation')
  model.will(
    callTools(
      { server: 'everything', tool: 'echo', arguments: { message: 'hi' } },
      { server: 'everything', tool: 'get-structured-content', arguments: { location: 'New York' } },
    ),
    say(
      '# A heading\n\nText with `code`, a [link](https://example.invalid), and\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a: number = 1 // why\n```\n\n- [x] done\n\n> quoted\n\nThe end',
    ),
  )
  await send(ui, 'Show me everything')
  await allowAll(ui, 2)
  await expect(message(ui, 'The end')).toBeVisible()
  await expectAccessible(ui, 'full conversation')
  await ui.getByRole('log').getByRole('button', { name: /echo/ }).first().click()
  await expectAccessible(ui, 'an open call')
  await composer(ui).fill('/')
  await expect(ui.getByRole('option').first()).toBeVisible()
  await expectAccessible(ui, 'tools and prompts')
})

test('an approval, and how long it lasts', alternateShells(2), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'search_nodes', arguments: { query: 'Ada' } }), say('Done'))
  await send(ui, 'Search')
  await expect(approval(ui, 'search_nodes').getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await expectAccessible(ui, 'approval in the conversation')
  await openDetails(ui, 'search_nodes')
  await expect(approval(ui, 'search_nodes').getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await expectAccessible(ui, 'approval')
  await answer(approval(ui, 'search_nodes'), 'Always allow…')
  await expect(ui.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  await expectAccessible(ui, 'always allow')
  await ui.getByRole('radio', { name: /where$/ }).click()
  await expectAccessible(ui, 'always allow where')
  await ui.keyboard.press('Escape')
  await goTo(ui, 'Inbox')
  await expectAccessible(ui, 'inbox with a question')
})

test('a form', alternateShells(3), async ({ parley, model }) => {
  const ui = await startAsking(parley, model, 'register')
  await allowOnce(ui, 'register')
  await readToEnd(form(ui, 'asker'))
  await expect(form(ui, 'asker').getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expectAccessible(ui, 'form')
  await answer(form(ui, 'asker'), 'Submit')
  await expectAccessible(ui, 'form with errors')
})

test('a page to visit', alternateShells(4), async ({ parley, model }) => {
  const ui = await startAsking(parley, model, 'visit', { url: 'https://xn--pple-43d.com/login' })
  await allowOnce(ui, 'visit')
  await expect(visit(ui, 'asker').getByRole('button', { name: 'Decline' })).toBeEnabled()
  await expectAccessible(ui, 'page to visit')
})

test('a sampling request', alternateShells(5), async ({ parley, model }) => {
  const ui = await startAsking(parley, model, 'ask_model', { prompt: 'Which colour?' })
  await allowOnce(ui, 'ask_model')
  await expect(sampling(ui, 'asker').getByRole('button', { name: 'Run' })).toBeEnabled()
  await expectAccessible(ui, 'sampling')
})

test('the folders of a server', alternateShells(6), async ({ parley, model }) => {
  const ui = await startAsking(parley, model, 'which_folders')
  await allowOnce(ui, 'which_folders')
  await expect(folders(ui, 'asker').getByRole('button', { name: 'Share nothing' })).toBeEnabled()
  await expectAccessible(ui, 'folders')
})

test('the servers, in good and bad states, one of them, and the form', alternateShells(7), async ({ parley }) => {
  parley.writeServers({
    everything: real('everything'),
    broken: fixture('crashing', 'start'),
    lost: { command: 'no-such-command', args: [] },
  })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'everything')).toHaveText('Ready', { timeout: 30_000 })
  await expect(state(ui, 'lost')).toHaveText('Failed')
  await expectAccessible(ui, 'servers')
  await ui.getByRole('button', { name: 'Add server' }).first().click()
  await expect(ui.getByRole('dialog', { name: 'Add server' })).toBeVisible()
  await expectAccessible(ui, 'add a server')
  await ui.getByRole('dialog').getByRole('radio', { name: 'Remote URL' }).click()
  await expectAccessible(ui, 'add a remote server')
  await ui.keyboard.press('Escape')
  await openServer(ui, 'everything')
  for (const tab of await ui.getByRole('tab').all()) {
    await tab.click()
    await expectAccessible(ui, `one server, ${await tab.textContent()}`)
  }
})

test('the empty inbox, and the palette', alternateShells(8), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await goTo(ui, 'Inbox')
  await expectAccessible(ui, 'empty inbox')
  await ui.keyboard.press('ControlOrMeta+K')
  await expect(ui.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectAccessible(ui, 'palette')
  await ui.keyboard.press('Escape')
})

for (const [kind, pages] of [
  [12, ['Models', 'Approval rules', 'Secrets', 'Signing in']],
  [13, ['Appearance', 'Telemetry', 'About']],
] as const)
  test(`the settings: ${pages.join(', ')}`, alternateShells(kind), async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    await goTo(ui, 'Settings')
    await expectAccessible(ui, 'settings')
    for (const page of pages) {
      await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: page }).click()
      await expectAccessible(ui, `settings, ${page}`)
    }
  })

test('everything of an approval can be done by keyboard', alternateShells(9), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'read_graph', arguments: {} }), say('Read by keyboard'))
  await composer(ui).focus()
  await ui.keyboard.type('Read')
  await ui.keyboard.press('Enter')
  const allow = approval(ui, 'read_graph').getByRole('button', { name: 'Allow once' })
  await expect(allow).toBeEnabled()
  for (let steps = 0; steps < 30 && !(await allow.evaluate((button) => button === document.activeElement)); steps++)
    // The call stands above the field.
    await ui.keyboard.press('Shift+Tab')
  await expect(allow).toBeFocused()
  await ui.keyboard.press('Space')
  await expect(message(ui, 'Read by keyboard')).toBeVisible()
})

test('what is attached, and a prompt before it is sent', alternateShells(10), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { library: fixture('library') })
  await openPicker(ui)
  await expect(attachDialog(ui).getByText('library://books/dune')).toBeVisible()
  await expectAccessible(ui, 'picker')
  await attachDialog(ui).getByRole('button', { name: 'Fill in “book” of “library”', exact: true }).click()
  await expectAccessible(ui, 'template')
  await ui.getByRole('button', { name: 'Cancel' }).click()
  await attachDialog(ui).getByRole('button', { name: 'Attach “dune” of “library”', exact: true }).click()
  await attachDialog(ui).getByRole('button', { name: 'Done' }).click()
  await expectAccessible(ui, 'attached')
  model.will(say('Sand'))
  await send(ui, 'What is it about?')
  await expect(message(ui, 'Sand')).toBeVisible()
  await conversation(ui)
    .getByRole('button', { name: /Resource.*library.*dune/ })
    .click()
  await expectAccessible(ui, 'message with an attachment')
  await composer(ui).fill('/every_kind')
  await ui.getByRole('option', { name: /^every_kind/ }).click()
  await expect(ui.getByRole('list', { name: 'Messages' })).toBeVisible()
  await expectAccessible(ui, 'prompt')
})

test('a sign-in until it is done, the account, and where signing in is set up', alternateShells(11), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  parley.useModel(model)
  parley.writeServers({ notes: remote(notes.url) })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  const dialog = signInTo(ui, 'notes')
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await expectAccessible(ui, 'sign-in')
  const page = await openPage(parley, dialog)
  await expect(dialog.getByText('Waiting for your browser…')).toBeVisible()
  await expectAccessible(ui, 'waiting for the browser')
  await goThroughPages(page, 'ada')
  await waitUntilReady(ui, 'notes')
  await openServer(ui, 'notes', 'Account')
  await expect(ui.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(ui, 'account')
  await ui.getByRole('button', { name: 'Edit', exact: true }).click()
  await ui.getByRole('button', { name: /^Signing in/ }).click()
  await expect(ui.getByRole('radio', { name: 'Parley itself' })).toBeVisible()
  await expectAccessible(ui, 'how a server signs in')
  await ui.getByRole('button', { name: 'Cancel' }).click()
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Signing in' }).click()
  await ui.getByRole('button', { name: 'Add the identity provider…' }).click()
  await expectAccessible(ui, 'signing in')
})

test('an app: its lines, pinned, and its place after a restart', alternateShells(15), async ({ parley, model }) => {
  parley.expectComplaint(/ERR_|Failed to|Fetch API/i)
  const ui = await showApp(parley, model, 'page')
  await ui.setViewportSize({ width: 1500, height: 900 })
  const app = appOf(ui, 'Board')
  await expect(app.inside.getByText('"onlyForTheView":true')).toBeVisible()
  await enterApp(ui, app)
  // By keys, because not all of it is high enough to be seen.
  for (const button of ['Poll', 'Read', 'Reach', 'Open', 'Context', 'Files'])
    await app.inside.getByRole('button', { name: button }).press('Enter')
  for (const said of ['call board_poll', 'call board_read', 'asked for evil.example', 'wants to open', 'offers a file'])
    await expect(app.region.getByRole('status').filter({ hasText: said })).toBeVisible()
  const chip = ui.getByRole('button', { name: /^Context from the app.*“Board”/ })
  await expect(chip).toBeVisible()
  await expectAccessible(ui, 'lines of an app')
  await app.region.getByRole('button', { name: 'Pin' }).click()
  await expect(ui.getByRole('button', { name: 'Back to the conversation' })).toBeVisible()
  await expectAccessible(ui, 'pinned app')
  await chip.click()
  await expect(ui.getByRole('dialog', { name: 'What the app of “Board” gives the model' })).toBeVisible()
  await expectAccessible(ui, 'context of an app')
  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Show the page')
  await expect(appOf(again, 'Board').region.getByText('Apps do not start by themselves after a restart.')).toBeVisible()
  await expectAccessible(again, 'place of an app')
})
