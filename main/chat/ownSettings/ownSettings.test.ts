import { mkdtempSync, realpathSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AccountId, MessageId, ModelRef, ServerId, type ConversationId, type ProjectId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { ProjectChange } from '../../../shared/rpc/projects'
import { dayOf } from '../../instructions/momentsTold'
import { englishErrorText } from '../../lib/englishErrorText'
import { Database } from '../../storage/database'
import { ChatBench, textResult } from '../testing/chatBench'
import { ScriptedModel, type ModelRequest, type ScriptedCall } from '../testing/scriptedModel'

const [files, mail] = [ServerId.parse('files'), ServerId.parse('mail')]
const account = AccountId.parse('00000000-0000-4000-8000-000000000001')
const done = () => Promise.resolve(textResult('done'))
const tools = { files: { read: done, write: done }, mail: { send: done } }
const calls = (name: string): ScriptedCall => ({ id: `call-${name}`, name, arguments: '{}' })
const offered = ({ tools: listed = [] }: ModelRequest) => listed.map((tool) => tool.function.name)
const system = (request: ModelRequest | undefined): string => String(request?.messages[0]?.content)

/** A conversation in a project that says this. */
async function inProject(bench: ChatBench, change: ProjectChange): Promise<{ readonly id: ConversationId; readonly projectId: ProjectId }> {
  const { projectId } = bench.projects.create('Taxes')
  await bench.projects.change(projectId, change)
  const { conversationId } = bench.commands.create(undefined, projectId)
  bench.watch(conversationId)
  return { id: conversationId, projectId }
}

async function say(bench: ChatBench, id: ConversationId, words: string) {
  bench.runner.send(id, words)
  return await bench.ended(id)
}

it('the instructions of the project and of the conversation reach the model, after Parley’s own and before those of servers', async () => {
  await using model = await ScriptedModel.start({ text: ['Hello'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const states = bench.servers.states.bind(bench.servers)
  bench.servers.states = () =>
    Object.fromEntries(Object.entries(states()).map(([id, state]) => [id, { ...state, instructions: `Words of ${id}` }]))
  const { id } = await inProject(bench, { instructions: 'Sums in euros, in {{timezone}}.' })
  await bench.settings.change(id, { instructions: 'Only unpaid ones.' })
  await say(bench, id, 'Hi')
  const told = system(model.requests[0])
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const places = ['You are talking with a person', `Sums in euros, in ${zone}.`, 'Only unpaid ones.', 'Words of files'].map((words) =>
    told.indexOf(words),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

it('a request begins with the bytes of the one before it, though instructions ask for the time', async () => {
  await using model = await ScriptedModel.start(
    { text: ['One'] },
    { calls: [calls('files__read')] },
    { text: ['Two'] },
    { text: ['Three'] },
  )
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { instructions: 'It is {{date}}, {{time}}.' })
  for (const words of ['First', 'Second', 'Third']) await say(bench, id, words)
  const bodies = model.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1))
  for (const [index, body] of bodies.entries()) expect(body.startsWith(bodies[index - 1] ?? '')).toBe(true)
  expect(system(model.requests[0])).not.toMatch(/\d\d:\d\d/)
  expect(String(model.requests[3]?.messages.at(-1)?.content)).toMatch(/^Third\n\n\[Parley: today is .* \d{4}, it is \d\d:\d\d\.\]$/)
})

it.each(['regenerate', 'retry'] as const)('%s tells the day on which it is answered, and later requests tell the same', async (how) => {
  const first = how === 'retry' ? ({ status: 400, body: '{}' } as const) : { text: ['One'] }
  await using model = await ScriptedModel.start(first, { text: ['Two'] }, { text: ['Three'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const id = bench.open()
  const { messages } = await say(bench, id, 'Which day is it?')
  const old = Date.now() - 3 * 86_400_000
  bench.database.run('UPDATE message SET created = ?', old)
  if (how === 'retry') bench.runner.retry(id)
  else await bench.runner.regenerate(id, messages[1]?.id ?? MessageId.parse(''))
  await bench.ended(id)
  await say(bench, id, 'And now?')
  const asked = model.requests.slice(1).map((request) => request.messages[1]?.content)
  expect(asked).toEqual(Array(2).fill(`Which day is it?\n\n[Parley: today is ${dayOf(Date.now())}.]`))
})

it('a server that is off costs nothing: no tool, no instructions, no search; a call of it is refused with a sentence and does not run', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('mail__send'), calls('files__write')] }, { text: ['No'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { switches: { servers: { [mail]: false }, tools: { [files]: { write: false } } } })
  const { messages } = await say(bench, id, 'Send it')
  expect(model.requests.map(offered)).toEqual([['files__read'], ['files__read']])
  expect(system(model.requests[0])).not.toContain('mail')
  const ended = messages[1]?.parts.flatMap((part) =>
    part.kind === 'call' ? [[part.call.tool, part.call.state, part.call.error?.reason]] : [],
  )
  expect(ended).toEqual([
    ['send', 'failed', 'chat.toolSwitchedOff'],
    ['write', 'failed', 'chat.toolSwitchedOff'],
  ])
  expect(bench.servers.calls).toEqual([])
  const told = new AppError('UNKNOWN_TOOL', { reason: 'chat.toolSwitchedOff', params: { server: files, tool: 'write' } })
  expect(model.requests[1]?.messages.at(-1)?.content).toContain(englishErrorText(told.toData()).message)
  // What a person does themselves is theirs to do.
  bench.runner.runTool(id, mail, 'send', {})
  await bench.ended(id)
  expect(bench.servers.calls.map(({ tool }) => tool)).toEqual(['send'])
})

it('a search finds nothing of what is off, and the count beforehand says the same', async () => {
  await using model = await ScriptedModel.start(
    { calls: [{ id: 'call-find', name: 'find_tools', arguments: JSON.stringify({ queries: ['send mail'] }) }] },
    { text: ['None'] },
  )
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`tool_${index}`, done]))
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: many, mail: { send_mail: done } } })
  const { id, projectId } = await inProject(bench, { switches: { servers: { [mail]: false } } })
  await say(bench, id, 'Send it')
  expect(model.requests.flatMap(offered)).not.toContain('mail__send_mail')
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).not.toContain('send_mail"')
  const count = async (place: Parameters<typeof bench.commands.toolsForModel>[0]) =>
    (await bench.commands.toolsForModel(place, 'default', new AbortController().signal)).count
  expect([await count({}), await count({ projectId }), await count({ conversationId: id })]).toEqual([61, 60, 60])
})

