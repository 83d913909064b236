import { expect, it } from 'vitest'
import type { Conversation, Part } from '../../shared/domain/chat'
import type { MessageId } from '../../shared/domain/ids'
import { ModelRef } from '../../shared/domain/ids'
import { ChatBench, textResult } from './testing/chatBench'
import { ScriptedModel } from './testing/scriptedModel'

const wantsEcho = { calls: [{ id: 'call-echo', name: 'files__echo', arguments: '{"message":"hi"}' }] }
const echo = { files: { echo: () => Promise.resolve(textResult('hi back')) } }

const textOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('|')
const texts = ({ messages }: Conversation): string[] => messages.map(({ parts }) => textOf(parts))
/** Each message as the person sees it: its text, and which version it is of how many. */
const versions = ({ messages }: Conversation): string[] =>
  messages.map(({ id, parts, versions: all = [id] }) => `${textOf(parts)} ${all.indexOf(id) + 1}/${all.length}`)
const idOf = ({ messages }: Conversation, index: number): MessageId => {
  const message = messages.at(index)
  if (!message) throw new Error(`There is no message ${index}`)
  return message.id
}

it('edits any message of the person: the old version stays with all that followed it, and comes back', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] }, { text: ['Other'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'First')
  await bench.ended(id)
  bench.runner.send(id, 'Second')
  const before = await bench.ended(id)
  await bench.runner.edit(id, idOf(before, 0), 'Changed')
  const after = await bench.ended(id)
  expect([versions(after), after.title]).toEqual([['Changed 2/2', 'Other 1/1'], 'Changed'])
  expect(
    model.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join(),
  ).not.toContain('Second')
  bench.runner.showVersion(id, idOf(before, 0))
  expect(versions(bench.screen(id))).toEqual(['First 1/2', 'One 1/1', 'Second 1/1', 'Two 1/1'])
  expect(bench.store.load(id)).toEqual(bench.screen(id))
  expect(new ChatBench({ database: bench.database }).store.load(id).messages).toEqual(bench.screen(id).messages)
})

it('asks for another answer, of another model if wished, and goes on after the version that is in front', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] }, { text: ['Next'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const first = await bench.ended(id)
  const other = ModelRef.parse('local/other')
  await bench.runner.regenerate(id, idOf(first, 1), other)
  const second = await bench.ended(id)
  expect([versions(second), second.messages[1]?.model]).toEqual([['Ask 1/1', 'Two 2/2'], other])
  bench.runner.showVersion(id, idOf(first, 1))
  bench.runner.send(id, 'More')
  expect(texts(await bench.ended(id))).toEqual(['Ask', 'One', 'More', 'Next'])
  const sent = model.requests.at(-1)?.messages.map(({ content }) => content)
  expect([sent?.includes('One'), sent?.includes('Two')]).toEqual([true, false])
  bench.runner.showVersion(id, idOf(second, 1))
  expect(texts(bench.screen(id))).toEqual(['Ask', 'Two'])
  expect(bench.store.load(id)).toEqual(bench.screen(id))
})

