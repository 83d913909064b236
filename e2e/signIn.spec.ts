import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { remote } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, signInTo } from './screen/questions.ts'
import { openServer, press, server, state, waitUntilReady } from './screen/servers.ts'
import { goThroughPages, openPage, signInAs } from './screen/signIn.ts'
import { AuthorizationServer } from './servers/signIn/authorizationServer.ts'
import { ProtectedServer } from './servers/signIn/protectedServer.ts'

/** Starts Parley with the protected server, and signs in as Ada. */
async function startSignedIn(parley: Parley, model: ScriptedModel, notes: ProtectedServer): Promise<Page> {
  parley.useModel(model)
  parley.writeServers({ notes: remote(notes.url) })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  await signInAs(parley, 'notes', 'ada')
  await waitUntilReady(ui, 'notes')
  return ui
}

/** Has the model call one tool of the protected server in a new conversation, and allows the call. */
async function call(ui: Page, model: ScriptedModel, tool: string): Promise<void> {
  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(callTools({ server: 'notes', tool, arguments: {} }), say('That was it'))
  await send(ui, 'Go on')
  await allowOnce(ui, tool)
}

/** Returns the last text that the tool told the model. */
async function told(ui: Page, model: ScriptedModel): Promise<string> {
  await expect(message(ui, 'That was it')).toBeVisible()
  return JSON.stringify(model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content)
}

for (const [kind, era] of (['2025', '2026'] as const).entries()) {
  test(
    `a server is signed in to on its page, once, and nothing opens before (${era})`,
    alternateShells(kind),
    async ({ parley, model }) => {
      await using authorization = await AuthorizationServer.start()
      await using notes = await ProtectedServer.start(authorization, era)
      parley.useModel(model)
      parley.writeServers({ notes: remote(notes.url) })
      const ui = await parley.launch()
      const opened = await parley.watchOpened()
      await goTo(ui, 'Servers')
      await expect(state(ui, 'notes')).toHaveText('Needs sign-in')
      await expect(ui.getByRole('dialog')).toHaveCount(0)
      await press(ui, 'notes', 'Sign in')
      const dialog = signInTo(ui, 'notes')
      // The dialog shows the whole address that will open, and the requested rights.
      await expect(dialog).toContainText(authorization.issuer.replace('http://', ''))
      await expect(dialog).toContainText('code_challenge_method=S256')
      await expect(dialog.getByRole('list', { name: 'Rights' })).toContainText('notes:read')
      expect(await opened()).toEqual([])

      await signInAs(parley, 'notes', 'ada')
      await waitUntilReady(ui, 'notes')
      await call(ui, model, 'whoami')
      expect(await told(ui, model)).toContain('you are ada, with notes:read')
      expect(authorization.events).toEqual(['registered', 'signedIn'])
      // There was one token for this server, and no question waits any more.
      expect(notes.presented.size).toBe(1)
      await goTo(ui, 'Inbox')
      await expect(ui.getByRole('main').getByRole('button', { name: 'Review' })).toHaveCount(0)
    },
  )

  test(
    `a call whose sign-in was taken back asks for a new one, and goes on by itself (${era})`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      await using authorization = await AuthorizationServer.start()
      await using notes = await ProtectedServer.start(authorization, era)
      const ui = await startSignedIn(parley, model, notes)
      authorization.store.forget('AccessToken', 'RefreshToken')
      await call(ui, model, 'whoami')
      await expect(signInTo(ui, 'notes')).toBeVisible()
      expect(notes.calls).toEqual([])
      await signInAs(parley, 'notes', 'ada')
      expect(await told(ui, model)).toContain('you are ada')
      // A desktop Parley listens on another port each time, and registers that redirect address.
      const events = authorization.events.filter((event) => event !== 'registered')
      expect(events).toEqual(['signedIn', 'renewalRefused', 'signedIn'])
      expect(notes.people()).toEqual(['ada'])
    },
  )

  test(
    `a tool that needs more rights asks for them, and goes on by itself (${era})`,
    alternateShells(kind + 2),
    async ({ parley, model }) => {
      await using authorization = await AuthorizationServer.start()
      await using notes = await ProtectedServer.start(authorization, era)
      const ui = await startSignedIn(parley, model, notes)
      await call(ui, model, 'write_note')
      const dialog = signInTo(ui, 'notes')
      await expect(dialog.getByRole('list', { name: 'Rights' })).toContainText('New: notes:write')
      await signInAs(parley, 'notes', 'ada')
      expect(await told(ui, model)).toContain('with notes:read and notes:write')
      expect(notes.tooFewRights).toBe(1)
      await call(ui, model, 'whoami')
      expect(await told(ui, model)).toContain('with notes:read and notes:write')
    },
  )
}

