import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { real } from './lib/serverEntries.ts'
import { callTools, say, type Reply } from './model/reply.ts'
import { conversation, message, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells } from './lib/alternateShells.ts'

const rules = (ui: Page): Locator => ui.getByRole('list', { name: 'Approval rules' })
const tryOut = (ui: Page): Locator => ui.getByRole('region', { name: 'Try the rules' })

async function openRules(ui: Page): Promise<void> {
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Approval rules' }).click()
}

async function choose(ui: Page, from: Locator, option: string): Promise<void> {
  await from.click()
  await ui.getByRole('option', { name: option, exact: true }).click()
}

/** Makes "Always allow…" depend on these arguments only, with no end date. */
async function allowWhere(ui: Page, ...counts: readonly string[]): Promise<void> {
  await ui.getByRole('button', { name: 'Always allow…' }).click()
  await ui.getByRole('radio', { name: /where$/ }).click()
  for (const argument of await ui.getByRole('group', { name: 'Arguments that count' }).getByRole('checkbox').all()) {
    await argument.setChecked(
      counts.includes(await argument.evaluate((box) => document.querySelector(`label[for="${box.id}"]`)?.textContent ?? '')),
    )
  }
  await ui.getByRole('radiogroup', { name: 'How long' }).getByRole('radio', { name: 'Always' }).click()
}

test(
  'a rule made from a real call allows what lies in its folder and below, asks outside, and says why',
  alternateShells(1),
  async ({ parley, model }) => {
    const folder = parley.makeFolder('files')
    for (const name of ['inside/deep', 'outside']) mkdirSync(join(folder, name), { recursive: true })
    for (const name of ['inside/a.txt', 'inside/deep/b.txt', 'outside/c.txt']) writeFileSync(join(folder, name), name)
    const ui = await startChat(parley, model, { files: real('filesystem', folder) })
    const read = (path: string): Reply => callTools({ server: 'files', tool: 'read_text_file', arguments: { path: join(folder, path) } })
    model.will(
      read('inside/a.txt'),
      say('The first'),
      read('inside/deep/b.txt'),
      say('The second'),
      read('inside/../outside/c.txt'),
      say('The third'),
    )

    await send(ui, 'Read a')
    await expect(approval(ui, 'read_text_file')).toBeVisible()
    await allowWhere(ui, 'path')
    const sentence = `read_text_file of files where path is in ${join(folder, 'inside')}`
    await expect(approval(ui, 'read_text_file')).toContainText(`Allow ${sentence}, always.`)
    await answer(approval(ui, 'read_text_file'), 'Allow')
    await expect(message(ui, 'The first')).toBeVisible()

    await send(ui, 'Read b')
    await expect(message(ui, 'The second')).toBeVisible()
    await conversation(ui)
      .getByRole('button', { name: /b\.txt/ })
      .click()
    await expect(conversation(ui)).toContainText('Allowed by your rule')
    await conversation(ui).getByRole('button', { name: 'Why', exact: true }).click()
    await expect(conversation(ui).getByRole('list', { name: 'Rules near this call' })).toContainText('decides')

    await send(ui, 'Read c')
    await approval(ui, 'read_text_file').getByRole('button', { name: '1 rule near it' }).click()
    await expect(approval(ui, 'read_text_file').getByRole('list', { name: 'Rules near this call' })).toContainText('no: path is not in')
    await answer(approval(ui, 'read_text_file'), 'Deny')
    await expect(message(ui, 'The third')).toBeVisible()
  },
)

test(
  'the page of rules adds, edits, deletes and brings back, and tries them on the last calls',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { memory: real('memory') })
    model.will(callTools({ server: 'memory', tool: 'read_graph', arguments: {} }), say('Read'))
    await send(ui, 'Read')
    await allowOnce(ui, 'read_graph')
    await expect(message(ui, 'Read').last()).toBeVisible()

    await openRules(ui)
    await ui.getByRole('button', { name: 'Add a rule' }).click()
    const form = ui.getByRole('form', { name: 'New rule' })
    await form.getByRole('radio', { name: 'Denies' }).click()
    await choose(ui, form.getByRole('combobox', { name: 'Server' }), 'memory')
    await expect(form).toContainText('It would change your last call.')
    await form.getByRole('button', { name: 'Show them' }).click()
    await expect(form).toContainText('asks → is denied')
    await expectAccessible(ui, 'a rule that is being written, and what it would change')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(rules(ui).getByRole('listitem')).toHaveText([/Deny.*Every tool of memory.*Always/])

    await expect(tryOut(ui).getByRole('status', { name: 'Verdict' })).toContainText('Parley would deny it.')
    await tryOut(ui).getByRole('button', { name: 'My last 200 calls' }).click()
    await expect(tryOut(ui)).toContainText('0 would run without asking, 0 would ask first, 1 would be denied')

    await rules(ui).getByRole('button', { name: 'Edit' }).click()
    await ui.getByRole('form', { name: 'Change the rule' }).getByRole('radio', { name: 'Asks about' }).click()
    await expect(tryOut(ui)).toContainText('0 would run without asking, 1 would ask first, 0 would be denied')
    await ui.getByRole('button', { name: 'Save' }).click()
    await expect(rules(ui)).toContainText('Ask')

    await rules(ui).getByRole('button', { name: 'Delete' }).click()
    await expect(rules(ui)).toHaveCount(0)
    await ui.getByRole('status', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click()
    await expect(rules(ui)).toContainText('Every tool of memory')
  },
)

test(
  'of two rules about different arguments the one that denies wins, and the call says which',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { everything: real('everything') })
    const sum = (a: number, b: number): Reply => callTools({ server: 'everything', tool: 'get-sum', arguments: { a, b } })
    model.will(sum(1, 5), say('Once'), sum(1, 3), say('Allowed'), sum(1, 2), say('Denied'))
    await send(ui, 'Add')
    await expect(approval(ui, 'get-sum')).toBeVisible()
    await allowWhere(ui, 'a')
    await answer(approval(ui, 'get-sum'), 'Allow')
    await expect(message(ui, 'Once')).toBeVisible()

    await openRules(ui)
    await ui.getByRole('button', { name: 'Add a rule' }).click()
    const form = ui.getByRole('form', { name: 'New rule' })
    await form.getByRole('radio', { name: 'Denies' }).click()
    await choose(ui, form.getByRole('combobox', { name: 'Server' }), 'everything')
    await choose(ui, form.getByRole('combobox', { name: 'Tool', exact: true }), 'get-sum')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await form.getByRole('combobox', { name: 'Argument' }).fill('b')
    await form.getByRole('textbox', { name: 'Value of b' }).fill('2')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(rules(ui).getByRole('listitem')).toHaveCount(2)

    await goTo(ui, 'Chat')
    await newChat(ui)
    await send(ui, 'Add 3')
    await expect(message(ui, 'Allowed')).toBeVisible()
    await send(ui, 'Add 2')
    await expect(message(ui, 'Denied').last()).toBeVisible()
    await conversation(ui)
      .getByRole('button', { name: /Denied by a rule/ })
      .click()
    await expect(conversation(ui)).toContainText('Denied by your rule “get-sum of everything where b is 2, always”.')
  },
)
