import { expect, test } from './fixtures.ts'
import { callTools, say } from './model/reply.ts'
import { composer, message, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'
import { alternateShells } from './lib/alternateShells.ts'

test('from the first screen to the first answer of a tool it takes at most five clicks', async ({ parley, model }) => {
  parley.findsOnThisComputer(model)
  const ui = await parley.launch()
  let clicks = 0
  const click = async (button: RegExp): Promise<void> => {
    clicks++
    await ui.getByRole('button', { name: button }).first().click()
  }
  await expect(ui.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await click(/^Use “scripted-1”/)
  await parley.willConfirmCommands(true)
  await click(/Everything/)
  // In Electron, a native dialog also shows the whole command and asks once more.
  if (parley.kind !== 'browser') clicks++
  // A slow machine may take long to start the server. Waiting for it here counts no click.
  await waitUntilReady(ui, 'everything')
  await goTo(ui, 'Chat')
  model.will(callTools({ server: 'everything', tool: 'echo', arguments: { message: 'first light' } }), say('The server said: first light'))
  await composer(ui).fill('Say something through the server')
  clicks++
  await send(ui, 'Say something through the server')
  clicks++
  await allowOnce(ui, 'echo')

  await expect(message(ui, 'The server said: first light')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(5)
})

test(
  'the first screen offers three ways to a model, a first server, and stays away once something is configured',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await parley.launch()
    await expect(ui.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ui.getByRole('button', { name: /key/i }).first()).toBeVisible()
    await expect(ui.getByRole('button', { name: /without a model/i }).first()).toBeVisible()
    for (const sample of [/Everything/, /Filesystem|Files/, /Memory/])
      await expect(ui.getByRole('button', { name: sample }).first()).toBeVisible()
    await parley.quit()

    parley.useModel(model)
    const again = await parley.launch()
    await goTo(again, 'Chat')
    await expect(composer(again)).toBeVisible()
    await expect(again.getByRole('button', { name: /without a model/i })).toHaveCount(0)
  },
)