test('an access token that no longer holds is renewed without the person', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const ui = await startSignedIn(parley, model, notes)
  const opened = await parley.watchOpened()
  authorization.store.forget('AccessToken')
  await call(ui, model, 'whoami')
  expect(await told(ui, model)).toContain('you are ada')
  expect(authorization.events).toEqual(['registered', 'signedIn', 'renewed'])
  expect(await opened()).toEqual([])
})

test(
  'an access token that is about to end is renewed before the server has to refuse it',
  alternateShells(1),
  async ({ parley, model }) => {
    await using authorization = await AuthorizationServer.start({ saidSeconds: 1 })
    await using notes = await ProtectedServer.start(authorization)
    const ui = await startSignedIn(parley, model, notes)
    const opened = await parley.watchOpened()
    const { refused } = notes
    // Each call takes some time, so the token expires after a few calls.
    await expect(async () => {
      await call(ui, model, 'whoami')
      expect(await told(ui, model)).toContain('you are ada')
      expect(authorization.count('renewed')).toBeGreaterThan(1)
    }).toPass()
    expect(notes.refused).toBe(refused)
    expect(await opened()).toEqual([])
  },
)

test('eight calls at once whose token ended are one renewal, eight answers and no page', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const ui = await startSignedIn(parley, model, notes)
  const opened = await parley.watchOpened()
  await call(ui, model, 'whoami')
  await told(ui, model)
  model.will(callTools({ server: 'notes', tool: 'whoami', arguments: {} }), say('From now on it may'))
  await send(ui, 'Once more')
  await answer(approval(ui, 'whoami'), 'Always allow…')
  await answer(approval(ui, 'whoami'), 'Allow')
  await expect(message(ui, 'From now on it may')).toBeVisible()

  authorization.store.forget('AccessToken')
  const eight = Array.from({ length: 8 }, () => ({ server: 'notes', tool: 'whoami', arguments: {} }))
  model.will(callTools(...eight), say('All eight came'))
  await send(ui, 'Eight times')
  await expect(message(ui, 'All eight came')).toBeVisible()
  expect(notes.people()).toEqual(Array.from({ length: 10 }, () => 'ada'))
  expect(authorization.events).toEqual(['registered', 'signedIn', 'renewed'])
  expect(await opened()).toEqual([])
})

test(
  'a person who is refused at the page, or refuses there, is told so and can try again',
  alternateShells(0),
  async ({ parley, model }) => {
    await using authorization = await AuthorizationServer.start()
    await using notes = await ProtectedServer.start(authorization)
    parley.useModel(model)
    parley.writeServers({ notes: remote(notes.url) })
    const ui = await parley.launch()
    await goTo(ui, 'Servers')
    await press(ui, 'notes', 'Sign in')
    const dialog = signInTo(ui, 'notes')
    const page = await openPage(parley, dialog)
    await goThroughPages(page, 'ada', 'Deny')
    await expect(page.getByRole('heading', { name: 'The sign-in did not work' })).toBeVisible()
    await page.close()
    await expect(dialog.getByRole('alert')).toContainText('The person said no')
    expect(authorization.events).toEqual(['registered'])
    await answer(dialog, 'Retry')
    await signInAs(parley, 'notes', 'ada')
    await waitUntilReady(ui, 'notes')
  },
)