it('a conversation turns a tool on that its project has off, and everybody else’s stays off', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id, projectId } = await inProject(bench, { switches: { servers: { [mail]: false } } })
  const other = bench.commands.create(undefined, projectId).conversationId
  bench.watch(other)
  await bench.settings.change(id, { switches: { servers: { [mail]: true } } })
  await say(bench, id, 'Hi')
  await say(bench, other, 'Hi')
  expect(model.requests.map(offered)).toEqual([
    ['files__read', 'files__write', 'mail__send'],
    ['files__read', 'files__write'],
  ])
})

it('a change counts from the next message, not in the turn that runs', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('mail__send')] }, { text: ['Sent'] }, { text: ['No more'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      files: { read: done },
      mail: {
        send: async () => {
          await bench.settings.change(id, { switches: { servers: { [mail]: false } } })
          return textResult('sent')
        },
      },
    },
  })
  const id = bench.open()
  await say(bench, id, 'Send it')
  await say(bench, id, 'Again')
  expect(model.requests.map(offered)).toEqual([['files__read', 'mail__send'], ['files__read', 'mail__send'], ['files__read']])
  expect(bench.screen(id).settings).toEqual({ switches: { servers: { [mail]: false }, tools: {} } })
})

it('parameters go with the request, those of the conversation over those of its project', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { parameters: { temperature: 0.2, maxOutputTokens: 500, reasoning: 'low' } })
  await say(bench, id, 'Hi')
  await bench.settings.change(id, { parameters: { temperature: 0, reasoning: 'high' } })
  await say(bench, id, 'Again')
  expect(model.requests.map((request) => [request.temperature, request.max_tokens, request.reasoning_effort])).toEqual([
    [0.2, 500, 'low'],
    [0, 500, 'high'],
  ])
})

