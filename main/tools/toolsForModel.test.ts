import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { toolsForModel, type ReadyServer } from './toolsForModel'

function ready(id: string, names: readonly string[], disabledTools: readonly string[] = []): ReadyServer {
  const server: ServerDefinition = {
    id: ServerId.parse(id),
    launch: { kind: 'stdio', command: 'x', args: [], env: {} },
    enabled: true,
    roots: [],
    rootsChosen: false,
    disabledTools,
    sampling: 'ask',
    trusted: false,
  }
  return { server, tools: names.map((name): Tool => ({ name, inputSchema: {}, hash: name })) }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)

it('offers enabled tools in the order of the servers and of their lists', () => {
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

it('takes as many as fit, exactly, and says how many were left out', () => {
  expect(toolsForModel([ready('a', many(128))], 128).view).toMatchObject({ count: 128, leftOut: 0 })
  expect(toolsForModel([ready('a', many(129))], 128).view).toMatchObject({ count: 128, leftOut: 1 })
})

it('lets a server with very many tools take nothing from the others', () => {
  const { view } = toolsForModel([ready('big', many(5_000)), ready('small', many(13)), ready('other', many(14))], 128)
  expect(view.servers.map(({ tools }) => tools.length)).toEqual([101, 13, 14])
})
