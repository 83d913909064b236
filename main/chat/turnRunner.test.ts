import { expect, it } from 'vitest'
import type { Call, Conversation, Part } from '../../shared/domain/chat'
import { ModelRef, ServerId } from '../../shared/domain/ids'
import { allow, ChatBench, textResult, waitForever } from './testing/chatBench'
import { dayOf } from '../instructions/momentsTold'
import { ScriptedModel, type ScriptedCall } from './testing/scriptedModel'

const wants = (tool: string, args = '{"message":"hi"}', id = `call-${tool}`): ScriptedCall => ({
  id,
  name: `files__${tool}`,
  arguments: args,
})
const echo = { files: { echo: () => Promise.resolve(textResult('hi back')) } }

function callsIn(conversation: Conversation): Call[] {
  return conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
}
function shape(parts: readonly Part[]): string[] {
  return parts.map((part) => {
    if (part.kind === 'call') return `${part.call.tool} ${part.call.state}`
    if (part.kind === 'attachment') return `${part.source} ${part.name}`
    if (part.kind === 'file') return `file ${part.file.name}`
    return part.kind === 'notice' ? part.error.code : `${part.kind}: ${part.text}`
  })
}

it('streams an answer, names the conversation and keeps both', async () => {
  await using model = await ScriptedModel.start({ reasoning: 'Hm.', text: ['Hello', ' there'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Say hello\nplease')
  const shown = await bench.ended(id)
  expect(shown.title).toBe('Say hello')
  expect(shape(shown.messages[1]?.parts ?? [])).toEqual(['reasoning: Hm.', 'text: Hello there'])
  expect(bench.store.load(id)).toEqual(shown)
  expect(bench.list.conversations()).toMatchObject([{ title: 'Say hello', turn: 'done' }])
})

it('runs a tool, gives the model its result under the id of the call, and goes on', async () => {
  await using model = await ScriptedModel.start({ text: ['Looking.'], calls: [wants('echo')] }, { text: ['It said hi back.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  const shown = await bench.ended(id)
  expect(shape(shown.messages[1]?.parts ?? [])).toEqual(['text: Looking.', 'echo done', 'text: It said hi back.'])
  expect(bench.servers.calls[0]).toMatchObject({ serverId: 'files', tool: 'echo', arguments: { message: 'hi' }, conversationId: id })
  expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(['files__echo'])
  expect(model.requests[1]?.messages.slice(-1)).toEqual([{ role: 'tool', tool_call_id: 'call-echo', content: 'hi back' }])
  expect(bench.store.load(id)).toEqual(shown)
})

it('runs the calls of one step side by side', async () => {
  const together = Promise.withResolvers<void>()
  let running = 0
  const meet = async () => {
    if (++running === 2) together.resolve()
    await together.promise
    return textResult('met')
  }
  await using model = await ScriptedModel.start({ calls: [wants('one'), wants('two')] }, { text: ['Both.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { one: meet, two: meet } } })
  const id = bench.open()
  bench.runner.send(id, 'Both')
  expect(callsIn(await bench.ended(id)).map(({ state }) => state)).toEqual(['done', 'done'])
})

it('waits while a person decides, and tells the model what a person who denied said', async () => {
  const decided = Promise.withResolvers<void>()
  await using model = await ScriptedModel.start({ calls: [wants('echo')] }, { text: ['Fine.'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: echo,
    approve: async () => {
      await decided.promise
      return { verdict: 'deny', why: { by: 'person', reason: { id: 'approvals.why.denied' } }, word: 'Use the other file.' }
    },
  })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  await bench.until(id, ({ messages }) => messages[1]?.state === 'waiting')
  expect(bench.list.conversations()[0]?.turn).toBe('waiting')
  decided.resolve()
  const shown = await bench.ended(id)
  expect(callsIn(shown)[0]).toMatchObject({ state: 'denied', error: { code: 'DENIED', said: 'Use the other file.' } })
  expect(bench.servers.calls).toEqual([])
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('Use the other file.')
})

it('runs what a person changed, and tells the model', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('echo')] }, { text: ['Fine.'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: echo,
    approve: () =>
      Promise.resolve({
        verdict: 'allow',
        arguments: { message: 'bye' },
        edited: true,
        why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
      }),
  })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  const shown = await bench.ended(id)
  expect(bench.servers.calls[0]?.arguments).toEqual({ message: 'bye' })
  expect(callsIn(shown)[0]).toMatchObject({ asked: { message: 'hi' }, approved: { message: 'bye' } })
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('{"message":"bye"}')
})

it('TL-20: tells a model that made up a tool which ones there are like it, and one that knows a tool it is not given why', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('ecko'), wants('secret')] }, { text: ['Sorry.'] })
  const run = () => Promise.resolve(textResult('ran'))
  // One tool is all that a model is given here.
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: run, secret: run } }, limits: { toolsToModel: 1 } })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  const [madeUp, notOffered] = callsIn(await bench.ended(id))
  expect([madeUp, notOffered]).toMatchObject([
    { state: 'failed', error: { reason: 'chat.unknownTool', params: { name: 'files__ecko', near: ['files__echo'], count: 1 } } },
    {
      state: 'failed',
      serverId: 'files',
      tool: 'secret',
      error: { reason: 'chat.toolNotOffered', params: { server: 'files', tool: 'secret' } },
    },
  ])
  const told = model.requests[1]?.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
  expect(told?.[0]).toBe(
    '[Parley: UNKNOWN_TOOL: There is no tool "files__ecko". Did you mean "files__echo"? Call only tools that you were given, by exactly their names.]',
  )
  expect(told?.[1]).toContain('UNKNOWN_TOOL')
  expect(bench.servers.calls).toEqual([])
})

