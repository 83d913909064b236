import { expect, it } from 'vitest'
import { ModelRef, ServerId, type ConversationId, type MessageId } from '../../../shared/domain/ids'
import { ChatBench, textResult, type BenchOptions } from '../testing/chatBench'
import type { ScriptedCall } from '../testing/scriptedModel'
import { referencesIn, ScriptedProvider, type ProviderAnswer, type ProviderRequest } from '../testing/scriptedProvider'

const call = (name: string, args: unknown = {}): ScriptedCall => ({ id: `${name}-${++calls}`, name, arguments: JSON.stringify(args) })
let calls = 0
const search = (...queries: readonly string[]): ScriptedCall => call('find_tools', { queries })

const done = () => Promise.resolve(textResult('done'))
const manyTools = () => ({
  files: {
    ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`tool_${index}`, done])),
    rename_page: done,
    print_page: done,
    print_label: done,
  },
})

/** A conversation with a Claude that takes references, except where its model is called otherwise. */
function benchOf(provider: ScriptedProvider, options: BenchOptions = {}): ChatBench {
  const openModel = (ref: ModelRef) =>
    ref.endsWith('/older') ? provider.open('claude-opus-4-1') : provider.open('claude-opus-5', 'references')
  return new ChatBench({ openModel, tools: manyTools(), ...options })
}

async function say(bench: ChatBench, id: ConversationId, ...said: readonly string[]): Promise<void> {
  for (const words of said) {
    bench.runner.send(id, words)
    const { messages } = await bench.ended(id)
    expect(messages.at(-1)?.state).toBe('done')
  }
}

const deferred = ({ tools }: ProviderRequest): readonly string[] => tools.filter((tool) => tool.defer_loading).map(({ name }) => name)
const listed = ({ tools }: ProviderRequest): readonly string[] => tools.filter((tool) => !tool.defer_loading).map(({ name }) => name)
/** What a model reads, in its order, up to the end of the messages, where Parley has Anthropic keep it. Deferred tools are not in it. */
const read = ({ tools, system, messages }: ProviderRequest): string =>
  JSON.stringify([tools.filter((tool) => !tool.defer_loading), system, messages]).slice(0, -2)
const at = (provider: ScriptedProvider, index: number): ProviderRequest => {
  const request = provider.requests.at(index)
  if (!request) throw new Error('There was no such request')
  return request
}
const answerIn = (bench: ChatBench, id: ConversationId): MessageId => {
  const answer = bench.screen(id).messages[1]
  if (!answer) throw new Error('There is no answer')
  return answer.id
}
const begin = async (...answers: readonly ProviderAnswer[]) => ScriptedProvider.start('anthropic', ...answers)

// Catches a conversation of which Claude reads all anew, at ten times the price, because a search has found a tool.
it('each request to Claude begins with the bytes of the one before it, also where a search has found new tools', async () => {
  const answers = [search('rename page'), call('files__rename_page'), 'Renamed.', search('print'), call('files__print_label'), 'Printed.']
  await using provider = await begin(...answers, 'Still here.')
  const bench = benchOf(provider)
  await say(bench, bench.open(), 'Rename it', 'Print it', 'And now?')
  const { requests } = provider
  expect(requests).toHaveLength(7)
  requests.slice(1).forEach((request, index) => expect(read(request).startsWith(read(at(provider, index)))).toBe(true))
  for (const request of requests) expect([listed(request), request.cache_control]).toEqual([['find_tools'], { type: 'ephemeral' }])
  const [first, second] = [['files__rename_page', 'files__print_page'], ['files__print_label']]
  expect(requests.map(deferred)).toEqual([[], first, first, first, ...[1, 2, 3].map(() => [...first, ...second])])
  // What was found is loaded once, also where a second search finds it too.
  for (const request of requests) expect(referencesIn(request)).toEqual(deferred(request))
  expect(bench.servers.calls.map(({ tool }) => tool)).toEqual(['rename_page', 'print_label'])
})

