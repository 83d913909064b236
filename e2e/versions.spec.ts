import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import { composer, conversation, message, openConversation, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

const versions = (of: Locator): Locator => of.getByRole('group', { name: 'Versions' })
const editor = (ui: Page): Locator => ui.getByRole('textbox', { name: 'Edit message' })

async function act(of: Locator, name: 'Edit' | 'Regenerate' | 'Branch' | 'More'): Promise<void> {
  await of.hover()
  await of.getByRole('button', { name, exact: true }).click()
}

test('any message can be edited: its old version and all that followed stay, also over a restart', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Four'), say('Fourteen'), say('Six'))
  await send(ui, 'Two and two?')
  await expect(message(ui, 'Four')).toBeVisible()
  await send(ui, 'And ten?')
  await expect(message(ui, 'Fourteen')).toBeVisible()

  await act(message(ui, 'Two and two?'), 'Edit')
  await expect(editor(ui)).toBeFocused()
  await editor(ui).fill('Three and three?')
  await editor(ui).press('Enter')
  await expect(message(ui, 'Six')).toBeVisible()
  await expect(message(ui, 'Fourteen')).toHaveCount(0)
  expect((await model.request(3)).messages.filter(({ role }) => role !== 'system')).toHaveLength(1)
  await expect(versions(message(ui, 'Three and three?'))).toContainText('2 of 2')

  await versions(message(ui, 'Three and three?')).getByRole('button', { name: 'Previous version' }).click()
  await expect(message(ui, 'Fourteen')).toBeVisible()
  await expect(versions(message(ui, 'Two and two?'))).toContainText('1 of 2')
  await expectAccessible(ui, 'versions')

  await parley.quit()
  const again = await parley.launch()
  await openConversation(again, 'Three and three?')
  await expect(message(again, 'Fourteen')).toBeVisible()
  await expect(message(again, 'Six')).toHaveCount(0)
})

test('an answer is written again, and one of its versions is branched into a conversation of its own', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('The first answer'), say('The second answer'), say('Only in the branch'))
  await send(ui, 'Tell me')
  await act(message(ui, 'The first answer'), 'Regenerate')
  await expect(message(ui, 'The second answer')).toBeVisible()
  await expect(message(ui, 'The first answer')).toHaveCount(0)
  await versions(message(ui, 'The second answer')).getByRole('button', { name: 'Previous version' }).click()
  await act(message(ui, 'The first answer'), 'Branch')
  await expect(ui.getByRole('heading', { level: 1, name: 'Tell me (2)' })).toBeVisible()
  await expect(versions(conversation(ui))).toHaveCount(0)
  await send(ui, 'Go on here')
  await expect(message(ui, 'Only in the branch')).toBeVisible()
  await openConversation(ui, 'Tell me')
  await expect(message(ui, 'The first answer')).toBeVisible()
  await expect(message(ui, 'Only in the branch')).toHaveCount(0)
})

test('editing by the keyboard alone while an answer runs stops that answer', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Begun and', new Gate()), say('Another one'))
  await send(ui, 'First try')
  await expect(message(ui, 'Begun and')).toBeVisible()
  await composer(ui).press('ArrowUp')
  await expect(editor(ui)).toBeFocused()
  await expect(ui.getByText('stops the answer that runs')).toBeVisible()
  await editor(ui).press('Escape')
  await expect(message(ui, 'Begun and')).toBeVisible()
  await composer(ui).press('ArrowUp')
  await editor(ui).fill('Second try')
  await editor(ui).press('Enter')
  await expect(message(ui, 'Another one')).toBeVisible()
  await versions(message(ui, 'Second try')).getByRole('button', { name: 'Previous version' }).press('Enter')
  await expect(message(ui, 'Begun and')).toBeVisible()
})

test(
  'an answer that is written again asks for its calls anew, and nothing runs by itself',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { everything: real('everything') })
    const noted = callTools({ server: 'everything', tool: 'echo', arguments: { message: 'hi' } })
    model.will(noted, say('Noted once'), noted, say('Noted again'))
    await send(ui, 'Note it')
    await allowOnce(ui, 'echo')
    await expect(message(ui, 'Noted once')).toBeVisible()
    await act(message(ui, 'Noted once'), 'Regenerate')
    await allowOnce(ui, 'echo')
    await expect(message(ui, 'Noted again')).toBeVisible()
  },
)

test('Parley killed in another version of an answer keeps both, and goes on in it', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('The first answer'), say('Half of the sec', new Gate()))
  await send(ui, 'Tell me')
  await act(message(ui, 'The first answer'), 'Regenerate')
  await expect(message(ui, 'Half of the sec')).toBeVisible()
  await expect.poll(() => JSON.stringify(readDatabase(parley.dataDir, 'select json from part'))).toContain('Half of the sec')
  await parley.kill()

  const again = await parley.launch()
  await openConversation(again, 'Tell me')
  await expect(versions(message(again, 'Half of the sec'))).toContainText('2 of 2')
  model.will(say('ond answer.'))
  await conversation(again).getByRole('button', { name: 'Retry' }).click()
  await expect(message(again, 'Half of the second answer.')).toBeVisible()
  await versions(message(again, 'Half of the second answer.')).getByRole('button', { name: 'Previous version' }).click()
  await expect(message(again, 'The first answer')).toBeVisible()
})
