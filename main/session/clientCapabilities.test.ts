import { expect, it } from 'vitest'
import { isRecord } from '../../shared/lib/json'
import { clientCapabilities } from './clientCapabilities'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { define, serverId, testPool } from '../connections/testing/poolFixture'

const eras = ['2025', '2026'] as const

it('EX-01: names every extension with a prefix and gives it an object of settings', () => {
  const declared = eras.flatMap((era) => Object.entries(clientCapabilities(era, { sampling: true }).extensions ?? {}))
  expect(
    declared.filter(
      ([name, settings]) => !/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+\/[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/.test(name) || !isRecord(settings),
    ),
  ).toEqual([])
})

it('EX-05: makes up no extension of its own: each one belongs to the protocol', () => {
  const names = eras.flatMap((era) => Object.keys(clientCapabilities(era, { sampling: true }).extensions ?? {}))
  expect(names.filter((name) => !name.startsWith('io.modelcontextprotocol/'))).toEqual([])
})

it('SA-01, SA-19: says that requests may bring tools, and never that they may see a conversation', () => {
  expect(eras.map((era) => clientCapabilities(era, { sampling: true }).sampling)).toEqual([{ tools: {} }, { tools: {} }])
  expect(eras.map((era) => clientCapabilities(era, { sampling: false }).sampling)).toEqual([undefined, undefined])
})

it('EX-02, EX-03: uses no extension with a server that does not offer it, and everything else with it', async () => {
  await using server = await modernHttp()
  await using test = testPool([define('plain', server.launch)])
  await test.pool.start(serverId('plain'))
  const { abilities } = await test.until('plain', 'ready')
  const result = await test.call('plain', 'a')
  expect([abilities, result.content, new Set(methodsOf(server))]).toEqual([
    [],
    [{ type: 'text', text: 'ok' }],
    new Set(['server/discover', 'tools/list', 'tools/call']),
  ])
})

it('EX-03: finds in the greeting of a server which extensions it speaks', async () => {
  const extensions = { 'io.modelcontextprotocol/skills': {}, 'com.example/unknown': { any: true } }
  await using server = await modernHttp(() => false, { capabilities: { tools: {}, extensions } })
  await using test = testPool([define('skilled', server.launch)])
  await test.pool.start(serverId('skilled'))
  expect((await test.until('skilled', 'ready')).abilities).toEqual(['skills'])
})