test('the address that a browser landed on can be pasted where it cannot reach Parley', alternateShells(1), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  authorization.browserIsElsewhere = true
  await using notes = await ProtectedServer.start(authorization)
  parley.useModel(model)
  parley.writeServers({ notes: remote(notes.url) })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  const dialog = signInTo(ui, 'notes')
  const page = await openPage(parley, dialog)
  await goThroughPages(page, 'ada')
  await expect(page.getByText('This page cannot be reached')).toBeVisible()
  await page.close()
  const paste = 'Paste the address you landed on'
  if (parley.kind !== 'browser') await dialog.getByRole('button', { name: paste }).click()
  await dialog.getByRole('textbox', { name: paste }).fill(authorization.landed ?? '')
  await answer(dialog, 'Use it')
  await waitUntilReady(ui, 'notes')
  await call(ui, model, 'whoami')
  expect(await told(ui, model)).toContain('you are ada')
})

test('"Not now" starts nothing, and the server waits', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  parley.useModel(model)
  parley.writeServers({ notes: remote(notes.url) })
  const ui = await parley.launch()
  const opened = await parley.watchOpened()
  await goTo(ui, 'Servers')
  await press(ui, 'notes', 'Sign in')
  const dialog = signInTo(ui, 'notes')
  // An answer does not count while the dialog still loads.
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await answer(dialog, 'Not now')
  await expect(ui.getByRole('dialog')).toHaveCount(0)
  await expect(state(ui, 'notes')).toHaveText('Needs sign-in')
  expect(await opened()).toEqual([])
})

test(
  'a server that is told who calls by a header is not signed in to: it says that the header was refused',
  alternateShells(1),
  async ({ parley, model }) => {
    await using authorization = await AuthorizationServer.start()
    await using notes = await ProtectedServer.start(authorization)
    parley.useModel(model)
    parley.writeServers({ notes: { type: 'http', url: notes.url, headers: { Authorization: 'Bearer typed-by-hand' } } })
    const ui = await parley.launch()
    const opened = await parley.watchOpened()
    await goTo(ui, 'Servers')
    await expect(state(ui, 'notes')).toHaveText('Failed')
    await expect(server(ui, 'notes')).toContainText(/Authorization/)
    await expect(server(ui, 'notes').getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
    await goTo(ui, 'Inbox')
    await expect(ui.getByRole('main').getByRole('button', { name: 'Review' })).toHaveCount(0)
    expect(authorization.events).toEqual([])
    expect([...notes.presented]).toEqual(['Bearer typed-by-hand'])
    expect(await opened()).toEqual([])
  },
)

test('an authorization server that is away for a while costs nobody their sign-in', alternateShells(1), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const ui = await startSignedIn(parley, model, notes)
  const opened = await parley.watchOpened()
  authorization.store.forget('AccessToken')
  authorization.isDown = true
  await call(ui, model, 'whoami')
  expect(await told(ui, model)).toMatch(/503|not answer|cannot be reached|again/i)
  expect(notes.calls).toEqual([])
  authorization.isDown = false
  await call(ui, model, 'whoami')
  expect(await told(ui, model)).toContain('you are ada')
  expect(authorization.events).toEqual(['registered', 'signedIn', 'renewed'])
  expect(await opened()).toEqual([])
})

test('the account of a server says who signed in where, and what for', alternateShells(0), async ({ parley, model }) => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const ui = await startSignedIn(parley, model, notes)
  await openServer(ui, 'notes', 'Account')
  const account = ui.getByRole('region', { name: 'Account', exact: true })
  await expect(account).toContainText(authorization.issuer)
  await expect(account).toContainText('notes:read')
  await expect(account.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(conversation(ui)).toHaveCount(0)
})
