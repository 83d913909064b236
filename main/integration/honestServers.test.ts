import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { TestHost } from '../testing/testHost'

const resolve = createRequire(import.meta.url).resolve
const launch = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
})

it.each([
  ['filesystem', launch('filesystem', import.meta.dirname)],
  ['memory', launch('memory')],
  ['everything', launch('everything')],
] as const)('F03: raises no alarm about the tools and instructions of the server %s, which is honest', async (name, server) => {
  const serverId = ServerId.parse(name)
  await using host = await TestHost.start({ files: { 'servers.json': { mcpServers: { [name]: server } } } })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  const { tools } = await host.call('servers.catalog', { serverId })
  expect(tools.length).toBeGreaterThan(5)
  expect(await host.call('definitions.noticed', { serverId })).toEqual({ tools: {}, instructions: [] })
})
