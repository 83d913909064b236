import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { fixture, real } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { message, send } from '../screen/chat.ts'
import { allowOnce, answer, form } from '../screen/questions.ts'
import { startChat } from '../screen/startChat.ts'
import { runParley } from './runParley.ts'

test('list says of each server what it is and offers, in words and as JSON, and a broken one costs the others nothing', async ({
  parley,
}) => {
  parley.writeServers({ everything: real('everything'), gone: { command: 'no-such-command', args: [] } })
  const words = await runParley(parley, ['list'])
  expect(words.code).toBe(0)
  expect(words.out).toMatch(/everything +Ready +2025-11-25 +\d+ tools/)
  expect(words.out).toMatch(/gone +Failed .*was not found/)
  const listed = JSON.parse((await runParley(parley, ['list', '--json'])).out) as readonly Record<string, unknown>[]
  expect(listed).toEqual([
    {
      server: 'everything',
      state: 'ready',
      era: '2025',
      protocol: '2025-11-25',
      tools: expect.arrayContaining(['echo']),
      resources: expect.any(Array),
      prompts: expect.arrayContaining(['simple-prompt']),
      error: null,
    },
    {
      server: 'gone',
      state: 'failed',
      era: null,
      protocol: null,
      tools: [],
      resources: [],
      prompts: [],
      error: expect.objectContaining({ code: 'COMMAND_NOT_FOUND' }),
    },
  ])
})

test('call, read and prompt print what the server answered, and nothing else, on stdout', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  const called = await runParley(parley, ['call', 'everything', 'get-sum', '-', '--json'], '{"a":2,"b":3}')
  expect(JSON.parse(called.out)).toEqual({ content: [{ type: 'text', text: expect.stringContaining('5') }] })
  const read = await runParley(parley, ['read', 'everything', 'demo://resource/dynamic/text/7'])
  expect(read.out).toMatch(/^Resource 7: /)
  const prompt = await runParley(parley, ['prompt', 'everything', 'args-prompt', '{"city":"Ulm"}'])
  expect(prompt.out).toMatch(/^user: .*Ulm/)
  expect([called, read, prompt].map(({ code, err }) => ({ code, err }))).toEqual([0, 0, 0].map((code) => ({ code, err: '' })))
})

test('the exit code tells how it ended', async ({ parley }) => {
  parley.writeServers({ everything: real('everything'), gone: { command: 'no-such-command', args: [] } })
  const codes = await Promise.all(
    [
      ['call', 'everything', 'get-sum', '{"a":"x"}'],
      ['call', 'everything', 'get-sum', '{'],
      ['call', 'gone', 'anything'],
      ['call', 'nobody', 'anything'],
      ['call', 'everything', 'no-such-tool'],
      ['read', 'everything', 'nonsense://x'],
    ].map(async (args) => (await runParley(parley, args)).code),
  )
  expect(codes).toEqual([1, 2, 3, 4, 4, 4])
})

test('a question is answered from a file, and refused where there is neither a file nor a terminal', async ({ parley }) => {
  parley.writeServers({ asker: fixture('asksUser') })
  const answers = join(parley.folder, 'answers.json')
  writeFileSync(answers, '[{"kind":"form","action":"accept","content":{"name":"Ada"}}]')
  const answered = await runParley(parley, ['call', 'asker', 'ask_name', '--answers', answers])
  expect(answered.out).toContain('Ada')
  const refused = await runParley(parley, ['call', 'asker', 'ask_name'])
  expect(refused.out).toContain('decline')
  expect(refused.err).toContain('asker asks for information: refused')
})

test('doctor says what is wrong and what to do', async ({ parley }) => {
  parley.writeServers({
    everything: real('everything'),
    gone: { command: 'no-such-command', args: [] },
    dead: fixture('crashing', 'start'),
  })
  const [fine, gone, dead] = await Promise.all(['everything', 'gone', 'dead'].map((server) => runParley(parley, ['doctor', server])))
  expect(fine?.out).toMatch(/ok +Ready +after \d+ ms/)
  expect(gone?.out).toMatch(/!! +Start +The command “no-such-command” was not found/)
  expect(gone?.out).toContain('PATH that was searched')
  expect(dead?.out).toMatch(/It ended with +exit code \d+/)
  expect([fine?.code, gone?.code, dead?.code]).toEqual([0, 3, 3])
})

test('it runs beside the window: questions and turns there go on, and its own stay its own', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { asker: fixture('asksUser') })
  model.will(callTools({ server: 'asker', tool: 'ask_name', arguments: {} }), say('Done asking'))
  await send(ui, 'Ask me')
  await allowOnce(ui, 'ask_name')
  await expect(form(ui, 'asker')).toBeVisible()
  const beside = await runParley(parley, ['call', 'asker', 'ask_name'])
  expect(beside.code).toBe(0)
  await expect(form(ui, 'asker')).toBeVisible()
  await form(ui, 'asker').getByRole('textbox', { name: 'Name' }).fill('Grace')
  await answer(form(ui, 'asker'), 'Submit')
  await expect(message(ui, 'Done asking')).toBeVisible()
})

test('an entry that appeared from outside does not start without a word of the person', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  await runParley(parley, ['list'])
  parley.writeServers({ everything: real('everything'), planted: fixture('asksUser') })
  const { code, err } = await runParley(parley, ['call', 'planted', 'ask_name'])
  expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('Start planted: refused') })
})

test('a server that wants a sign-in is listed as such, and a call without a terminal ends with 3 and says where to sign in', async ({
  parley,
}) => {
  const server = createServer((_request, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  parley.writeServers({ acme: { type: 'http', url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp` } })
  const listed = await runParley(parley, ['list'])
  const called = await runParley(parley, ['call', 'acme', 'anything'])
  server.close()
  expect([listed.code, called.code, called.out]).toEqual([0, 3, ''])
  expect(listed.out).toMatch(/acme +Needs sign-in/)
  expect(called.err).toContain('Sign in in Parley’s window, or run this command in a terminal.')
})
