import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import type { Parley } from './lib/parley.ts'
import { remote, withParley } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, signInTo } from './screen/questions.ts'
import { openServer, press, state, waitUntilReady } from './screen/servers.ts'
import { signInAs } from './screen/signIn.ts'
import { AuthorizationServer, handMadeClient, machineClient } from './servers/signIn/authorizationServer.ts'
import { ProtectedServer } from './servers/signIn/protectedServer.ts'

const accountPanel = (ui: Page): Locator => ui.getByRole('region', { name: 'Account', exact: true })

async function launch(parley: Parley, model: ScriptedModel, notes: ProtectedServer, auth?: object): Promise<Page> {
  parley.useModel(model)
  parley.writeServers({ notes: auth ? withParley(remote(notes.url), { auth }) : remote(notes.url) })
  return parley.launch()
}

async function signInFirst(parley: Parley, ui: Page): Promise<void> {
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  await signInAs(parley, 'notes', 'ada')
  await waitUntilReady(ui, 'notes')
}

/** Chooses the account with which the open conversation calls the protected server. */
async function chooseAccount(ui: Page, account: string): Promise<void> {
  await ui.getByRole('button', { name: /^1 server/ }).click()
  await ui.getByRole('combobox', { name: 'Account at “notes”' }).click()
  await ui.getByRole('option', { name: account }).click()
  await ui.keyboard.press('Escape')
}

/** Has the model call `whoami` of the protected server in the open conversation. A conversation's first question becomes its name. */
async function whoami(ui: Page, model: ScriptedModel, question: string): Promise<void> {
  model.will(callTools({ server: 'notes', tool: 'whoami', arguments: {} }), say(`Answer to: ${question}`))
  await send(ui, question)
  await allowOnce(ui, 'whoami')
  await expect(message(ui, `Answer to: ${question}`)).toBeVisible()
}

test('two accounts at one server are never mixed: each conversation calls as its own', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const ui = await launch(parley, model, notes)
  await signInFirst(parley, ui)
  await openServer(ui, 'notes', 'Account')
  await accountPanel(ui).getByRole('button', { name: 'Sign in as another…' }).click()
  await accountPanel(ui).getByRole('textbox', { name: 'Name of the new account' }).fill('Private')
  await accountPanel(ui).getByRole('button', { name: 'Add', exact: true }).click()
  await signInAs(parley, 'notes', 'bob')
  const other = ui.getByRole('region', { name: 'Private', exact: true })
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()

  await goTo(ui, 'Chat')
  await newChat(ui)
  await whoami(ui, model, 'Here it is Ada')
  await newChat(ui)
  await chooseAccount(ui, 'Private')
  await whoami(ui, model, 'Here it is Bob')
  await ui.getByRole('link', { name: 'Here it is Ada' }).first().click()
  await whoami(ui, model, 'Still Ada')
  expect(notes.people()).toEqual(['ada', 'bob', 'ada'])

  // When both tokens expire at once, Parley renews each one separately.
  authorization.store.forget('AccessToken')
  await ui.getByRole('link', { name: 'Here it is Bob' }).first().click()
  await whoami(ui, model, 'Still Bob')
  await ui.getByRole('link', { name: 'Here it is Ada' }).first().click()
  await whoami(ui, model, 'Ada to the end')
  expect(notes.people()).toEqual(['ada', 'bob', 'ada', 'bob', 'ada'])
  const tokensOf = (person: string): readonly string[] => notes.calls.filter((call) => call.person === person).map(({ token }) => token)
  expect(tokensOf('ada').filter((token) => tokensOf('bob').includes(token))).toEqual([])
  expect(authorization.count('renewed')).toBe(2)
})

