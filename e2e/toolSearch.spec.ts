import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture } from './lib/serverEntries.ts'
import { callOwnTool, callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, openConversation, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { allowOnce } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const queries = ['tool number 42', 'the tool 42', 'number 42']
const offered = async (model: ScriptedModel, request: number): Promise<readonly string[]> =>
  (await model.request(request)).tools.map((tool) => tool.function.name)
const counter = (ui: Page) => ui.getByRole('button', { name: /5,000 tools, searched/ })

test('among 5,000 tools the model searches, calls what it found, and has it also after a restart', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { many: fixture('manyTools', 'pages') })
  await expect(counter(ui)).toBeVisible()
  model.will(callOwnTool('find_tools', { queries }), callTools({ server: 'many', tool: 'tool_42', arguments: {} }), say('It was called'))
  await send(ui, 'Call the tool with the number 42')
  await allowOnce(ui, 'tool_42')
  await expect(message(ui, 'It was called')).toBeVisible()
  expect(await offered(model, 1)).toEqual(['find_tools'])
  expect((await offered(model, 2)).slice(0, 2)).toEqual(['find_tools', 'many__tool_42'])
  expect(await offered(model, 3)).toEqual(await offered(model, 2))

  await parley.quit()
  const again = await parley.launch()
  await waitUntilReady(again, 'many')
  await goTo(again, 'Chat')
  await openConversation(again, 'Call the tool with the number 42')
  await expect(counter(again)).toBeVisible()
  model.will(say('Still there'))
  await send(again, 'Can you do that again?')
  await expect(message(again, 'Still there')).toBeVisible()
  expect(await offered(model, 4)).toEqual(await offered(model, 2))
})

test('a person sees what the model searched for and found, and why nobody was asked', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { many: fixture('manyTools', 'pages') })
  model.will(callOwnTool('find_tools', { queries: ['tool number 42'] }), callOwnTool('find_tools', { words: 'wrong' }), say('I found it'))
  await send(ui, 'Look for it')
  await expect(message(ui, 'I found it')).toBeVisible()
  const searches = conversation(ui).getByRole('listitem').filter({ hasText: 'Search for tools' })
  const [searched, refused] = [searches.first(), searches.nth(1)]
  await searched.getByRole('button', { name: /Search for tools/ }).press('Enter')
  await expect(searched).toContainText('many__tool_42')
  await expect(searched).toContainText('It is a tool of Parley itself, which only reads')
  await expect(searched.getByRole('button', { name: 'Run again' })).toHaveCount(0)
  await expectAccessible(ui, 'a search for tools')
  await refused.getByRole('button', { name: /Search for tools/ }).press('Enter')
  await expect(refused).toContainText('queries')

  await counter(ui).press('Enter')
  await expect(ui.getByText('The model searches among 5,000 tools and gets those that it finds')).toBeVisible()
  await expectAccessible(ui, 'the tools among which a model searches')
})

test('a small model gets the first tools instead of a search', alternateShells(1), async ({ parley, model }) => {
  model.offer(['qwen3:4b'])
  const ui = await startChat(parley, model, { many: fixture('manyTools', 'pages') })
  await expect(ui.getByRole('button', { name: /40 of 5,000 tools/ })).toBeVisible()
  model.will(say('I have forty'))
  await send(ui, 'How many?')
  await expect(message(ui, 'I have forty')).toBeVisible()
  expect(await offered(model, 1)).toHaveLength(40)
})

test('of a result of 2 MB the model gets the beginning, and reads on where it wants, also after a restart', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { noisy: fixture('noisy') })
  model.will(callTools({ server: 'noisy', tool: 'big', arguments: { megabytes: 2 } }), say('That was long'))
  await send(ui, 'Get it')
  await allowOnce(ui, 'big')
  await expect(message(ui, 'That was long')).toBeVisible()
  const told = JSON.stringify((await model.request(2)).messages)
  expect(told.length).toBeLessThan(20_000)
  const handle = /its handle is \W+(\w+)/.exec(told)?.[1] ?? ''

  await parley.quit()
  const again = await parley.launch()
  await waitUntilReady(again, 'noisy')
  await goTo(again, 'Chat')
  await openConversation(again, 'Get it')
  model.will(
    callOwnTool('read_result', { result: handle, from: 2_000_000 }),
    callOwnTool('search_result', { result: handle, query: 'nowhere' }),
    callOwnTool('read_result', { result: 'wrong' }),
    say('I read it'),
  )
  await send(again, 'Read on')
  await expect(message(again, 'I read it')).toBeVisible()
  expect(/from\W+2000000\W+to\W+2008000\W+characters\W+2097152/.test(JSON.stringify((await model.request(4)).messages))).toBe(true)
  const calls = conversation(again).getByRole('listitem')
  await expect(calls.filter({ hasText: 'Search in a result' })).toHaveCount(1)
  const failed = calls.filter({ hasText: 'Failed' })
  await failed.getByRole('button', { name: /Read on in a result/ }).press('Enter')
  await expect(failed).toContainText('This conversation has no result “wrong”')
})
