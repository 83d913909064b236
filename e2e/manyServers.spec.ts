import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { callOwnTool, callTools, say } from './model/reply.ts'
import { message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { state } from './screen/servers.ts'

test('twenty servers at once become ready, and one of them answers', alternateShells(1), async ({ parley, model }) => {
  test.setTimeout(120_000)
  const names = Array.from({ length: 20 }, (_, number) => `server-${number + 1}`)
  parley.useModel(model)
  parley.writeServers(Object.fromEntries(names.map((name, number) => [name, number % 2 === 0 ? real('memory') : fixture('asksUser2026')])))
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  for (const name of names) await expect(state(ui, name)).toHaveText('Ready', { timeout: 60_000 })
  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(
    callOwnTool('find_tools', { queries: ['server-1 create entities'] }),
    callTools({ server: 'server-1', tool: 'create_entities', arguments: { entities: [] } }),
    say('The first answered'),
  )
  await send(ui, 'Ask one of them')
  await allowOnce(ui, 'create_entities')
  await expect(message(ui, 'The first answered')).toBeVisible()
})