it('shows the person what a search found, and tells a model in words where nothing is new', async () => {
  await using provider = await begin(search('rename page'), search('rename page'), search('qqq'), 'Hm.')
  const bench = benchOf(provider)
  const id = bench.open()
  await say(bench, id, 'Rename it')
  const found = bench
    .screen(id)
    .messages[1]?.parts.map((part) => (part.kind === 'call' ? JSON.stringify(part.call.result?.structuredContent) : ''))
  expect([found?.[0], found?.[1]]).toEqual([expect.stringContaining('files__rename_page'), found?.[0]])
  const told = JSON.stringify(at(provider, 3).messages)
  expect([told.split('tool_reference').length - 1, told.split('From your next step on').length - 1]).toEqual([2, 1])
  expect(told).toContain('Nothing was found.')
})

it('lists what came up otherwise than by a search, and goes on listing it when a search finds it too', async () => {
  await using provider = await begin(call('files__tool_1'), search('tool 1', 'tool 7', 'rename page'), 'Done.', 'Again.')
  const bench = benchOf(provider)
  await say(bench, bench.open(), 'Take @files/tool_7', 'Again')
  expect(provider.requests.map(listed)).toEqual([
    ['find_tools', 'files__tool_7'],
    ['find_tools', 'files__tool_7', 'files__tool_1'],
    ['find_tools', 'files__tool_7', 'files__tool_1'],
    ['find_tools', 'files__tool_7', 'files__tool_1'],
  ])
  expect(deferred(at(provider, 2))).toContain('files__rename_page')
  expect(read(at(provider, 2)).startsWith(read(at(provider, 1)))).toBe(true)
})

// Catches a conversation that Anthropic refuses for ever.
it('refers to no tool that is gone or switched off, and says in words what a search found when all of it is', async () => {
  await using provider = await begin(search('rename page'), 'Found.', 'One is gone.', 'All are.', 'Back.')
  const tools = manyTools()
  const bench = benchOf(provider, { tools })
  const id = bench.open()
  await say(bench, id, 'Look')
  Reflect.deleteProperty(tools.files, 'rename_page')
  await say(bench, id, 'Go on')
  const turn = async (print_page: boolean) =>
    bench.settings.change(id, { switches: { tools: { [ServerId.parse('files')]: { print_page } } } })
  await turn(false)
  await say(bench, id, 'Go on')
  expect(JSON.stringify(at(provider, 3).messages)).toContain('From your next step on')
  Reflect.set(tools.files, 'rename_page', done)
  await turn(true)
  await say(bench, id, 'Go on')
  const found = ['files__rename_page', 'files__print_page']
  expect(provider.requests.map(referencesIn)).toEqual([[], found, ['files__print_page'], [], found])
  expect(provider.requests.map((request) => deferred(request).length)).toEqual([0, 2, 1, 0, 2])
})

it('takes up what a search found for another model, and lists it for one that takes no references', async () => {
  await using provider = await begin(search('rename page'), 'Found.', 'Now referred to.', 'Listed again.')
  const bench = benchOf(provider)
  const id = bench.open()
  bench.commands.setModel(id, ModelRef.parse('local/older'))
  await say(bench, id, 'Look')
  const found = ['files__rename_page', 'files__print_page']
  expect([listed(at(provider, 1)), referencesIn(at(provider, 1))]).toEqual([['find_tools', ...found], []])
  bench.commands.setModel(id, ModelRef.parse('local/newer'))
  await say(bench, id, 'Go on')
  expect([listed(at(provider, 2)), deferred(at(provider, 2)), referencesIn(at(provider, 2))]).toEqual([['find_tools'], found, found])
  bench.commands.setModel(id, ModelRef.parse('local/older'))
  await say(bench, id, 'Go on')
  expect([listed(at(provider, 3)), JSON.stringify(at(provider, 3)).includes('defer_loading')]).toEqual([['find_tools', ...found], false])
})

