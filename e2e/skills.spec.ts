import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture } from './lib/serverEntries.ts'
import { say } from './model/reply.ts'
import { attach } from './screen/attach.ts'
import { composer, message, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { startChat } from './screen/startChat.ts'

test(
  'a skill is loaded into a conversation when a person wants it, and the model is told what it is',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { skills: fixture('skills') })
    await attach(ui, 'skills', 'invoices')
    model.will(say('Half to even'))
    await send(ui, 'How do we round?')
    await expect(message(ui, 'Half to even')).toBeVisible()
    const asked = JSON.stringify((await model.request(1)).messages)
    expect(asked).toContain('Round to whole cents, half to even.')
    expect(asked).not.toContain('Rates of 2026.')
  },
)

test(
  'a skill that is not what its server listed is refused whole, and the message waits',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { skills: fixture('skills') })
    await attach(ui, 'skills', 'swapped')
    await send(ui, 'Count, please')
    await expect(ui.getByText(/SKILL\.md of the skill “swapped” is not the file that “skills” listed/).first()).toBeVisible()
    await expect(composer(ui)).toHaveValue('Count, please')
    expect(model.requests).toHaveLength(0)
  },
)

test(
  'the skills of a server stand beside its prompts, and one that cannot be used says why',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { skills: fixture('skills') })
    await goTo(ui, 'Servers')
    await ui
      .getByRole('link', { name: 'skills' })
      .or(ui.getByRole('button', { name: 'skills', exact: true }))
      .first()
      .click()
    await ui.getByRole('tab', { name: /Prompts/ }).click()
    const list = ui.getByRole('list', { name: 'Skills', exact: true })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list).toContainText('How to do invoices')
    await expect(ui.getByText('It has no address of a SKILL.md')).toBeVisible()
  },
)