it('calls use the accounts of the project where the conversation has none of its own', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('files__read'), calls('mail__send')] }, { text: ['Done'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { accounts: { [files]: account } })
  await say(bench, id, 'Go')
  expect(bench.servers.calls.map(({ tool, accountId }) => [tool, accountId])).toEqual([
    ['read', account],
    ['send', undefined],
  ])
})

it('the project’s model answers where the conversation has chosen none', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const [ofProject, own] = [ModelRef.parse('local/of-project'), ModelRef.parse('local/own')]
  const { id } = await inProject(bench, { model: ofProject })
  await say(bench, id, 'Hi')
  bench.commands.setModel(id, own)
  const { messages } = await say(bench, id, 'Again')
  expect([messages[1]?.model, messages[3]?.model]).toEqual([ofProject, own])
})

it('a conversation that moves keeps what it says itself, and what equals the new project is inherited; the page hears of it', async () => {
  const bench = new ChatBench({ tools })
  const { projectId } = bench.projects.create('Taxes')
  await bench.projects.change(projectId, { instructions: 'Short', parameters: { reasoning: 'low' } })
  const id = bench.open()
  await bench.settings.change(id, { instructions: 'Short', parameters: { temperature: 1 } })
  bench.settings.move([id], projectId)
  const { project, settings } = bench.screen(id)
  expect([project, settings]).toEqual([projectId, { parameters: { temperature: 1 } }])
  expect(bench.store.load(id)).toMatchObject({ project, settings })
  expect(bench.list.conversations()[0]?.project).toBe(projectId)
  await bench.projects.change(projectId, { instructions: 'Long' })
  expect(bench.settings.effective(id).instructions).toEqual([{ from: 'project', text: 'Long' }])
  bench.settings.move([id], null)
  expect([bench.screen(id).project, bench.settings.effective(id)]).toMatchObject([
    undefined,
    { instructions: [], parameters: { temperature: 1 } },
  ])
})

// Catches: a move that cannot be taken back: what equals the new project's is dropped, and moving it back by hand leaves it without that.
it('a move says what it changes, and is taken back whole, without what was changed or moved on meanwhile', async () => {
  const bench = new ChatBench({ tools })
  const [model, other] = [ModelRef.parse('local/first'), ModelRef.parse('local/second')]
  const { projectId } = bench.projects.create('Taxes')
  await bench.projects.change(projectId, { model, instructions: 'Short', switches: { servers: { [mail]: false } } })
  const [plain, own, changed, movedOn] = [bench.open(), bench.open(), bench.open(), bench.open()]
  bench.commands.setModel(own, other)
  for (const id of [own, changed, movedOn]) await bench.settings.change(id, { instructions: 'Short' })
  const { undoId, ...change } = bench.settings.move([plain, own, changed, movedOn], projectId)
  expect(change.switches).toBe(true)
  expect(new Set(change.models)).toEqual(
    new Set([
      { from: 'default', to: model },
      { from: other, to: other },
    ]),
  )
  await bench.settings.change(changed, { instructions: 'Long' })
  bench.settings.move([movedOn], bench.projects.create('Boats').projectId)
  bench.settings.undoMove(undoId)
  const now = (id: ConversationId) => [bench.screen(id).project, bench.store.load(id).settings.instructions]
  expect([plain, own, changed].map(now)).toEqual([
    [undefined, undefined],
    [undefined, 'Short'],
    [undefined, 'Long'],
  ])
  expect(bench.screen(movedOn).project).toBeDefined()
  expect(() => bench.settings.undoMove(undoId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it('a removed project leaves its conversations in none, with what they say themselves, and comes back with them', async () => {
  const bench = new ChatBench({ tools })
  const { id, projectId } = await inProject(bench, { instructions: 'In euros' })
  await bench.settings.change(id, { instructions: 'Short' })
  const texts = () => bench.settings.effective(id).instructions.map(({ text }) => text)
  const { undoId } = bench.projects.remove(projectId)
  expect([texts(), bench.store.load(id).project, bench.projects.projects()]).toEqual([['Short'], undefined, []])
  bench.projects.restore(undoId)
  expect([texts(), bench.store.load(id).project]).toEqual([['In euros', 'Short'], projectId])
  bench.projects.remove(projectId)
  bench.projects.sweep()
  expect([texts(), bench.store.load(id).project]).toEqual([['Short'], undefined])
})

it('settings survive a restart, go into a branch, and follow a server that is renamed', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] })
  const database = new Database(':memory:')
  const first = new ChatBench({ baseUrl: model.baseUrl, tools, database })
  const { id, projectId } = await inProject(first, { switches: { servers: { [mail]: false } } })
  await first.settings.change(id, { instructions: 'Short', switches: { tools: { [files]: { write: false } } } })
  const last = (await say(first, id, 'Hi')).messages.at(-1)
  if (!last) throw new Error('Nothing was answered')
  const again = new ChatBench({ tools, database })
  const { conversationId } = await again.brancher.branch(id, last.id)
  const renamed = ServerId.parse('papers')
  again.store.renameServer(files, renamed)
  again.projects.renameServer(mail, files)
  for (const one of [id, conversationId]) {
    expect(again.store.load(one)).toMatchObject({ project: projectId, settings: { instructions: 'Short' } })
    expect(again.settings.effective(one).switches).toEqual({ servers: { [files]: false }, tools: { [renamed]: { write: false } } })
  }
})

