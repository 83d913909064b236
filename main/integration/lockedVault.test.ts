import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { QuestionId, ServerId } from '../../shared/domain/ids'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import type { KeyProvider } from '../ports'
import { memoryKeyProvider } from '../secrets/memoryKeyProvider'
import { TestHost } from '../testing/testHost'

const everythingJs = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const serverId = ServerId.parse('everything')
const passphrase = 'correct horse battery'
const value = 'canary-secret-value'

/** A computer without a keychain. */
const none: KeyProvider = {
  kind: 'keychain',
  load: async () => {
    throw new AppError('SECRETS_LOCKED', 'There is no keychain on this computer')
  },
  save: async () => undefined,
}
const ports = () => ({ keyProviders: [none, memoryKeyProvider()] })

it('asks how to keep secrets where there is no keychain; then a server and a model wait for the passphrase, and go on', async () => {
  await using model = await ScriptedModel.start({ text: ['Hello'] })
  const files = {
    'servers.json': {
      mcpServers: { everything: { command: process.execPath, args: [everythingJs], env: { TOKEN: { secret: 'token' } } } },
    },
    'settings.json': {
      models: {
        default: 'local/scripted-1',
        providers: [
          { id: 'local', kind: 'openai-compatible', baseUrl: model.baseUrl, models: ['scripted-1'], apiKey: { secret: 'token' } },
        ],
      },
    },
  }
  const first = await TestHost.start({ files, ports: ports() })
  expect(await first.ask('secrets.put', { name: 'token', value })).toMatchObject({ ok: false, error: { code: 'SECRETS_LOCKED' } })
  expect(await first.until('vault', ({ state }) => state === 'chooses')).toMatchObject({
    kept: 'unknown',
    secrets: [{ name: 'token', isMissing: true }],
  })
  expect(readdirSync(first.dataDir).filter((name) => name.startsWith('secrets.json'))).toEqual([])
  await first.call('secrets.choose', { kept: 'passphrase', passphrase })
  await first.call('secrets.put', { name: 'token', value })
  expect(await first.until('vault', ({ secrets }) => secrets.length === 1)).toMatchObject({
    kept: 'passphrase',
    state: 'open',
    secrets: [
      {
        name: 'token',
        uses: [
          { kind: 'model', provider: 'local' },
          { kind: 'variable', serverId, name: 'TOKEN' },
        ],
      },
    ],
  })
  const dataDir = await first.quit()

  await using host = await TestHost.start({ dataDir, ports: ports() })
  expect(await host.until('app', ({ secretsKept }) => secretsKept === 'passphrase')).toMatchObject({ problems: [] })
  const states = await host.until('connections.states', (all) => all[serverId]?.phase === 'failed')
  expect(states[serverId]).toMatchObject({ error: { code: 'SECRETS_LOCKED', reason: 'secrets.needsPassphrase' } })
  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.send', { conversationId, text: 'Hi' })
  await host.until('chat.conversations', (list) => list[0]?.turn === 'failed')
  await host.call('secrets.unlock', { passphrase })
  await host.until('connections.states', (all) => all[serverId]?.phase === 'ready')
  await host.call('chat.retry', { conversationId })
  await host.until('chat.conversations', (list) => list[0]?.turn === 'done')
  expect(model.requests).toHaveLength(1)
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(value)
})

it('K06: keeps nothing on the disk for whoever chose that, and asks no second time', async () => {
  const first = await TestHost.start({ ports: ports() })
  await first.call('secrets.choose', { kept: 'memory' })
  await first.call('secrets.put', { name: 'token', value })
  const dataDir = await first.quit()
  await using host = await TestHost.start({ dataDir, ports: ports() })
  expect(await host.call('secrets.names', {})).toEqual([])
  await host.call('secrets.put', { name: 'token', value })
  expect(await host.until('vault', ({ kept }) => kept === 'memory')).toMatchObject({ state: 'open' })
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secrets.json'))).toEqual([])
})

it('asks the keychain for nothing at the start, when nothing that starts needs a secret', async () => {
  let asked = 0
  const keychain: KeyProvider = { ...none, load: async () => (asked++, Buffer.alloc(32, 1)) }
  const keyProviders = [keychain, memoryKeyProvider()]
  const first = await TestHost.start({ ports: { keyProviders } })
  await first.call('secrets.put', { name: 'token', value })
  const dataDir = await first.quit()
  const before = asked
  await using host = await TestHost.start({
    dataDir,
    files: { 'servers.json': { mcpServers: { everything: { command: process.execPath, args: [everythingJs] } } } },
    ports: { keyProviders },
  })
  expect(await host.until('vault', ({ secrets }) => secrets.length === 1)).toMatchObject({ kept: 'unknown', state: 'unasked' })
  const { open } = await host.until('questions', (questions) => questions.open.length > 0)
  await host.call('questions.answer', { questionId: open[0]?.id ?? QuestionId.parse(''), answer: { kind: 'start', action: 'start' } })
  await host.until('connections.states', (all) => all[serverId]?.phase === 'ready')
  expect(asked).toBe(before)
})
