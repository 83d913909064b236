import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { TestHost } from '../testing/testHost'

const file = join(import.meta.dirname, '../../e2e/servers/library.ts')
const serverId = ServerId.parse('library')
const dune = 'library://books/dune'

describe.each(['2025', '2026'])('a library of the %s era, through the door', (era) => {
  const servers = { mcpServers: { library: { command: process.execPath, args: [file, '--era', era, '--ttl', '60000'] } } }

  /** Runs a tool for a person until it ends. */
  async function run(host: TestHost, tool: string, args: Readonly<Record<string, string>>): Promise<void> {
    const { conversationId } = await host.call('chat.create', { model: 'none' })
    await host.call('chat.runTool', { conversationId, serverId, tool, arguments: args })
    let ended = false
    while (!ended) {
      const { conversation } = await host.call('chat.open', { conversationId })
      ended = conversation.messages.some(({ state, parts }) => state !== 'running' && parts.some(({ kind }) => kind === 'call'))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const ready = (host: TestHost) => host.until('connections.states', (states) => states[serverId]?.phase === 'ready')

  it('RS-09, LG-03: gives what it holds and proposes, follows what changes, keeps what it logs, and all of it again after a restart', async () => {
    const first = await TestHost.start({ files: { 'servers.json': servers } })
    await ready(first)
    const read = (host: TestHost) => host.call('resources.read', { serverId, uri: dune })
    const one = await read(first)
    // Within a millisecond, what is read anew could not be told from a copy.
    while (Date.now() <= one.readAt) await new Promise((resolve) => setImmediate(resolve))
    const copy = await read(first)
    await first.call('resources.follow', { serverId, uri: dune, follow: true })
    await first.until('resources.subscriptions', ([followed]) => followed?.state === 'following')
    await first.call('logs.setLevel', { serverId, level: 'notice' })
    await run(first, 'change_book', { id: 'dune' })
    await first.until('resources.subscriptions', ([followed]) => followed?.updates === 1)
    const two = await read(first)
    await run(first, 'log', { level: 'warning', message: 'It is dusty', logger: 'shelf' })
    const { values } = await first.call('completion.propose', {
      serverId,
      target: { kind: 'template', uriTemplate: 'library://books/{id}' },
      argument: 'id',
      value: 'd',
      chosen: {},
    })
    const preview = await first.call('prompts.preview', { serverId, prompt: 'recommend', arguments: { genre: 'novel' } })
    const dataDir = await first.quit()

    await using second = await TestHost.start({ dataDir })
    await second.until('resources.subscriptions', ([followed]) => followed?.state === 'following')
    await run(second, 'change_book', { id: 'dune' })
    await second.until('resources.subscriptions', ([followed]) => followed?.updates === 1)
    const log = await second.call('logs.read', { serverId, limit: 10 })
    expect({
      editions: [one, two].map(({ items }) => /edition (\d)/.exec(items[0]?.text ?? '')?.[1]),
      copied: copy.readAt === one.readAt,
      values,
      prompt: preview.messages[0]?.content,
      log: { level: log.level, entries: log.entries.map(({ level, logger, text }) => [level, logger, text]) },
    }).toEqual({
      editions: ['1', '2'],
      // Only the newer era tells how long a copy is fresh.
      copied: era === '2026',
      values: ['dune'],
      prompt: [{ type: 'text', text: 'Recommend a novel from the library.' }],
      log: { level: 'notice', entries: [['warning', 'shelf', 'It is dusty']] },
    })
  })
})