// A model that was given no tools at all has not asked yet, by the look of it: that is how a call of an earlier run looks, which goes on.
it('runs no tool that is switched off for a model that calls it all the same', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('echo')] }, { text: ['Sorry.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo, limits: { toolsToModel: 0 } })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  expect(callsIn(await bench.ended(id))).toMatchObject([{ state: 'failed', error: { reason: 'chat.toolNotOffered' } }])
  expect(bench.servers.calls).toEqual([])
})

// A call was judged by what its server was when the model was asked, which may be minutes ago.
it('has trust that is taken back, and a tool that is switched off, while the model answers count for the calls of that answer', async () => {
  await using model = await ScriptedModel.start(
    () => {
      bench.servers.configured = { trusted: false, disabledTools: ['secret'] }
      return { calls: [wants('echo'), wants('secret')] }
    },
    { text: ['Sorry.'] },
  )
  const run = () => Promise.resolve(textResult('ran'))
  const trusted: boolean[] = []
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { echo: run, secret: run } },
    approve: (request, signal) => {
      trusted.push(request.server.trusted)
      return allow(request, signal)
    },
  })
  bench.servers.configured = { trusted: true }
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  expect(callsIn(await bench.ended(id))).toMatchObject([{ state: 'done' }, { state: 'failed', error: { reason: 'chat.toolNotOffered' } }])
  expect([trusted, bench.servers.calls.map(({ tool }) => tool)]).toEqual([[false], ['echo']])
})