test(
  'signing out is told to the authorization server, and the server needs a sign-in again',
  alternateShells(1),
  async ({ parley, model }) => {
    await using authorization = await AuthorizationServer.start()
    await using notes = await ProtectedServer.start(authorization)
    const ui = await launch(parley, model, notes)
    await signInFirst(parley, ui)
    await openServer(ui, 'notes', 'Account')
    await accountPanel(ui).getByRole('button', { name: 'Sign out' }).click()
    await expect(accountPanel(ui)).toContainText('the authorization server has revoked them')
    expect(authorization.count('revoked')).toBeGreaterThan(0)
    await goTo(ui, 'Servers')
    await expect(state(ui, 'notes')).toHaveText('Needs sign-in')
    await press(ui, 'notes', 'Sign in')
    await signInAs(parley, 'notes', 'bob')
    await waitUntilReady(ui, 'notes')
    await goTo(ui, 'Chat')
    await newChat(ui)
    await whoami(ui, model, 'Now it is Bob')
    expect(notes.people()).toEqual(['bob'])
  },
)

test(
  'signing out forgets the tokens also when the authorization server does not answer, and says so',
  alternateShells(0),
  async ({ parley, model }) => {
    await using authorization = await AuthorizationServer.start()
    await using notes = await ProtectedServer.start(authorization)
    const ui = await launch(parley, model, notes)
    await signInFirst(parley, ui)
    authorization.isDown = true
    await openServer(ui, 'notes', 'Account')
    await accountPanel(ui).getByRole('button', { name: 'Sign out' }).click()
    await expect(accountPanel(ui)).toContainText('signed out here only')
    await goTo(ui, 'Servers')
    await expect(state(ui, 'notes')).toHaveText('Needs sign-in')
  },
)

test('a server that Parley signs in to as itself needs no person', alternateShells(1), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const auth = { kind: 'client', clientId: machineClient.id, clientSecret: machineClient.secret, scopes: ['notes:read'] }
  const ui = await launch(parley, model, notes, auth)
  const opened = await parley.watchOpened()
  await waitUntilReady(ui, 'notes')
  await goTo(ui, 'Chat')
  await newChat(ui)
  await whoami(ui, model, 'The machine')
  expect(notes.people()).toEqual([machineClient.id])
  expect(authorization.events).toEqual(['machine'])
  expect(await opened()).toEqual([])
})

test('a client that was registered by hand is used as it is', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start({ registration: false })
  await using notes = await ProtectedServer.start(authorization)
  const auth = { kind: 'person', clientId: handMadeClient.id, clientSecret: handMadeClient.secret }
  const ui = await launch(parley, model, notes, auth)
  await signInFirst(parley, ui)
  expect(authorization.events).toEqual(['signedIn'])
  await openServer(ui, 'notes', 'Account')
  await expect(accountPanel(ui)).toContainText(handMadeClient.id)
})

test(
  'an authorization server that reads the client metadata document knows Parley by its address',
  alternateShells(1),
  async ({ parley, model }) => {
    const address = 'https://parley.example/client.json'
    const document = JSON.parse(execFileSync(process.execPath, ['scripts/clientMetadata.mjs', address], { encoding: 'utf8' })) as object
    await using authorization = await AuthorizationServer.start({ documents: { [address]: document } })
    await using notes = await ProtectedServer.start(authorization)
    parley.useModel(model, { signIn: { clientMetadataUrl: address } })
    parley.writeServers({ notes: remote(notes.url) })
    const ui = await parley.launch()
    await signInFirst(parley, ui)
    expect(authorization.events).toEqual(['signedIn'])
    await openServer(ui, 'notes', 'Account')
    await expect(accountPanel(ui)).toContainText(address)
  },
)

test('where nobody can register, the person is told to enter a client ID', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start({ registration: false })
  await using notes = await ProtectedServer.start(authorization)
  const ui = await launch(parley, model, notes)
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  const dialog = signInTo(ui, 'notes')
  await expect(dialog.getByRole('alert')).toContainText(/client ID/i)
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Enter a client ID…' })).toBeVisible()
  expect(authorization.events).toEqual([])
})
