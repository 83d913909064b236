import { copyFileSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { checkDatabase } from './checkDatabase'
import { Database } from './database'
import { migrations } from './migrations'
import { MOST_DIFFERENCES } from './schemaDifferences'
import { temporaryFolder } from './testing/temporaryFolder'

const titles = 'SELECT title FROM conversation'

/** A file of Parley's with one conversation, which another program has changed. */
function changedFile(change: string) {
  const folder = temporaryFolder()
  const file = folder.file('parley.db')
  const database = new Database(file)
  database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES ('c', 'Kept', 1, 2, 'none')`)
  database.close()
  const sqlite = new DatabaseSync(file, { defensive: false })
  sqlite.exec(change)
  sqlite.close()
  return Object.assign(folder, { database: file })
}

function open(file: string): Database & Disposable {
  const database = new Database(file)
  return Object.assign(database, { [Symbol.dispose]: () => database.close() })
}

const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS id, i AS title FROM n'
const asView = (name: string): string => `ALTER TABLE ${name} RENAME TO kept; CREATE VIEW ${name} AS ${ENDLESS}`

const nowOfPin = '-- The hashes of changes to it that the user looked at and did not want, with spaces between them.'
const onceOfPin = '-- The hash of a change to it that the user looked at and did not want.'
const textOfPin = (sqlite: DatabaseSync): unknown => sqlite.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'pin'`).get()?.['sql']

it.each([
  [
    'a trigger',
    `CREATE TRIGGER spy AFTER UPDATE ON conversation BEGIN DELETE FROM rule; END`,
    { kind: 'added', type: 'trigger', name: 'spy' },
  ],
  ['a view', `CREATE VIEW endless AS ${ENDLESS}`, { kind: 'added', type: 'view', name: 'endless' }],
  ['a table', 'CREATE TABLE theirs (a)', { kind: 'added', type: 'table', name: 'theirs' }],
  ['an index', 'CREATE UNIQUE INDEX one ON conversation (model)', { kind: 'added', type: 'index', name: 'one' }],
  ['a column', 'ALTER TABLE conversation ADD COLUMN mood TEXT', { kind: 'changed', type: 'table', name: 'conversation' }],
  ['no index', 'DROP INDEX question_record_ended', { kind: 'missing', type: 'index', name: 'question_record_ended' }],
])('J50: a file in which another program left %s is shown and not written into, and the check names it', (_what, change, found) => {
  using folder = changedFile(change)
  const before = readFileSync(folder.database)
  {
    using database = open(folder.database)
    expect([database.isReadOnly, database.problem?.reason, database.all(titles)]).toEqual([
      true,
      'storage.changedDatabase',
      [{ title: 'Kept' }],
    ])
    database.run(`UPDATE conversation SET title = 'Other'`)
  }
  expect(readFileSync(folder.database).equals(before)).toBe(true)
  expect(checkDatabase(folder.database).schemaDifferences).toMatchObject([found])
})

it.each([
  ['a view', asView('conversation')],
  ['a virtual table', 'ALTER TABLE rule RENAME TO kept; CREATE VIRTUAL TABLE rule USING fts5(id)'],
  [
    'computed columns',
    `DROP TABLE fact; CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT AS (hex(zeroblob(10))) VIRTUAL) STRICT; INSERT INTO fact (name) VALUES ('a')`,
  ],
])('J50: of a file with %s in the place of a table nothing is read, because that can go on without an end', (_what, change) => {
  using folder = changedFile(change)
  {
    using database = open(folder.database)
    expect([database.isReadOnly, database.problem?.reason, database.all(titles)]).toEqual([true, 'storage.changedUnreadable', []])
  }
  // Ends, although counting the rows of the view would not.
  const { schemaDifferences, rows } = checkDatabase(folder.database)
  expect(schemaDifferences.length).toBeGreaterThan(0)
  expect(Object.keys(rows)).toContain('question_record')
})

it('J50: an earlier file with a trigger is not migrated, and shown as this version shows it', () => {
  using folder = temporaryFolder()
  const file = folder.file('parley.db')
  const sqlite = new DatabaseSync(file)
  for (const step of migrations.slice(0, -1)) sqlite.exec(step)
  sqlite.exec(`
    INSERT INTO conversation (id, title, created, updated, model) VALUES ('c', 'Kept', 1, 2, 'none');
    CREATE TRIGGER spy AFTER UPDATE ON conversation BEGIN DELETE FROM rule; END;
    PRAGMA user_version = ${migrations.length - 1}`)
  sqlite.close()
  copyFileSync(file, `${file}.before`)
  {
    using database = open(file)
    expect([database.isReadOnly, database.all(titles), database.all('SELECT count(*) AS rows FROM question_record')]).toEqual([
      true,
      [{ title: 'Kept' }],
      [{ rows: 0 }],
    ])
  }
  expect(readFileSync(file).equals(readFileSync(`${file}.before`))).toBe(true)
})

// The step that made "pin" had another comment when it was new. Such a file was shown as changed by another program, and nothing was saved.
it('a file that an early Parley made is its own, at its version and after it was brought to this one', () => {
  using folder = temporaryFolder()
  const file = folder.file('parley.db')
  const sqlite = new DatabaseSync(file)
  for (const step of migrations.slice(0, 4)) sqlite.exec(step.replace(nowOfPin, onceOfPin))
  expect(textOfPin(sqlite)).toContain(onceOfPin)
  sqlite.exec('PRAGMA user_version = 4')
  sqlite.close()
  for (const state of ['early', 'current']) {
    using database = open(file)
    expect([state, database.isReadOnly, database.problem]).toEqual([state, false, undefined])
  }
  const current = new DatabaseSync(file)
  expect([textOfPin(current), current.prepare('PRAGMA user_version').get()]).toEqual([
    expect.stringContaining(onceOfPin),
    { user_version: migrations.length },
  ])
  current.close()
})

it.each([
  ['any other comment', `replace(sql, '${nowOfPin}', '-- theirs')`, 'pin'],
  ['that comment in another table', `sql || ' ${onceOfPin}'`, 'rule'],
  ['that comment beside a column of theirs', `replace(sql, '${nowOfPin}', '${onceOfPin}' || char(10) || 'mood TEXT,')`, 'pin'],
])('J50: %s is a change of another program', (_what, text, table) => {
  using folder = changedFile(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ${text} WHERE name = '${table}'`)
  using database = open(folder.database)
  expect([database.isReadOnly, checkDatabase(folder.database).schemaDifferences]).toMatchObject([true, [{ kind: 'changed', name: table }]])
})

it('what SQLite itself adds, and other quotes round a name, change nothing', () => {
  using folder = changedFile(`ANALYZE; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '"suspended_call"', 'suspended_call') WHERE name = 'suspended_call'`)
  using database = open(folder.database)
  expect([database.isReadOnly, database.problem]).toEqual([false, undefined])
})

it('J50: names only the first of very many foreign things, and cuts their names', () => {
  const long = 'x'.repeat(5_000)
  using many = changedFile(Array.from({ length: 60 }, (_, number) => `CREATE VIEW "v${number}${long}" AS SELECT 1 AS a`).join(';'))
  const { schemaDifferences } = checkDatabase(many.database)
  expect([schemaDifferences.length, JSON.stringify(schemaDifferences).length < 10_000]).toEqual([MOST_DIFFERENCES, true])
})