it('TL-20: answers a tool that does not exist, and arguments that are not JSON, and lets the model try again', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('nope'), wants('echo', '{"message":')] }, { text: ['Sorry.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  const shown = await bench.ended(id)
  expect(callsIn(shown).map(({ state, error }) => [state, error?.code])).toEqual([
    ['failed', 'UNKNOWN_TOOL'],
    ['failed', 'INVALID_ARGUMENTS'],
  ])
  expect(callsIn(shown)[1]?.askedText).toBe('{"message":')
  expect(model.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(2)
  expect(shown.messages[1]?.state).toBe('done')
})

it('TL-19, TL-20: keeps a call that the server fails, and a result that is an error', async () => {
  const tools = {
    files: { crash: () => Promise.reject(new Error('gone')), wrong: () => Promise.resolve(textResult('no such file', true)) },
  }
  await using model = await ScriptedModel.start({ calls: [wants('crash'), wants('wrong')] }, { text: ['Sorry.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools })
  const id = bench.open()
  bench.runner.send(id, 'Try it')
  const [crash, wrong] = callsIn(await bench.ended(id))
  expect([crash?.state, crash?.error?.message, wrong?.state, wrong?.result?.isError]).toEqual(['failed', 'gone', 'failed', true])
})

it('stops the model in the middle of its words, keeps them, and the next turn works', async () => {
  await using model = await ScriptedModel.start({ text: ['Once upon'], ending: 'hold' }, { text: ['Yes?'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'A story')
  await bench.until(id, ({ messages }) => messages[1]?.parts.length === 1)
  await bench.runner.stop(id)
  expect(bench.screen(id).messages[1]).toMatchObject({ state: 'stopped', parts: [{ text: 'Once upon' }] })
  bench.runner.send(id, 'Wait')
  expect((await bench.ended(id)).messages.at(-1)).toMatchObject({ state: 'done', parts: [{ text: 'Yes?' }] })
  expect(bench.store.load(id)).toEqual(bench.screen(id))
})

it('stops all calls at once, also of a server that does not listen, and the next turn is valid', async () => {
  const deaf = () => new Promise<never>(() => undefined)
  await using model = await ScriptedModel.start({ calls: [wants('deaf'), wants('echo')] }, { text: ['Yes?'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { deaf, echo: deaf } },
    approve: (request, signal) => (request.tool.name === 'echo' ? waitForever(signal) : allow(request, signal)),
  })
  const id = bench.open()
  bench.runner.send(id, 'Both')
  await bench.until(
    id,
    (shown) =>
      callsIn(shown)
        .map(({ state }) => state)
        .join() === 'running,waitingApproval',
  )
  await bench.runner.stop(id)
  expect(callsIn(bench.screen(id)).map(({ state }) => state)).toEqual(['stopped', 'stopped'])
  bench.runner.send(id, 'Wait')
  await bench.ended(id)
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user'])
})

it('stops one call and lets the turn go on', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('deaf')] }, { text: ['Then not.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { deaf: () => new Promise<never>(() => undefined) } } })
  const id = bench.open()
  bench.runner.send(id, 'Try')
  const [call] = callsIn(await bench.until(id, (shown) => callsIn(shown)[0]?.state === 'running'))
  if (call) bench.runner.stopCall(call.id)
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['deaf stopped', 'text: Then not.'])
})

it('says what happened when the model breaks off, keeps what came, and goes on from there in the same text', async () => {
  await using model = await ScriptedModel.start({ text: ['Half of a sen'], ending: 'breakOff' }, { text: ['tence.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['text: Half of a sen', 'MODEL_CUT_OFF'])
  expect(bench.screen(id).messages[1]?.state).toBe('failed')
  bench.runner.retry(id)
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['text: Half of a sentence.'])
  expect(model.requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'Half of a sen' },
    { role: 'user', content: expect.stringContaining('broke off') },
  ])
  expect(bench.store.load(id)).toEqual(bench.screen(id))
})

it('sends back nothing that a provider signed for a text that has grown since, also after Parley ended in the middle', async () => {
  await using model = await ScriptedModel.start({ text: ['Half'], ending: 'breakOff' }, { text: [' and half'], ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  const answer = (await bench.ended(id)).messages[1]
  const [part] = answer?.parts ?? []
  if (!answer || part?.kind !== 'text') throw new Error('There is no text')
  bench.store.savePart(answer.id, { ...part, forModel: { google: { thoughtSignature: 's' } } })
  bench.runner.retry(id)
  await bench.until(id, ({ messages }) => shape(messages[1]?.parts ?? []).join() === 'text: Half and half')
  await bench.runner[Symbol.asyncDispose]()
  expect(bench.store.load(id).messages[1]?.parts).toEqual([{ id: part.id, kind: 'text', text: 'Half and half' }])
})

it.each([
  ['the model that began it', 'local/first', { text: ['Half'] }, 'local/first'],
  ["the conversation's model, if that one is gone", 'gone/first', { text: ['Half'] }, 'local/scripted-1'],
  ["the conversation's model, if nothing came of it", 'local/first', {}, 'local/scripted-1'],
])('goes on with a broken answer with %s', async (_case, began, came, goesOn) => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { ...came, ending: 'breakOff' }, { text: [' more'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  const [, answer] = (await bench.ended(id)).messages
  if (!answer) throw new Error('There is no answer')
  await bench.runner.regenerate(id, answer.id, ModelRef.parse(began))
  await bench.ended(id)
  bench.runner.retry(id)
  expect((await bench.ended(id)).messages[1]).toMatchObject({ state: 'done', model: goesOn })
})

it('does not make a call twice when a turn is tried again', async () => {
  await using model = await ScriptedModel.start(
    { calls: [wants('echo')] },
    { status: 500, body: '{"error":{"message":"out of memory"}}' },
    { text: ['Done.'] },
  )
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['echo done', 'MODEL_ERROR'])
  bench.runner.retry(id)
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['echo done', 'text: Done.'])
  expect(bench.servers.calls).toHaveLength(1)
  expect(bench.store.load(id)).toEqual(bench.screen(id))
})

it('F20: ends a turn that never stops asking for tools, with a notice', async () => {
  const again = { calls: [wants('echo')] }
  await using model = await ScriptedModel.start(again, again, again)
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo, limits: { stepsPerTurn: 2 } })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  expect(shape((await bench.ended(id)).messages[1]?.parts ?? [])).toEqual(['echo done', 'echo done', 'STEP_LIMIT'])
})

it('shows the beginning of a large result, keeps the whole, and gives the model its own share with a word about it', async () => {
  const whole = 'x'.repeat(5_000)
  await using model = await ScriptedModel.start({ calls: [wants('big')] }, { text: ['Big.'] })
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { big: () => Promise.resolve(textResult(whole)) } },
    limits: { resultBytesToScreen: 1_000, resultBytesToModel: 2_000 },
  })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  const [call] = callsIn(await bench.ended(id))
  expect(call?.result?.cut).toBe(true)
  expect(call && JSON.parse(bench.commands.wholeResult(call.id, 0).json)).toEqual(textResult(whole))
  const told = String(model.requests[1]?.messages.at(-1)?.content)
  expect([told.startsWith('x'.repeat(1_900)), told.length < 2_200, told.endsWith('bytes.]')]).toEqual([true, true, true])
})

