import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { emptyCatalog } from '../../shared/domain/catalog'
import { AccountId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { ChatBench, textResult, tool, waitForever } from './testing/chatBench'
import { ScriptedModel } from './testing/scriptedModel'

const files = ServerId.parse('files')
const work = AccountId.parse(randomUUID())
const echo = { files: { echo: () => Promise.resolve(textResult('hi back')) } }
const wants = { calls: [{ id: 'c', name: 'files__echo', arguments: '{}' }] }

it('makes calls of a conversation with the account that was chosen for it, whoever starts them', async () => {
  await using model = await ScriptedModel.start(wants, { text: ['Done.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo })
  const id = bench.open()
  bench.commands.chooseAccount(id, files, work)
  bench.runner.send(id, 'Go')
  await bench.ended(id)
  bench.runner.runTool(id, files, 'echo', {})
  await bench.ended(id)
  bench.commands.chooseAccount(id, files, null)
  bench.runner.runTool(id, files, 'echo', {})
  await bench.ended(id)
  expect(bench.servers.calls.map(({ accountId }) => accountId)).toEqual([work, work, undefined])
})

it('keeps the choice, tells it to the page and to the list, and lets it follow the new name of its server', () => {
  const bench = new ChatBench({ tools: echo })
  const id = bench.open()
  bench.commands.chooseAccount(id, files, work)
  bench.store.renameServer(files, ServerId.parse('documents'))
  expect([bench.screen(id).chosenAccounts, bench.store.load(id).chosenAccounts, bench.list.conversations()[0]?.chosenAccounts]).toEqual([
    { files: work },
    { documents: work },
    { documents: work },
  ])
})

it('a turn keeps the account that it began with', async () => {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  await using model = await ScriptedModel.start(
    wants,
    { ...wants, calls: [{ id: 'd', name: 'files__echo', arguments: '{}' }] },
    { text: ['Done.'] },
  )
  const slow = async () => {
    begun.resolve()
    await go.promise
    return textResult('hi')
  }
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: slow } } })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await begun.promise
  bench.commands.chooseAccount(id, files, work)
  go.resolve()
  await bench.ended(id)
  expect([bench.servers.calls.map(({ accountId }) => accountId), bench.screen(id).chosenAccounts]).toEqual([
    [undefined, undefined],
    { files: work },
  ])
})

it('chooses no account that the server does not have', () => {
  const bench = new ChatBench({ tools: echo })
  const id = bench.open()
  bench.servers.prepare = () => {
    throw new AppError('NOT_FOUND', 'There is no such account')
  }
  expect(() => bench.commands.chooseAccount(id, files, work)).toThrow('There is no such account')
  expect(bench.store.load(id).chosenAccounts).toEqual({})
})

it('offers a model nothing of a server whose chosen account is gone, rather than what another account has', async () => {
  await using model = await ScriptedModel.start({ text: ['No tools.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { ...echo, other: { go: (_call, signal) => waitForever(signal) } } })
  const id = bench.open()
  bench.commands.chooseAccount(id, files, work)
  bench.servers.state = () => undefined
  bench.runner.send(id, 'Go')
  await bench.ended(id)
  expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(['other__go'])
})

it('counts the tools that a conversation’s own accounts offer a model, and without a conversation those of the default ones', async () => {
  const bench = new ChatBench({ tools: echo })
  const id = bench.open()
  bench.servers.catalog = (_server, accountId) => ({ ...emptyCatalog, tools: accountId === work ? [] : [tool('echo')] })
  const count = async (of?: typeof id) =>
    (await bench.commands.toolsForModel({ conversationId: of }, 'default', new AbortController().signal)).count
  const counts = async () => [await count(), await count(id)]
  expect(await counts()).toEqual([1, 1])
  bench.commands.chooseAccount(id, files, work)
  expect(await counts()).toEqual([1, 0])
})
