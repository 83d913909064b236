import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { Database } from './database'
import { migrations } from './migrations'
import { temporaryFolder } from './testing/temporaryFolder'

function open(file: string): Database & Disposable {
  const database = new Database(file)
  return Object.assign(database, { [Symbol.dispose]: () => database.close() })
}

const addConversation = (database: Database, id: string): void =>
  database.run('INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)', id, `Title of ${id}`, 1, 2, 'none')

describe('Database', () => {
  it('brings an empty file, version 0, to the newest version, and keeps what is written', () => {
    using folder = temporaryFolder()
    const file = folder.file('inner/parley.db')
    {
      using database = open(file)
      addConversation(database, 'a')
      expect(database.get('PRAGMA user_version')).toEqual({ user_version: migrations.length })
      expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    using again = open(file)
    expect(again.all('SELECT id, title, draft, removed FROM conversation')).toEqual([
      { id: 'a', title: 'Title of a', draft: '', removed: null },
    ])
    expect(again.problem).toBeUndefined()
  })

  it('has every table of the design from day one', () => {
    using database = open(':memory:')
    const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    expect(tables.map(({ name }) => name)).toEqual([
      'account',
      'app_grant',
      'app_picture',
      'app_storage',
      'app_unprotected',
      'call',
      'child',
      'conversation',
      'conversation_folder',
      'draft_file',
      'fact',
      'file',
      'followed',
      'import',
      'imported_conversation',
      'last_screen',
      'launch',
      'log',
      'log_level',
      'message',
      'message_file',
      'message_record',
      'part',
      'pin',
      'project',
      'project_file',
      'question',
      'question_record',
      'queue',
      'queue_file',
      'rule',
      'sampling_usage',
      'search_entry',
      'search_removed',
      'summary',
      'suspended_call',
      'task',
      'usage',
    ])
  })

  it('does all of a transaction or nothing, and lets an inner one fail alone', () => {
    using database = open(':memory:')
    expect(() =>
      database.transaction(() => {
        addConversation(database, 'lost')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    database.transaction(() => {
      addConversation(database, 'kept')
      expect(() =>
        database.transaction(() => {
          addConversation(database, 'inner')
          addConversation(database, 'kept')
        }),
      ).toThrow('UNIQUE')
      addConversation(database, 'last')
    })
    expect(database.all('SELECT id FROM conversation ORDER BY id')).toEqual([{ id: 'kept' }, { id: 'last' }])
  })

  it('removes what belongs to a conversation with it', () => {
    using database = open(':memory:')
    addConversation(database, 'c')
    database.run("INSERT INTO message (id, conversation, role, state, created) VALUES ('m', 'c', 'user', 'done', 1)")
    database.run("INSERT INTO part (id, message, seq, kind, json) VALUES ('p', 'm', 0, 'text', '{}')")
    expect(() => database.run("INSERT INTO part (id, message, seq, kind, json) VALUES ('q', 'nobody', 0, 'text', '{}')")).toThrow(
      'FOREIGN KEY',
    )
    database.run("DELETE FROM conversation WHERE id = 'c'")
    expect([database.all('SELECT * FROM message'), database.all('SELECT * FROM part')]).toEqual([[], []])
  })

  it.each([
    ['is no database', () => Buffer.alloc(8_192, 'not a database ')],
    ['was cut off', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    [
      'was overwritten in the middle',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0xaa)]),
    ],
  ])('keeps a file that %s aside and says so, and starts with an empty one', (_how, damage) => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    {
      using database = open(file)
      for (let index = 0; index < 500; index++) addConversation(database, `conversation ${index}`)
    }
    const damaged = damage(readFileSync(file))
    writeFileSync(file, damaged)
    using database = open(file)
    addConversation(database, 'new')
    expect(database.all('SELECT id FROM conversation')).toEqual([{ id: 'new' }])
    const kept = readdirSync(folder.path).find((name) => /^parley\.db\.damaged-[0-9TZ-]+$/.test(name))
    expect(kept && readFileSync(folder.file(kept)).equals(damaged)).toBe(true)
    expect(database.problem).toMatchObject({ code: 'FILE_UNREADABLE', params: { path: expect.stringContaining(kept ?? 'a name') } })
  })

  it('keeps why calls were decided, as texts that are shown as they were written', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    const older = new DatabaseSync(file)
    const before = migrations.findIndex((step) => step.includes("json_type(why, '$.sentence')"))
    for (const step of migrations.slice(0, before)) older.exec(step)
    const stands = [{ rule: 'Every tool of a, always', ruleId: 'r', locked: false, stands: 'decides', because: 'it denies' }]
    const rows = [
      ['rule', 'denied', { by: 'rule', sentence: 'Denied by your rule “x”.', ruleId: 'r', stands }],
      ['own', 'done', { by: 'startedByPerson', sentence: 'You started it.' }],
    ] as const
    older.exec(`PRAGMA user_version = ${before}; PRAGMA foreign_keys = OFF`)
    for (const [id, state, why] of rows) {
      older
        .prepare(
          `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at)
           VALUES (?, 'p', 'a', 't', 'h', 'model', '{}', ?, ?, 1)`,
        )
        .run(id, JSON.stringify(why), state)
    }
    older.close()
    using database = open(file)
    const text = (words: string) => ({ id: 'legacy.text', params: { text: words } })
    expect(database.all('SELECT why FROM call ORDER BY rowid').map(({ why }): unknown => JSON.parse(String(why)))).toEqual([
      {
        by: 'rule',
        reason: text('Denied by your rule “x”'),
        verdict: 'deny',
        ruleId: 'r',
        stands: [{ rule: text('Every tool of a, always'), ruleId: 'r', locked: false, stands: 'decides', because: text('it denies') }],
      },
      { by: 'startedByPerson', reason: text('You started it') },
    ])
  })

  it('takes the English label from accounts that nobody named, and keeps how a result stood to its schema', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    const older = new DatabaseSync(file)
    const before = migrations.findIndex((step) => step.includes("label = 'First account'"))
    for (const step of migrations.slice(0, before)) older.exec(step)
    older.exec(`PRAGMA user_version = ${before}; PRAGMA foreign_keys = OFF`)
    for (const label of ['First account', 'Work'])
      older.prepare(`INSERT INTO account (id, server, label, is_default, created) VALUES (?, 'a', ?, 0, 1)`).run(label, label)
    const said = { structured: 'doesNotMatch', structuredReason: '/a must be string' }
    const fact = { structured: 'missing', structuredReason: { id: 'errors.parsing.noStructuredContent' } }
    for (const result of [said, fact, { content: [{ type: 'text', text: '"structuredReason":"' }] }, undefined]) {
      older
        .prepare(
          `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at, result)
           VALUES (?, 'p', 'a', 't', 'h', 'model', '{}', '{}', 'done', 1, ?)`,
        )
        .run(JSON.stringify(result) ?? 'none', JSON.stringify(result) ?? null)
    }
    older.close()
    using database = open(file)
    expect(database.all('SELECT label FROM account ORDER BY rowid')).toEqual([{ label: '' }, { label: 'Work' }])
    expect(database.all('SELECT result FROM call ORDER BY rowid').map(({ result }): unknown => JSON.parse(String(result)))).toEqual([
      { structured: 'doesNotMatch', structuredReason: { id: 'legacy.text', params: { text: '/a must be string' } } },
      fact,
      { content: [{ type: 'text', text: '"structuredReason":"' }] },
      null,
    ])
  })

  it('empties its log when it erased something, waits for nobody with that, and for others as before', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    using database = open(file)
    const logged = (): boolean => statSync(`${file}-wal`).size > 0
    const erase = (id: string): void => database.erase(() => database.run('DELETE FROM conversation WHERE id = ?', id))
    for (const id of ['a', 'b']) addConversation(database, id)
    erase('c')
    const kept = logged()
    erase('a')
    const emptied = !logged()
    const reader = new DatabaseSync(file)
    reader.exec('BEGIN; SELECT count(*) FROM conversation')
    const before = performance.now()
    erase('b')
    const waited = performance.now() - before
    reader.close()
    expect([kept, emptied, logged(), waited < 4_000]).toEqual([true, true, true, true])
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 5_000 })
  })

  it('lets two connections write to one file', () => {
    using folder = temporaryFolder()
    using first = open(folder.file('parley.db'))
    using second = open(folder.file('parley.db'))
    for (let index = 0; index < 50; index++) {
      addConversation(first, `first ${index}`)
      addConversation(second, `second ${index}`)
    }
    expect(first.get('SELECT count(*) AS count FROM conversation')).toEqual({ count: 100 })
  })
})