it('refuses to send without a model, and loses nothing', () => {
  const bench = new ChatBench()
  const id = bench.open()
  expect(() => bench.runner.send(id, 'Hello')).toThrow(expect.objectContaining({ code: 'MODEL_MISSING' }))
  expect(bench.screen(id).messages).toEqual([])
})

it('refuses a second message while a turn runs', async () => {
  await using model = await ScriptedModel.start({ ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'One')
  expect(() => bench.runner.send(id, 'Two')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  await bench.runner.stop(id)
})

it('runs a tool for a person without asking and without a model', async () => {
  const bench = new ChatBench({ tools: echo, approve: () => Promise.reject(new Error('nobody should be asked')) })
  const id = bench.open()
  bench.runner.runTool(id, ServerId.parse('files'), 'echo', { message: 'hi' })
  const shown = await bench.ended(id)
  expect(callsIn(shown)[0]).toMatchObject({ startedBy: 'person', state: 'done', why: { by: 'startedByPerson' } })
  expect(bench.store.load(id)).toEqual(shown)
})

it("gives the model a person's own call as a call, so that the server's words never become the person's", async () => {
  await using model = await ScriptedModel.start({ text: ['I see.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.runTool(id, ServerId.parse('files'), 'echo', { message: 'hi' })
  await bench.ended(id)
  bench.runner.send(id, 'And?')
  await bench.ended(id)
  expect(model.requests[0]?.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
    ['user', '[I ran the tool "echo" of the server "files" myself.]'],
    ['assistant', null],
    ['tool', 'hi back'],
    ['user', `And?\n\n[Parley: today is ${dayOf(Date.now())}.]`],
  ])
})

it('takes a conversation away and brings it back', async () => {
  const bench = new ChatBench()
  const id = bench.open()
  const { undoId } = await bench.commands.remove([id])
  expect(bench.list.conversations()).toEqual([])
  expect(() => bench.commands.open(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  bench.list.restore(undoId)
  expect(bench.list.conversations()).toHaveLength(1)
})

it('keeps a draft, a name and the choice of a model', () => {
  const bench = new ChatBench()
  const id = bench.open()
  bench.commands.saveDraft(id, 'Dear')
  bench.commands.rename(id, 'Letters')
  bench.commands.setModel(id, 'none')
  expect(bench.commands.open(id).conversation).toMatchObject({ draft: 'Dear', title: 'Letters', model: 'none' })
  expect(bench.screen(id)).toMatchObject({ title: 'Letters', model: 'none' })
})

it('gives a page that opens in the middle of an answer exactly what the events before it say', async () => {
  await using model = await ScriptedModel.start({ text: ['a', 'b', 'c'], ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.until(id, ({ messages }) => messages[1]?.parts.length === 1)
  expect(bench.commands.open(id)).toEqual({ conversation: bench.screen(id), seq: bench.events.length })
  await bench.runner.stop(id)
})

it('gives up on a model that says nothing', async () => {
  await using model = await ScriptedModel.start({ ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl, limits: { callQuietMs: 50 } })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  expect((await bench.ended(id)).messages[1]).toMatchObject({ state: 'failed', parts: [{ kind: 'notice', error: { code: 'TIMED_OUT' } }] })
})

it('ends a turn as failed, and says so, when it cannot be written any more', async () => {
  await using model = await ScriptedModel.start({ calls: [wants('break')] }, { text: ['Unheard.'] })
  const bench: ChatBench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      files: {
        break: () => {
          bench.database.close()
          return Promise.resolve(textResult('broken'))
        },
      },
    },
  })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  const shown = await bench.until(id, ({ messages }) => messages[1]?.state === 'failed')
  expect(shape(shown.messages[1]?.parts ?? []).at(-1)).toBe('INTERNAL')
})

it('B08: arguments that reach for the prototype of every object are refused and change nothing', async () => {
  const poison = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
  await using model = await ScriptedModel.start({ calls: [wants('echo', poison)] }, { text: ['Sorry.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.ended(id)
  expect(bench.servers.calls).toEqual([])
  expect('polluted' in {}).toBe(false)
})
