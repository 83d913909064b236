import { expect, it } from 'vitest'
import { appsExtension, speakableExtensions, spokenExtensions } from '../../shared/domain/extensions/extension'
import { clientCapabilities } from './clientCapabilities'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { define, serverId, testPool } from '../connections/testing/poolFixture'

const eras = ['2025', '2026'] as const

it('SA-01, SA-19: says that requests may bring tools, and never that they may see a conversation', () => {
  expect(eras.map((era) => clientCapabilities(era, { sampling: true, extensions: [] }).sampling)).toEqual([{ tools: {} }, { tools: {} }])
  expect(eras.map((era) => clientCapabilities(era, { sampling: false, extensions: [] }).sampling)).toEqual([undefined, undefined])
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

it('AP-01, AH-44: says in both eras which pages of apps it shows, and a shell without a page says nothing of apps', () => {
  const claims = (hasPage: boolean) =>
    eras.map((era) => {
      const extensions = speakableExtensions(spokenExtensions, hasPage).map(({ id }) => id)
      return clientCapabilities(era, { sampling: false, extensions }).extensions?.[appsExtension]
    })
  expect(claims(true)).toEqual([{ mimeTypes: ['text/html;profile=mcp-app'] }, { mimeTypes: ['text/html;profile=mcp-app'] }])
  expect(claims(false)).toEqual([undefined, undefined])
})
