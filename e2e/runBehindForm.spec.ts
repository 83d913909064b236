import { expect, test } from './fixtures.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { conversation, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, form } from './screen/questions.ts'
import { openServer } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

test('a tool that is run from its server’s page says that it waits behind a form, and where that form is', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { asker: fixture('asksUser') })
  model.will(callTools({ server: 'asker', tool: 'ask_name', arguments: {} }), say('That was it'))
  await send(ui, 'Who am I')
  await allowOnce(ui, 'ask_name')
  await expect(form(ui, 'asker')).toBeVisible()
  await form(ui, 'asker').getByRole('button', { name: 'Later' }).click()
  await expect(form(ui, 'asker')).toBeHidden()
  await newChat(ui)
  await goTo(ui, 'Servers')
  await openServer(ui, 'asker', 'Tools')
  await ui.getByRole('button', { name: 'ask_name' }).click()
  await ui.getByRole('button', { name: 'Run it yourself…' }).click()
  await ui.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(conversation(ui).getByText('Not sent yet: “asker” first waits for your answer in Who am I.')).toBeVisible()
  await conversation(ui).getByRole('button', { name: 'Review' }).click()
  await expect(form(ui, 'asker')).toBeVisible()
})
