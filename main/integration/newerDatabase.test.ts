import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ConversationId, ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { TestHost } from '../testing/testHost'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000001')

/** A data folder that a newer Parley has left, with one conversation and one enabled server. */
class NewerFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'parley-newer-'))
  readonly database = join(this.path, 'parley.db')

  constructor() {
    const database = new Database(this.database)
    database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Invoices', 1, 2, 'none')`, conversationId)
    database.run(`INSERT INTO message (id, conversation, role, state, created) VALUES ('m', ?, 'user', 'running', 1)`, conversationId)
    database.run(`INSERT INTO part (id, message, seq, kind, json) VALUES ('p', 'm', 1, 'text', '{"text":"Find them"}')`)
    database.close()
    const newer = new DatabaseSync(this.database)
    newer.exec('ALTER TABLE conversation ADD COLUMN mood TEXT; PRAGMA user_version = 9999')
    newer.close()
    copyFileSync(this.database, join(this.path, 'before'))
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

it('an older Parley shows what a newer one has written, refuses every change with the reason, and starts nothing', async () => {
  using folder = new NewerFolder()
  const files = { 'servers.json': { mcpServers: { one: { command: 'no-such-program' } } } }
  {
    await using host = await TestHost.start({ files, dataDir: folder.path })
    const { problems } = await host.until('app', () => true)
    expect(problems).toMatchObject([{ file: 'parley.db', error: { reason: 'storage.newerDatabase' } }])
    expect(await host.until('chat.conversations', () => true)).toMatchObject([{ title: 'Invoices' }])
    const opened = await host.call('chat.open', { conversationId })
    expect(opened.conversation.messages).toMatchObject([{ parts: [{ text: 'Find them' }] }])
    const search = () => host.call('search.find', { query: 'invoices' })
    await expect.poll(async () => (await search()).hits).toMatchObject([{ kind: 'title', title: 'Invoices' }])
    expect(await host.call('search.filterOptions', {})).toEqual({ servers: [], tools: [], models: [] })
    expect(await host.call('search.inConversation', { conversationId, query: 'them' })).toMatchObject({ occurrences: [{ messageId: 'm' }] })
    const refused = { ok: false, error: { reason: 'storage.newerDatabase' } }
    const one = ServerId.parse('one')
    expect([
      await host.ask('chat.send', { conversationId, text: 'More' }),
      await host.ask('chat.rename', { conversationId, title: 'Other' }),
      await host.ask('servers.start', { serverId: one }),
      await host.ask('servers.remove', { serverId: one }),
      await host.ask('settings.set', { appearance: { theme: 'dark' } }),
    ]).toMatchObject([refused, refused, refused, refused, refused])
    expect(await host.until('connections.states', () => true)).toMatchObject({ one: { phase: 'stopped' } })
    await host.quit()
  }
  const now = new DatabaseSync(folder.database, { readOnly: true })
  expect([now.prepare('SELECT title, mood FROM conversation').all(), now.prepare('SELECT state FROM message').all()]).toEqual([
    [{ title: 'Invoices', mood: null }],
    [{ state: 'running' }],
  ])
  now.close()
  expect(statSync(folder.database).size).toBe(statSync(join(folder.path, 'before')).size)
  expect(readdirSync(folder.path).filter((name) => /version|damaged/.test(name))).toEqual([])
})