it('editing while an answer runs stops it, and keeps what came of it in the old version', async () => {
  await using model = await ScriptedModel.start({ text: ['Begun'], ending: 'hold' }, { text: ['New'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const running = await bench.until(id, (shown) => texts(shown)[1] === 'Begun')
  expect(() => bench.runner.showVersion(id, idOf(running, 0))).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  await bench.runner.edit(id, idOf(running, 0), 'Ask better')
  expect(versions(await bench.ended(id))).toEqual(['Ask better 2/2', 'New 1/1'])
  bench.runner.showVersion(id, idOf(running, 0))
  expect(bench.screen(id).messages.map(({ parts, state }) => [textOf(parts), state])).toEqual([
    ['Ask', 'done'],
    ['Begun', 'stopped'],
  ])
})

it('changes the text of an answer without running anything again, and the model gets the changed one', async () => {
  await using model = await ScriptedModel.start({ text: ['Looking.'], ...wantsEcho }, { text: ['It is wrong.'] }, { text: ['Fine.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const first = await bench.ended(id)
  await bench.runner.edit(id, idOf(first, 1), 'It is right.')
  expect(versions(bench.screen(id))).toEqual(['Ask 1/1', 'Looking.|It is right. 2/2'])
  expect([bench.servers.calls.length, model.requests.length]).toEqual([1, 2])
  await expect(bench.runner.edit(id, idOf(bench.screen(id), 1), ' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  bench.runner.send(id, 'And?')
  await bench.ended(id)
  expect(model.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['Looking.', 'hi back', 'It is right.', 'And?']),
  )
  expect(bench.store.load(id)).toEqual(bench.screen(id))
})

it('nothing is edited to emptiness, and nothing that is not in front', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const first = await bench.ended(id)
  await expect(bench.runner.edit(id, idOf(first, 0), ' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(bench.runner.regenerate(id, idOf(first, 0))).rejects.toMatchObject({ code: 'CONFLICT' })
  await bench.runner.regenerate(id, idOf(first, 1))
  await bench.ended(id)
  await expect(bench.runner.edit(id, idOf(first, 1), 'Else')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('branches into a conversation of its own, with calls and whole results; what happens there changes nothing here', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['One'] }, { text: ['Two'] }, { text: ['Three'] })
  const long = 'x'.repeat(5_000)
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { echo: () => Promise.resolve(textResult(long)) } },
    limits: { resultBytesToScreen: 1_000, resultBytesToModel: 2_000 },
  })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const first = await bench.ended(id)
  bench.runner.send(id, 'More')
  const before = await bench.ended(id)
  const { conversationId: branch } = await bench.brancher.branch(id, idOf(first, 1))
  bench.watch(branch)
  expect([texts(bench.screen(branch)), bench.screen(branch).title]).toEqual([['Ask', 'One'], 'Ask (2)'])
  const call = bench.screen(branch).messages[1]?.parts.find((part) => part.kind === 'call')
  if (call?.kind !== 'call') throw new Error('The call was not copied')
  expect(JSON.parse(bench.commands.wholeResult(call.call.id, 0).json)).toEqual(textResult(long))
  bench.runner.send(branch, 'Else')
  await bench.ended(branch)
  expect(model.requests.at(-1)?.messages.map(({ content }) => String(content).slice(0, 5))).toEqual(
    expect.arrayContaining(['Ask\n\n', 'xxxxx', 'One', 'Else']),
  )
  expect(bench.store.load(id)).toEqual(before)
  expect(bench.servers.calls).toHaveLength(1)
})

it('no branch of an answer that is being written, and none is left half-made', async () => {
  await using model = await ScriptedModel.start({ text: ['Begun'], ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const running = await bench.until(id, (shown) => texts(shown)[1] === 'Begun')
  await expect(bench.brancher.branch(id, idOf(running, 1))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(bench.list.conversations()).toHaveLength(1)
  const { conversationId: branch } = await bench.brancher.branch(id, idOf(running, 0))
  expect(texts(bench.store.load(branch))).toEqual(['Ask'])
  await bench.runner.stop(id)
})

it('a second click on Regenerate, and a change that cannot be made, stop nothing that runs', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'], ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const first = await bench.ended(id)
  await bench.runner.regenerate(id, idOf(first, 1))
  const second = await bench.until(id, (shown) => texts(shown)[1] === 'Two')
  await expect(bench.runner.regenerate(id, idOf(first, 1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(bench.runner.regenerate(id, idOf(first, 0))).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(bench.runner.edit(id, idOf(first, 1), 'Else')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(bench.screen(id).messages.map(({ id: messageId, state }) => [messageId, state])).toEqual([
    [idOf(second, 0), 'done'],
    [idOf(second, 1), 'running'],
  ])
  await bench.runner.stop(id)
})

it('two clicks on Regenerate while an answer runs make one new answer, and the second click does not stop it', async () => {
  await using model = await ScriptedModel.start({ text: ['One'], ending: 'hold' }, { text: ['Two'] }, { text: ['Three'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const running = await bench.until(id, (shown) => texts(shown)[1] === 'One')
  const clicks = await Promise.allSettled([1, 2].map(() => bench.runner.regenerate(id, idOf(running, 1))))
  expect(clicks.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(versions(await bench.ended(id))).toEqual(['Ask 1/1', 'Two 2/2'])
})

it('an edit that waits for a turn to stop starts nothing in a conversation that is removed meanwhile', async () => {
  await using model = await ScriptedModel.start({ text: ['One'], ending: 'hold' }, { text: ['Unseen'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  const running = await bench.until(id, (shown) => texts(shown)[1] === 'One')
  const edited = expect(bench.runner.edit(id, idOf(running, 0), 'Else')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { undoId } = await bench.commands.remove([id])
  await edited
  expect(model.requests).toHaveLength(1)
  bench.commands.restore(undoId)
  expect(versions(bench.store.load(id))).toEqual(['Ask 1/1', 'One 1/1'])
})

/** A conversation with one call, whose result is too large for the screen and for the model. */
async function withLargeResult(model: ScriptedModel, characters: number) {
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { echo: () => Promise.resolve(textResult('x'.repeat(characters))) } },
    limits: { resultBytesToScreen: 1_000, resultBytesToModel: 2_000 },
  })
  const id = bench.open()
  bench.runner.send(id, 'Ask')
  return { bench, id, before: await bench.ended(id) }
}

it('a changed answer appears only if the results of its calls could be saved with it', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['One'] })
  const { bench, id, before } = await withLargeResult(model, 5_000)
  bench.database.run(
    `CREATE TRIGGER full_disk BEFORE INSERT ON part WHEN new.kind = 'result' BEGIN SELECT raise(ABORT, 'database or disk is full'); END`,
  )
  await expect(bench.runner.edit(id, idOf(before, 1), 'Else')).rejects.toThrow('full')
  expect([bench.screen(id), bench.store.load(id)]).toEqual([before, before])
  bench.database.run('DROP TRIGGER full_disk')
  await bench.runner.edit(id, idOf(before, 1), 'Else')
  const call = bench.screen(id).messages[1]?.parts.find((part) => part.kind === 'call')
  expect(call?.kind === 'call' && JSON.parse(bench.commands.wholeResult(call.call.id, 0).json)).toEqual(textResult('x'.repeat(5_000)))
})

it('others have a turn between the pieces of a large result that a branch copies', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['One'] })
  const { bench, id, before } = await withLargeResult(model, 1_000_000)
  let turns = 0
  let ended = false
  const count = (): void => {
    turns++
    if (!ended) setImmediate(count)
  }
  setImmediate(count)
  await bench.brancher.branch(id, idOf(before, 1))
  ended = true
  expect(turns).toBeGreaterThan(10)
})
