import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { Database } from './database'
import { migrations } from './migrations'
import type { OpenOptions } from './openDatabase'
import { secondProcess } from './testing/secondProcess'
import { temporaryFolder } from './testing/temporaryFolder'

function open(file: string, options?: OpenOptions): Database & Disposable {
  const database = new Database(file, options)
  return Object.assign(database, { [Symbol.dispose]: () => database.close() })
}

/** A file of this Parley with one conversation. */
function fill(file: string): void {
  using database = open(file)
  database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES ('c', 'Kept', 1, 2, 'none')`)
}

function sql(file: string, text: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(text)
  sqlite.close()
}

function read(file: string, text: string): unknown {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    return sqlite.prepare(text).all()
  } finally {
    sqlite.close()
  }
}

const titles = 'SELECT title FROM conversation'
const version = migrations.length
const oneMore = { steps: [...migrations, `UPDATE conversation SET title = 'Migrated'`] }

describe('a database of an earlier version', () => {
  it('is copied before it is changed, readable by its user alone', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    using database = open(file, oneMore)
    const copy = `${file}.version-${version}`
    expect([database.all(titles), read(copy, titles), read(copy, 'PRAGMA user_version')]).toEqual([
      [{ title: 'Migrated' }],
      [{ title: 'Kept' }],
      [{ user_version: version }],
    ])
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600)
  })

  it('leaves the latest two copies, and no file that is not a copy', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    writeFileSync(`${file}.version-9999-mine`, '')
    const steps: string[] = [...migrations]
    for (let more = 1; more <= 4; more++) {
      steps.push(`UPDATE conversation SET updated = ${more}`)
      using _database = open(file, { steps: [...steps] })
    }
    const copies = readdirSync(folder.path).filter((name) => name.startsWith('parley.db.'))
    expect(copies.toSorted()).toEqual([
      `parley.db.version-${version + 2}`,
      `parley.db.version-${version + 3}`,
      'parley.db.version-9999-mine',
    ])
  })

  it('opens beside copies that are folders, and keeps the copy that was just made', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    for (const number of [1, 2, 3]) mkdirSync(`${file}.version-${number}`)
    for (const number of [99_997, 99_998, 99_999]) writeFileSync(`${file}.version-${number}`, '')
    using database = open(file, oneMore)
    expect(database.all(titles)).toEqual([{ title: 'Migrated' }])
    expect(existsSync(`${file}.version-${version}`)).toBe(true)
    expect(readdirSync(folder.path).filter((name) => name.includes('.version-9'))).toHaveLength(1)
  })

  it('deletes a copy after 30 days, because it holds what was deleted since', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    for (const [number, days] of [
      [1, 31],
      [2, 29],
    ] as const) {
      const made = Date.now() / 1000 - days * 24 * 60 * 60
      writeFileSync(`${file}.version-${number}`, '')
      utimesSync(`${file}.version-${number}`, made, made)
    }
    using _database = open(file)
    expect([existsSync(`${file}.version-1`), existsSync(`${file}.version-2`)]).toEqual([false, true])
  })

  it('deletes a copy that a crash left unfinished', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    writeFileSync(`${file}.version-1.4711.tmp`, '')
    using _database = open(file)
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('stays as it was when a step fails, and the error says where the copy lies', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    const steps = [...oneMore.steps, 'INSERT INTO nowhere VALUES (1)']
    const copy = `${file}.version-${version}`
    expect(() => open(file, { steps })).toThrow(expect.objectContaining({ reason: 'storage.migrationFailed', params: { path: copy } }))
    expect([read(file, titles), read(copy, titles)]).toEqual([[{ title: 'Kept' }], [{ title: 'Kept' }]])
    using again = open(file)
    expect(again.problem).toBeUndefined()
  })

  it('stays as it was when there is no room for the copy', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    expect(() => open(file, { ...oneMore, freeBytes: () => 1024 * 1024 })).toThrow(
      expect.objectContaining({ reason: 'storage.noSpaceForCopy', params: { needed: '9', free: '1', path: file } }),
    )
    expect([read(file, titles), existsSync(`${file}.version-${version}`)]).toEqual([[{ title: 'Kept' }], false])
  })

  it('is whole after a crash in the middle of its migration, and is migrated at the next start', { tags: ['slow'] }, async () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    {
      using child = secondProcess(new URL('./testing/endlessMigration.ts', import.meta.url), [file])
      const log = `${file}-wal`
      const halfWritten = (): void => expect(statSync(log).size).toBeGreaterThan(8 * 1024 * 1024)
      await vi.waitFor(halfWritten, { timeout: 60_000, interval: 20 })
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect([read(file, titles), read(file, 'PRAGMA user_version')]).toEqual([[{ title: 'Kept' }], [{ user_version: version }]])
    using database = open(file, oneMore)
    expect([database.all(titles), database.problem]).toEqual([[{ title: 'Migrated' }], undefined])
  })
})

describe('a database of a newer version', () => {
  it('is shown and stays byte for byte as it was, whatever is written', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    sql(file, `ALTER TABLE conversation ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'; CREATE TABLE later (a); PRAGMA user_version = 9999`)
    const before = statSync(file).mtimeMs
    {
      using database = open(file)
      expect([database.isReadOnly, database.problem?.reason, database.all(titles)]).toEqual([
        true,
        'storage.newerDatabase',
        [{ title: 'Kept' }],
      ])
      database.run(`UPDATE conversation SET title = 'Changed'`)
    }
    expect([read(file, titles), read(file, 'PRAGMA user_version'), statSync(file).mtimeMs]).toEqual([
      [{ title: 'Kept' }],
      [{ user_version: 9999 }],
      before,
    ])
    expect(readdirSync(folder.path).filter((name) => !/^parley\.db(-wal|-shm)?$/.test(name))).toEqual([])
  })

  it.each([
    ['misses a table', 'ALTER TABLE part RENAME TO piece'],
    ['has a view in place of a table', 'ALTER TABLE rule RENAME TO kept; CREATE VIEW rule AS SELECT * FROM kept'],
    ['is too large to be copied', 'CREATE TABLE later (a)'],
  ])('that %s shows nothing, and says so', (how, change) => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    sql(file, `${change}; PRAGMA user_version = 9999`)
    if (how.includes('large')) truncateSync(file, 1024 ** 3 + 1)
    using database = open(file)
    expect([database.isReadOnly, database.problem?.reason, database.all(titles)]).toEqual([true, 'storage.newerUnreadable', []])
  })
})

