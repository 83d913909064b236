import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startHttpServer } from './lib/httpServerProcess.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, fixtureFile, real, remote, type ServerEntry } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { message, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, form, visit } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

type Asker = AsyncDisposable & { readonly entry: ServerEntry }

const overStdio = async (name: 'asksUser' | 'asksUser2026'): Promise<Asker> => ({
  entry: fixture(name),
  // Parley starts this server and ends it.
  [Symbol.asyncDispose]: async () => undefined,
})

async function overHttp(name: 'asksUser' | 'asksUser2026'): Promise<Asker> {
  const server = await startHttpServer(process.execPath, [fixtureFile(name), '--http', '0'])
  return { entry: remote(server.url), [Symbol.asyncDispose]: () => server.end() }
}

const askers: readonly (readonly [string, () => Promise<Asker>])[] = [
  ['2025 over stdio', () => overStdio('asksUser')],
  ['2025 over HTTP', () => overHttp('asksUser')],
  ['2026 over stdio', () => overStdio('asksUser2026')],
  ['2026 over HTTP', () => overHttp('asksUser2026')],
]

/** Has the model call one tool of the asking server, and allows the call. */
async function call(parley: Parley, model: ScriptedModel, entry: ServerEntry, tool: string, args: object = {}): Promise<Page> {
  const ui = await startChat(parley, model, { asker: entry })
  model.will(callTools({ server: 'asker', tool, arguments: { ...args } }), say('That was it'))
  await send(ui, 'Go on')
  await allowOnce(ui, tool)
  return ui
}

/** Returns what the tool told the model. */
async function told(ui: Page, model: ScriptedModel): Promise<unknown> {
  await expect(message(ui, 'That was it')).toBeVisible()
  const content = model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content
  const text = typeof content === 'string' ? content : (content?.[0]?.text ?? '')
  const json = /\{"action".*\}(?=[^}]*$)/s.exec(text.replaceAll('\\"', '"'))?.[0]
  return json === undefined ? text : JSON.parse(json)
}

for (const [kind, [how, start]] of askers.entries()) {
  test(
    `EL-04, EL-09, EL-11, EL-12: a form with every kind of field is filled in and arrives as it was filled in (${how})`,
    alternateShells(kind),
    async ({ parley, model }) => {
      await using asker = await start()
      const ui = await call(parley, model, asker.entry, 'register')
      const dialog = form(ui, 'asker')
      await expect(dialog).toContainText('Fill in your details')
      await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace')
      await expect(dialog.getByRole('textbox', { name: 'Nickname' })).toHaveValue('Sunny')
      await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
      await dialog.getByRole('textbox', { name: 'Homepage' }).fill('https://example.org/ada')
      await dialog.getByLabel('Born').fill('1815-12-10')
      await dialog.getByLabel('Meeting').fill('1843-09-01T10:30:00Z')
      await dialog.getByLabel('Age', { exact: true }).fill('27')
      await expect(dialog.getByLabel('Height')).toHaveValue('1.75')
      await dialog.getByLabel('Newsletter').click()
      await choose(ui, dialog, 'Colour', 'blue')
      await choose(ui, dialog, 'Size', 'Large')
      await choose(ui, dialog, 'Pet', 'A dog')
      await dialog.getByRole('checkbox', { name: 'olives' }).click()
      await dialog.getByRole('checkbox', { name: 'Monday' }).click()
      await answer(dialog, 'Submit')

      const expected = {
        name: 'Ada Lovelace',
        nickname: 'Sunny',
        email: 'ada@example.org',
        homepage: 'https://example.org/ada',
        born: '1815-12-10',
        meeting: '1843-09-01T10:30:00Z',
        age: 27,
        height: 1.75,
        newsletter: false,
        colour: 'blue',
        size: 'l',
        pet: 'dog',
        toppings: ['cheese', 'olives'],
        days: ['mon'],
      }
      expect(await told(ui, model)).toEqual({ action: 'accept', content: expected })
    },
  )

  test(`EL-03, EL-10: "Decline" and "Cancel" are told apart (${how})`, alternateShells(kind + 1), async ({ parley, model }) => {
    await using asker = await start()
    const ui = await call(parley, model, asker.entry, 'ask_name')
    await answer(form(ui, 'asker'), 'Decline')
    expect(await told(ui, model)).toEqual({ action: 'decline' })
    model.will(callTools({ server: 'asker', tool: 'ask_name', arguments: {} }), say('Asked a second time'))
    await send(ui, 'Ask again')
    await allowOnce(ui, 'ask_name')
    await expect(form(ui, 'asker').getByRole('button', { name: 'Cancel' })).toBeEnabled()
    await ui.keyboard.press('Escape')
    await expect(message(ui, 'Asked a second time')).toBeVisible()
    expect(await told(ui, model)).toEqual({ action: 'cancel' })
  })

  test(
    `EL-17, EL-18: a page to visit shows its whole address and opens only on a click (${how})`,
    alternateShells(kind + 2),
    async ({ parley, model }) => {
      await using asker = await start()
      const url = 'https://login.example.invalid/connect?account=ada&next=%2Fhome'
      const ui = await call(parley, model, asker.entry, 'visit', { url })
      const dialog = visit(ui, 'asker')
      await expect(dialog).toContainText(url)
      await expect(dialog).toContainText('login.example.invalid')
      const opened = parley.nextOpenedUrl()
      await answer(dialog, 'Open in browser')
      expect(await opened).toBe(url)
      expect(await told(ui, model)).toEqual({ action: 'accept' })
    },
  )
}

