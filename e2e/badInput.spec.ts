import { expect, test } from './fixtures.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, callUnknownTool, refuse, say } from './model/reply.ts'
import { conversation, message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { openServer, server, state, waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

for (const [kind, name] of ['servers.json', 'settings.json'].entries()) {
  test(
    `a ${name} with broken JSON is named with its line, kept as it is, and used again once it is mended`,
    alternateShells(kind),
    async ({ parley }) => {
      const broken = '{\n  "mcpServers": { "memory": \n}'
      parley.writeFile(name, broken)
      const ui = await parley.launch()
      await expect(ui.getByText(new RegExp(`${name.replace('.', '\\.')}.*line \\d`)).first()).toBeVisible()
      expect(parley.readFile(name)).toBe(broken)
      parley.writeFile(name, '{}')
      await expect(ui.getByText(new RegExp(`${name.replace('.', '\\.')}.*line \\d`))).toHaveCount(0)
    },
  )
}

test('a server that prints garbage between its messages works', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { noisy: fixture('noisy') })
  model.will(callTools({ server: 'noisy', tool: 'hello', arguments: {} }), say('It said hello'))
  await send(ui, 'Hello')
  await allowOnce(ui, 'hello')
  await expect(message(ui, 'It said hello')).toBeVisible()
})

test(
  '11 MB in one message arrive; 50 MB fail that call with a hint, and the server lives',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { noisy: fixture('noisy') })
    const big = (megabytes: number) => callTools({ server: 'noisy', tool: 'big', arguments: { megabytes } })
    model.will(
      big(11),
      say('Eleven came'),
      big(50),
      say('Fifty did not'),
      callTools({ server: 'noisy', tool: 'hello', arguments: {} }),
      say('Alive'),
    )
    await send(ui, 'Eleven')
    await allowOnce(ui, 'big')
    await expect(message(ui, 'Eleven came')).toBeVisible({ timeout: 20_000 })
    expect(JSON.stringify((await model.request(2)).messages).length).toBeLessThan(600 * 1024)
    await send(ui, 'Fifty')
    await allowOnce(ui, 'big')
    await expect(message(ui, 'Fifty did not')).toBeVisible({ timeout: 20_000 })
    expect(JSON.stringify((await model.request(4)).messages.at(-1))).toMatch(/larger than the limit/)
    await send(ui, 'And now?')
    await allowOnce(ui, 'hello')
    await expect(message(ui, 'Alive')).toBeVisible()
  },
)

test('a flood on stderr is kept at its end, without its escape codes', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { noisy: fixture('noisy') })
  model.will(callTools({ server: 'noisy', tool: 'flood', arguments: { megabytes: 20 } }), say('Flooded'))
  await send(ui, 'Flood')
  await allowOnce(ui, 'flood')
  await expect(message(ui, 'Flooded')).toBeVisible({ timeout: 20_000 })
  await goTo(ui, 'Servers')
  await openServer(ui, 'noisy', 'Traffic')
  await expect(ui.getByText('the last line of the flood').first()).toBeVisible()
  expect(await ui.getByRole('main').textContent()).not.toContain('\u001b')
})

test('5,000 tools over 100 pages are listed, and the model searches among them', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { many: fixture('manyTools', 'pages') })
  await goTo(ui, 'Servers')
  await expect(server(ui, 'many')).toContainText(/5,?000 tools/)
  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(say('That is a lot'))
  await send(ui, 'How many?')
  await expect(message(ui, 'That is a lot')).toBeVisible()
  expect((await model.request(1)).tools.map((tool) => tool.function.name)).toEqual(['find_tools'])
})

test('a cursor that goes round in circles ends the list with what came', alternateShells(1), async ({ parley }) => {
  parley.writeServers({ loop: fixture('manyTools', 'loop') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'loop')
  await expect(server(ui, 'loop')).toContainText(/2 tools/)
})

test('a malformed tool among good ones is set aside and said', alternateShells(0), async ({ parley }) => {
  parley.writeServers({ mixed: fixture('manyTools', 'malformed') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'mixed')
  await expect(server(ui, 'mixed')).toContainText(/2 tools/)
  await openServer(ui, 'mixed')
  await expect(ui.getByText('broken').first()).toBeVisible()
})

test('a server that never answers its start is given up on with a hint, while the others work', alternateShells(1), async ({ parley }) => {
  // Long enough for the honest server, which takes seconds to start on a machine that does other things too.
  parley.writeFile('settings.json', JSON.stringify({ limits: { connectMs: 10_000 } }))
  parley.writeServers({ silent: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] }, memory: real('memory') })
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'memory')).toHaveText('Ready', { timeout: 30_000 })
  await expect(state(ui, 'silent')).toHaveText('Failed', { timeout: 60_000 })
})

test('a model that calls a tool that does not exist is told so, and goes on', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(callUnknownTool('memory__fly'), say('I cannot fly'))
  await send(ui, 'Fly')
  await expect(message(ui, 'I cannot fly')).toBeVisible()
  expect(JSON.stringify((await model.request(2)).messages)).toContain('memory__fly')
})

test('a model that writes arguments that are not JSON is told so, and nothing runs', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'read_graph', arguments: '{"half": ' }), say('I will write better JSON'))
  await send(ui, 'Read')
  await expect(message(ui, 'I will write better JSON')).toBeVisible()
  expect((await model.request(2)).messages.filter(({ role }) => role === 'tool')).toHaveLength(1)
})

for (const [kind, [status, words]] of (
  [
    [401, /key/i],
    [429, /limit|many requests|later/i],
    [500, /500|error/i],
  ] as const
).entries()) {
  test(
    `a model endpoint that answers ${status} fails the turn with a hint, and nothing typed is lost`,
    alternateShells(kind),
    async ({ parley, model }) => {
      const ui = await startChat(parley, model)
      model.will(...Array.from({ length: 4 }, () => refuse(status, 'The endpoint said no')))
      await send(ui, 'Hello endpoint')
      // What a busy provider refused is tried again by itself, and can be tried now.
      await expect(conversation(ui).getByRole('button', { name: /^(Retry|Try now)$/ })).toBeVisible({ timeout: 30_000 })
      await expect(conversation(ui).getByText(words).first()).toBeVisible()
      await expect(message(ui, 'Hello endpoint')).toBeVisible()
    },
  )
}

test('a model endpoint that is down fails the turn with a hint', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await model[Symbol.asyncDispose]()
  await send(ui, 'Hello?')
  await expect(conversation(ui).getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  await expect(
    conversation(ui)
      .getByText(/reach|running/i)
      .first(),
  ).toBeVisible()
})