describe('a file that is not a database of Parley', () => {
  it.each([
    ['a database of another program', 'CREATE TABLE theirs (a)'],
    ['a database of another program with a version', 'CREATE TABLE theirs (a); PRAGMA user_version = 3'],
    [
      'a database of another program that SQLite has measured',
      'CREATE TABLE theirs (a); CREATE INDEX of_a ON theirs (a); DROP INDEX of_a; ANALYZE',
    ],
    ['a version below zero', 'CREATE TABLE conversation (a); PRAGMA user_version = -1'],
  ])('%s is kept aside, not written into', (_what, made) => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    sql(file, made)
    using database = open(file)
    const kept = readdirSync(folder.path).find((name) => name.includes('.damaged-')) ?? ''
    expect([
      database.problem?.reason,
      database.all(titles),
      read(folder.file(kept), `SELECT count(*) AS tables FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'`),
    ]).toEqual(['storage.foreignDatabase', [], [{ tables: 1 }]])
  })

  // Catches: of two commands that begin in a new data folder, one takes the file of the other for an emptied one, and nothing may start.
  it('a file that two Parleys make at the same time is new for both', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    const problems: unknown[] = []
    const steps: string[] = [...migrations]
    Object.defineProperty(steps, 0, {
      get: () => {
        // The other one begins in the middle of the first one's making, once.
        Object.defineProperty(steps, 0, { value: migrations[0] })
        using other = open(file)
        problems.push(other.problem)
        return migrations[0]
      },
      configurable: true,
    })
    using database = open(file, { steps })
    database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES ('c', 'Kept', 1, 2, 'none')`)
    using again = open(file)
    expect([problems, database.problem, again.all(titles)]).toEqual([[undefined], undefined, [{ title: 'Kept' }]])
    expect(readdirSync(folder.path).filter((name) => name.includes('.tmp'))).toEqual([])
  })

  it('an emptied file is said to be one, so that it does not pass for a first use', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    writeFileSync(file, '')
    {
      using database = open(file)
      expect(database.problem).toMatchObject({ reason: 'storage.emptyDatabase', params: { path: file } })
    }
    using again = open(file)
    expect(again.problem).toBeUndefined()
  })

  it('a folder in its place is explained with what the system says', () => {
    using folder = temporaryFolder()
    expect(() => open(folder.path)).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE', reason: 'storage.unopenedDatabase' }))
  })

  it('a file that another program holds is left alone, and the error names it', { tags: ['slow'] }, () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    fill(file)
    const other = new DatabaseSync(file)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(() => open(file)).toThrow(
      expect.objectContaining({ code: 'CONFLICT', reason: 'storage.lockedDatabase', params: { path: file } }),
    )
    other.exec('ROLLBACK')
    other.close()
    using database = open(file)
    expect(database.all(titles)).toEqual([{ title: 'Kept' }])
  })
})
