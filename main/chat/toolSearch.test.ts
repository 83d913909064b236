import { expect, it } from 'vitest'
import { ChatBench, textResult } from './testing/chatBench'
import { ScriptedModel, type ScriptedCall } from './testing/scriptedModel'

const calls = (name: string, args: unknown = {}): ScriptedCall => ({ id: `call-${name}`, name, arguments: JSON.stringify(args) })
const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`tool_${index}`, () => Promise.resolve(textResult('done'))]))
const servers = {
  files: { ...many, rename_file: () => Promise.resolve(textResult('renamed')) },
  mail: { send_mail: () => Promise.resolve(textResult('sent')) },
}
const queries = ['rename file', 'change the name of a file', 'move file']

it('gives a search instead of many tools; what was found is called in the next step, stays, and nobody is asked about the search', async () => {
  await using model = await ScriptedModel.start(
    { calls: [calls('find_tools', { queries })] },
    { calls: [calls('files__rename_file')] },
    { text: ['Renamed.'] },
    { text: ['Still here.'] },
  )
  const asked: string[] = []
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: servers,
    approve: (request) => {
      asked.push(request.tool.name)
      return Promise.resolve({
        verdict: 'allow',
        arguments: request.arguments,
        edited: false,
        why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
      })
    },
  })
  const id = bench.open()
  bench.runner.send(id, 'Rename it')
  const shown = await bench.ended(id)
  bench.runner.send(id, 'And now?')
  await bench.ended(id)
  const offered = model.requests.map(({ tools = [] }) => tools.map((tool) => tool.function.name))
  expect(offered[0]).toEqual(['find_tools'])
  expect(offered[1]?.slice(0, 2)).toEqual(['find_tools', 'files__rename_file'])
  expect(offered[1]?.length).toBeLessThanOrEqual(6)
  // The same bytes in each request that follows: the provider's prompt cache holds.
  const definitions = model.requests.map(({ tools }) => JSON.stringify(tools))
  expect(definitions.slice(2)).toEqual([definitions[1], definitions[1]])
  expect(asked).toEqual(['rename_file'])
  const [search] = shown.messages[1]?.parts ?? []
  expect(search?.kind === 'call' && [search.call.tool, search.call.state, search.call.why.by]).toEqual([
    'parley:find_tools',
    'done',
    'ownTool',
  ])
  expect(bench.store.load(id).messages[1]).toEqual(shown.messages[1])
})

it('runs a tool that the model knows by name without a search, and lists a tool that the person names', async () => {
  await using model = await ScriptedModel.start({ calls: [calls('mail__send_mail')] }, { text: ['Sent.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: servers })
  const id = bench.open()
  bench.runner.send(id, 'Take @files/tool_7')
  await bench.ended(id)
  const offered = model.requests.map(({ tools = [] }) => tools.map((tool) => tool.function.name))
  expect(offered).toEqual([
    ['find_tools', 'files__tool_7'],
    ['find_tools', 'files__tool_7', 'mail__send_mail'],
  ])
  expect(bench.servers.calls.map(({ tool }) => tool)).toEqual(['send_mail'])
})

it('gives a model the beginning of a long result, and it reads on, also in what only the disk has whole', async () => {
  const words = (index: number): string => `entry ${index} of the log\n`
  const long = Array.from({ length: 20_000 }, (_, index) => words(index)).join('')
  let handle = ''
  await using model = await ScriptedModel.start(
    { calls: [calls('files__log')] },
    (request) => {
      handle = /its handle is "(\w+)"/.exec(JSON.stringify(request.messages).replaceAll('\\', ''))?.[1] ?? ''
      return {
        calls: [calls('search_result', { result: handle, query: 'ENTRY 15000 ' }), calls('read_result', { result: handle, from: 300_000 })],
      }
    },
    { text: ['I read it.'] },
    { text: ['Yes.'] },
  )
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { log: () => Promise.resolve(textResult(long)) } } })
  const id = bench.open()
  bench.runner.send(id, 'What is in the log?')
  await bench.ended(id)
  const told = (request: number): readonly string[] =>
    (model.requests[request]?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content))
  expect(told(1)[0]).toMatch(/^entry 0 of the log/)
  expect(told(1)[0]?.length).toBeLessThan(10_000)
  expect(told(2)[1]).toContain(`"found":[${long.indexOf('entry 15000 ')}]`)
  expect(told(2)[2]).toContain(long.slice(300_000, 308_000))
  expect(model.requests.map(({ tools = [] }) => tools.map((tool) => tool.function.name))).toEqual([
    ['files__log'],
    ['files__log', 'read_result', 'search_result'],
    ['files__log', 'read_result', 'search_result'],
  ])
  // What it read on in stays as it was told, in each request that follows.
  bench.runner.send(id, 'Sure?')
  await bench.ended(id)
  expect(told(3)).toEqual(told(2))
})
