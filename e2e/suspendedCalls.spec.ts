import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, openConversation, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, form } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells } from './lib/alternateShells.ts'

const register = callTools({ server: 'asker', tool: 'register', arguments: {} })

/** Brings Parley to a half-filled form, and kills it as soon as the draft is on disk. */
async function killInForm(parley: Parley, model: ScriptedModel, server: 'asksUser' | 'asksUser2026'): Promise<void> {
  const ui = await startChat(parley, model, { asker: fixture(server) })
  model.will(register)
  await send(ui, 'Sign me up')
  await allowOnce(ui, 'register')
  const dialog = form(ui, 'asker')
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace')
  await dialog.getByRole('checkbox', { name: 'olives' }).click()
  await expect
    .poll(
      () =>
        readDatabase(parley.dataDir, 'select draft from question where draft is not null')
          .map((row) => String(row['draft']))
          .join(),
      {
        timeout: 1_000,
      },
    )
    .toMatch(/Ada Lovelace.*olives|olives.*Ada Lovelace/)
  await parley.kill()
}

async function expectHalfFilled(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada Lovelace')
  await expect(dialog.getByRole('checkbox', { name: 'olives' })).toBeChecked()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('')
}

/** Fills in the missing fields and submits the form. */
async function submit(dialog: Locator): Promise<void> {
  await dialog.getByRole('radiogroup', { name: 'Size' }).getByRole('radio', { name: 'Large' }).click()
  await answer(dialog, 'Submit')
}

test(
  'a half-filled form is there again after kill -9, and its answer completes the call that waited (2026)',
  alternateShells(0),
  async ({ parley, model }) => {
    await killInForm(parley, model, 'asksUser2026')
    const asked = readDatabase(parley.dataDir, `select id, created from question where kind = 'form'`)

    const ui = await parley.launch()
    await openConversation(ui, 'Sign me up')
    const dialog = form(ui, 'asker')
    await expectHalfFilled(dialog)
    expect(readDatabase(parley.dataDir, `select id, created from question where kind = 'form'`)).toEqual(asked)
    model.will(say('You are in'))
    await submit(dialog)
    await expect(message(ui, 'You are in')).toBeVisible()
    const told = JSON.stringify((await model.request(2)).messages)
    expect(told).toContain('Ada Lovelace')
    // The model got one request before and one after the crash. Nothing was called, approved or requested again.
    expect(model.requests).toHaveLength(2)
    await expect(approval(ui, 'register')).toBeHidden()
    const left = readDatabase(parley.dataDir, `select count(*) as calls from suspended_call`)
    expect(left).toEqual([{ calls: 0 }])
  },
)

test(
  'a half-filled form is withdrawn with the reason after kill -9, and the call can be run again with what was typed (2025)',
  alternateShells(1),
  async ({ parley, model }) => {
    await killInForm(parley, model, 'asksUser')

    const ui = await parley.launch()
    await goTo(ui, 'Inbox')
    await expect(ui.getByRole('main').getByText('Parley ended, and “asker” cannot resume').first()).toBeVisible()
    await openConversation(ui, 'Sign me up')
    await expect(
      conversation(ui)
        .getByText(/cut off/i)
        .first(),
    ).toBeVisible()
    await expect(form(ui, 'asker')).toBeHidden()
    model.will(register, say('You are in'))
    await conversation(ui).getByRole('button', { name: 'Retry' }).click()
    await allowOnce(ui, 'register')
    const dialog = form(ui, 'asker')
    await expectHalfFilled(dialog)
    await submit(dialog)
    await expect(message(ui, 'You are in')).toBeVisible()
  },
)