it('sends the same bytes after a restart, and in a branch', async () => {
  await using provider = await begin(search('rename page'), call('files__rename_page'), 'Renamed.', 'After.', 'Branched.')
  const before = benchOf(provider)
  const id = before.open()
  await say(before, id, 'Rename it')
  const { conversationId } = await before.brancher.branch(id, answerIn(before, id))
  const after = benchOf(provider, { database: before.database })
  for (const one of [id, conversationId]) {
    after.watch(one)
    await say(after, one, 'And now?')
  }
  const whole = (index: number): string => JSON.stringify(at(provider, index))
  expect(read(at(provider, 3)).startsWith(read(at(provider, 2)))).toBe(true)
  expect(JSON.stringify(at(provider, 3).tools)).toBe(JSON.stringify(at(provider, 2).tools))
  expect(whole(4)).toBe(whole(3))
})

it('lists what was found in the part for which a summary stands', async () => {
  await using provider = await begin(search('rename page'), 'Found.', 'Go on.')
  const bench = benchOf(provider)
  const id = bench.open()
  await say(bench, id, 'Look')
  const found = deferred(at(provider, 1))
  bench.store.summaries.save({
    through: answerIn(bench, id),
    messages: 2,
    text: 'They looked.',
    model: ModelRef.parse('local/x'),
    created: 1,
    changed: 1,
  })
  await say(bench, id, 'Go on')
  expect([listed(at(provider, 2)), referencesIn(at(provider, 2))]).toEqual([['find_tools', ...found], []])
})

it('each request to OpenAI begins with the bytes of the one before it, and brings what a search has found after its result', async () => {
  await using provider = await ScriptedProvider.start(
    'openai',
    search('rename page'),
    call('files__rename_page'),
    'Renamed.',
    'Still here.',
  )
  const bench = new ChatBench({ openModel: () => provider.open('gpt-6-sol', 'additions'), tools: manyTools() })
  await say(bench, bench.open(), 'Rename it', 'And now?')
  const { requests } = provider
  expect(requests).toHaveLength(4)
  const begins = ({ tools, input }: ProviderRequest): string => JSON.stringify([tools, input]).slice(0, -2)
  requests.slice(1).forEach((request, index) => expect(begins(request).startsWith(begins(at(provider, index)))).toBe(true))
  for (const request of requests) expect(listed(request)).toEqual(['find_tools'])
  const { input = [] } = at(provider, 3)
  const place = input.findIndex(({ type }) => type === 'additional_tools')
  expect(input[place - 1]).toMatchObject({ type: 'function_call_output', output: expect.stringContaining('From your next step on') })
  expect(input[place]?.tools).toContainEqual({
    type: 'function',
    name: 'files__rename_page',
    description: 'Does rename_page',
    parameters: { type: 'object', properties: {} },
    strict: false,
  })
  expect(bench.servers.calls.map(({ tool }) => tool)).toEqual(['rename_page'])
})

// Catches a conversation that ends with its first search, because nobody says which models of OpenAI take tools after a result.
it('asks a model of OpenAI that refuses tools among the messages with all of them in front', async () => {
  const answers = [search('rename page'), call('files__rename_page'), 'Renamed.']
  await using provider = await ScriptedProvider.start('openai', ...answers)
  provider.refuses = 'additional_tools'
  const bench = new ChatBench({ openModel: () => provider.open('gpt-6-sol', 'additions'), tools: manyTools() })
  await say(bench, bench.open(), 'Rename it')
  const answered = provider.requests.filter(({ input = [] }) => input.every(({ type }) => type !== 'additional_tools'))
  expect(answered.map(listed)).toEqual([
    ['find_tools'],
    ['find_tools', 'files__rename_page', 'files__print_page'],
    ['find_tools', 'files__rename_page', 'files__print_page'],
  ])
})