async function choose(ui: Page, dialog: ReturnType<typeof form>, field: string, choice: string): Promise<void> {
  const radios = dialog.getByRole('radiogroup', { name: field })
  if ((await radios.count()) > 0) return radios.getByRole('radio', { name: choice }).click()
  const box = dialog.getByRole('combobox', { name: field })
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') return void (await box.selectOption(choice))
  await box.click()
  await ui.getByRole('option', { name: choice }).click()
}

test(
  'a form says beside each field what is wrong, and keeps what was typed when it is put aside',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await call(parley, model, fixture('asksUser'), 'register')
    const dialog = form(ui, 'asker')
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('A')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('not an address')
    await dialog.getByLabel('Age', { exact: true }).fill('200')
    await answer(dialog, 'Submit')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toBeFocused()
    for (const field of ['Your name', 'Email', 'Age'])
      await expect(dialog.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect(model.requests).toHaveLength(1)
  },
)

test('EL-02: a form says which server asks, for which call of which conversation', alternateShells(0), async ({ parley, model }) => {
  const ui = await call(parley, model, fixture('asksUser2026'), 'ask_name')
  await expect(form(ui, 'asker')).toContainText('ask_name')
  await expect(form(ui, 'asker')).toContainText('Go on')
})

test('a question that is stopped with its turn goes away', alternateShells(1), async ({ parley, model }) => {
  const ui = await call(parley, model, fixture('asksUser'), 'ask_name')
  await expect(form(ui, 'asker')).toBeVisible()
  await form(ui, 'asker').getByRole('button', { name: 'Later' }).click()
  await ui.getByRole('button', { name: 'Stop', exact: true }).click()
  await goTo(ui, 'Inbox')
  await expect(ui.getByRole('main').getByRole('button', { name: 'Review' })).toHaveCount(0)
})

test('the form of server-everything is answered, and the tool goes on', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(callTools({ server: 'everything', tool: 'trigger-elicitation-request', arguments: {} }), say('Thank you'))
  await send(ui, 'Ask me')
  await allowOnce(ui, 'trigger-elicitation-request')
  await form(ui, 'everything').getByRole('textbox', { name: 'String', exact: true }).fill('Ada')
  await answer(form(ui, 'everything'), 'Submit')
  await expect(message(ui, 'Thank you')).toBeVisible()
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Ada')
})
