import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'
import { enabledTools, toolsForModel, type ReadyServer } from './toolsForModel'

function ready(id: string, names: readonly string[], disabledTools: readonly string[] = []): ReadyServer {
  const server: ServerConfig = {
    id: ServerId.parse(id),
    launch: { kind: 'stdio', command: 'x', args: [], env: {} },
    enabled: true,
    roots: [],
    rootsChosen: false,
    disabledTools,
    sampling: 'ask',
    samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
    elicitation: 'ask',
    touches: {},
    protocol: 'automatic',
    auth: { kind: 'person' },
    traceContext: true,
    shareTraceId: false,
    trusted: false,
  }
  return { server, tools: names.map((name): Tool => ({ name, inputSchema: {}, hash: name })) }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)

it('TL-21, TN-05: offers enabled tools in the order of the servers and of their lists', () => {
  const { tools, view } = toolsForModel([ready('b', ['z', 'a', 'off'], ['off']), ready('a', ['m'])], 10)
  expect(tools.map(({ name }) => name)).toEqual(['b__z', 'b__a', 'a__m'])
  expect(view).toEqual({
    servers: [
      { serverId: 'b', tools: ['z', 'a'] },
      { serverId: 'a', tools: ['m'] },
    ],
    count: 3,
    leftOut: 0,
    limit: 10,
  })
})

// A table of tools by their own names would keep the last one, and call it whichever the model meant.
it('F05: offers tools of equal names of two servers, each to be called at its own', () => {
  const { tools } = toolsForModel([ready('alpha', ['echo', 'b__echo']), ready('alpha__b', ['echo']), ready('beta', ['echo'])], 10)
  expect(tools.map(({ name, server, tool }) => [name.replace(/_[a-z2-7]{26}$/, '_HASH'), server.id, tool.name])).toEqual([
    ['alpha__echo', 'alpha', 'echo'],
    ['alpha__b__echo', 'alpha', 'b__echo'],
    ['alpha__b__echo_HASH', 'alpha__b', 'echo'],
    ['beta__echo', 'beta', 'echo'],
  ])
})

it('takes as many as fit, exactly, and says how many were left out', () => {
  expect(toolsForModel([ready('a', many(128))], 128).view).toMatchObject({ count: 128, leftOut: 0 })
  expect(toolsForModel([ready('a', many(129))], 128).view).toMatchObject({ count: 128, leftOut: 1 })
})

it('lets a server with very many tools take nothing from the others', () => {
  const { view } = toolsForModel([ready('big', many(5_000)), ready('small', many(13)), ready('other', many(14))], 128)
  expect(view.servers.map(({ tools }) => tools.length)).toEqual([101, 13, 14])
})

it('TN-02: names a tool after what the user calls its server, and nothing that a server says of itself', () => {
  const { tools } = toolsForModel([ready('work', ['search']), ready('home', ['search'])], 10)
  expect(tools.map(({ name }) => name)).toEqual(['work__search', 'home__search'])
})

it('TN-04: keeps the exact name of a tool beside the one for the model, however odd it is', () => {
  const odd = ['read file', 'größe/ändern', 'a.b', 'x'.repeat(200), 'Read file']
  const { tools } = toolsForModel([ready('files', odd)], 10)
  expect(tools.map(({ tool }) => tool.name)).toEqual(odd)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(odd.length)
})

// Catches: the tool that a person named is the one that is left out of a request with too many.
it('takes the tools that the person named before others of their server, in the order of the server', () => {
  const named = new Set(['big/t9', 'big/t7', 'other/t1'])
  const { tools, view } = toolsForModel([ready('big', many(10)), ready('small', ['t1'])], 4, named)
  expect(tools.map(({ name }) => name)).toEqual(['big__t0', 'big__t7', 'big__t9', 'small__t1'])
  expect(view.leftOut).toBe(7)
})

it('keeps from the model what a server made for its own interface', () => {
  const [server] = [ready('a', ['shown', 'hidden'])]
  const tools = server?.tools.map((tool): Tool => (tool.name === 'hidden' ? { ...tool, appOnly: true } : tool)) ?? []
  const chosen = toolsForModel(server ? [{ ...server, tools }] : [], 10)
  expect([chosen.tools.map(({ name }) => name), chosen.view.leftOut]).toEqual([['a__shown'], 0])
})

it('gives no model a tool of which it cannot be told what it takes, and names it', () => {
  const one = ready('a', ['good', 'off', 'lost'], ['off'])
  const lost = { anyOf: [{ $ref: '#/$defs/gone' }] }
  const servers = [{ ...one, tools: one.tools.map((tool) => (tool.name === 'good' ? tool : { ...tool, inputSchema: lost })) }]
  const { tools, view } = toolsForModel(servers, 10)
  expect(tools.map(({ name }) => name)).toEqual(['a__good'])
  expect(view).toEqual({
    servers: [{ serverId: 'a', tools: ['good'] }],
    count: 1,
    leftOut: 0,
    limit: 10,
    untold: [{ serverId: 'a', tool: 'lost' }],
  })
  expect(enabledTools(servers).map(({ name }) => name)).toEqual(['a__good'])
})

// One such tool failed every request of every conversation.
it('J03: loses only the tool whose schema is too much, each time it is asked for', () => {
  const rows = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]))
  let deep: JsonObject = {}
  for (let level = 0; level < 20_000; level++) deep = { properties: { a: deep } }
  const schemas: Readonly<Record<string, JsonObject>> = { row: { $ref: '#/$defs/d0', $defs: { ...rows, d5000: {} } }, deep }
  const one = ready('a', ['row', 'good', 'deep'])
  const servers = [{ ...one, tools: one.tools.map((tool) => ({ ...tool, inputSchema: schemas[tool.name] ?? tool.inputSchema })) }]
  for (const _time of ['first', 'again']) {
    expect(enabledTools(servers).map(({ name }) => name)).toEqual(['a__good'])
    expect(toolsForModel(servers, 10).view.untold?.map(({ tool }) => tool)).toEqual(['row', 'deep'])
  }
})