it.each([
  ["Unsupported value: 'temperature' does not support 0.2 with this model.", { temperature: 0.2 }, 'models.temperatureRefused'],
  ['`reasoning_effort` is not supported with this model', { reasoning: 'high' }, 'models.reasoningRefused'],
  ['max_tokens: 900000 > 64000, which is the maximum', { maxOutputTokens: 900_000 }, 'models.answerLengthRefused'],
  ["Unsupported value: 'temperature' does not support 0.2 with this model.", {}, 'models.notAccepted'],
  ['max_tokens must be greater than thinking.budget_tokens', { maxOutputTokens: 100, reasoning: 'high' }, 'models.answerLengthRefused'],
  ['The last message has no text; the temperature was 0.2', { temperature: 0.2 }, 'models.notAccepted'],
] as const)('a refusal says which parameter the model does not take: %s', async (message, parameters, reason) => {
  await using model = await ScriptedModel.start({ status: 400, body: JSON.stringify({ error: { message } }) })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { parameters })
  const { messages } = await say(bench, id, 'Hi')
  const notice = messages[1]?.parts.at(-1)
  expect(notice?.kind === 'notice' && [notice.error.reason, notice.error.said]).toEqual([reason, message])
})

it('a provider that names the parameter is believed, whatever else its sentence says', async () => {
  const error = { message: 'Only models that reason take this. The temperature is fixed for them.', param: 'reasoning_effort' }
  await using model = await ScriptedModel.start({ status: 400, body: JSON.stringify({ error }) })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const { id } = await inProject(bench, { parameters: { temperature: 0.2, reasoning: 'high' } })
  const notice = (await say(bench, id, 'Hi')).messages[1]?.parts.at(-1)
  expect(notice?.kind === 'notice' && notice.error.reason).toBe('models.reasoningRefused')
})

it('"inherit all" can be taken back whole, though a folder is gone meanwhile', async () => {
  const bench = new ChatBench({ tools })
  const { id } = await inProject(bench, { instructions: 'In euros' })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-own-')))
  await bench.settings.change(id, { instructions: 'Short', parameters: { temperature: 1 }, folders: { add: [folder] } })
  bench.commands.setModel(id, ModelRef.parse('local/own'))
  bench.commands.chooseAccount(id, files, account)
  const { model, chosenAccounts, settings } = bench.screen(id)
  rmdirSync(folder)
  const { undoId } = bench.settings.inheritAll(id)
  expect(bench.screen(id)).toMatchObject({ model: 'default', chosenAccounts: {}, settings: {} })
  expect(bench.settings.effective(id)).toMatchObject({ instructions: [{ from: 'project' }], folders: [], accounts: {} })
  bench.settings.restore(undoId)
  expect(bench.screen(id)).toMatchObject({ model, chosenAccounts, settings })
  expect(bench.settings.effective(id).folders).toEqual([folder])
})

it('what was switched off is off from the word that steers the turn on, and what was switched on waits for the next turn', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('files__read')] }, { calls: [calls('mail__send')] }, { text: ['No'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      ...tools,
      files: {
        ...tools.files,
        read: async () => {
          await bench.settings.change(id, { switches: { servers: { [mail]: false }, tools: { [files]: { write: null } } } })
          bench.queue.add(id, { text: 'Send nothing', attached: [] }, true)
          return textResult('read')
        },
      },
    },
  })
  const id = bench.open()
  await bench.settings.change(id, { switches: { tools: { [files]: { write: false } } } })
  const { messages } = await say(bench, id, 'Read and send')
  expect(model.requests.map(offered)).toEqual([['files__read', 'mail__send'], ['files__read'], ['files__read']])
  expect(bench.servers.calls.map(({ tool }) => tool)).toEqual(['read'])
  const sent = messages[1]?.parts.find((part) => part.kind === 'call' && part.call.tool === 'send')
  expect(sent?.kind === 'call' && sent.call.error?.reason).toBe('chat.toolSwitchedOff')
})

it('the calls of a turn share a folder only while it is shared: one that came later waits, one that was taken away is told to nobody', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('files__read')] }, { text: ['Done'] })
  const [first, second] = [1, 2].map(() => realpathSync(mkdtempSync(join(tmpdir(), 'parley-own-')))) as [string, string]
  const seen: unknown[] = []
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      files: {
        read: async () => {
          seen.push(bench.runner.folders(id))
          await bench.settings.change(id, { folders: { add: [second] } })
          seen.push(bench.runner.folders(id))
          await bench.settings.change(id, { folders: { remove: [first] } })
          seen.push(bench.runner.folders(id))
          return textResult('read')
        },
      },
    },
  })
  const id = bench.open()
  await bench.settings.change(id, { folders: { add: [first] } })
  await say(bench, id, 'Read')
  expect(seen).toEqual([[first], [first], []])
  expect(bench.runner.folders(id)).toEqual([second])
})

it('a server that is off stays off when it is renamed while a turn runs, and the page hears of its new name', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('files__read')] }, { text: ['Done'] })
  const papers = ServerId.parse('papers')
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      mail: tools.mail,
      papers: tools.mail,
      files: {
        read: () => {
          bench.store.renameServer(mail, papers)
          bench.runner.serverRenamed(mail, papers)
          bench.settings.serverRenamed(mail, papers)
          return done()
        },
      },
    },
  })
  const id = bench.open()
  await bench.settings.change(id, { switches: { servers: { [mail]: false, [papers]: true } } })
  await say(bench, id, 'Go')
  expect(model.requests[1] && offered(model.requests[1])).not.toContain('papers__send')
  expect(bench.screen(id).settings.switches?.servers).toEqual({ [papers]: false })
})

it('of a server whose name another program has, what is off stays off; of one that is gone for good nothing stays', async () => {
  const bench = new ChatBench({ tools })
  const { id, projectId } = await inProject(bench, {
    accounts: { [mail]: account },
    switches: { servers: { [mail]: true, [files]: false } },
  })
  await bench.settings.change(id, { switches: { servers: { [files]: true, [mail]: false } } })
  for (const owner of [bench.store, bench.projects]) for (const server of [files, mail]) owner.forgetServer(server)
  expect(bench.store.load(id).settings.switches?.servers).toEqual({ [mail]: false })
  expect(bench.projects.get(projectId).switches?.servers).toEqual({ [files]: false })
  for (const owner of [bench.store, bench.projects]) owner.keepOnly(new Set([files]))
  expect(bench.store.load(id).settings.switches?.servers).toEqual({})
  expect(bench.projects.get(projectId)).toMatchObject({ accounts: {}, switches: { servers: { [files]: false } } })
})
