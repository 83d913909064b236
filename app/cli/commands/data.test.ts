import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ConversationStore } from '../../../main/chat/conversationStore'
import { Database } from '../../../main/storage/database'
import { temporaryFolder } from '../../../main/storage/testing/temporaryFolder'
import { captured, check, dataFolder } from '../testing/checkedFolder'
import { dataBackup } from './dataBackup'

function backup(folder: string, file: string, force = false) {
  return dataBackup(folder, { name: 'dataBackup', file, force }, captured().output)
}

it('finds nothing in a sound data folder, also while Parley has it open, and changes nothing', () => {
  using folder = dataFolder()
  writeFileSync(folder.file('servers.json'), '// mine\n{ "mcpServers": {} }')
  const before = readFileSync(folder.file('parley.db'))
  const { code, value } = check(folder.at)
  expect(code).toBe(0)
  expect(value).toMatchObject({ ok: true, database: { damage: [], brokenReferences: 0, rows: { conversation: 1 } } })
  expect(readFileSync(folder.file('parley.db')).equals(before)).toBe(true)
  folder.leave()
})

it('names what is damaged, file by file', () => {
  using folder = dataFolder()
  for (let row = 0; row < 400; row++) folder.database.run('INSERT INTO fact (name, value) VALUES (?, ?)', `k${row}`, 'x'.repeat(500))
  folder.leave()
  const size = statSync(folder.file('parley.db')).size
  const bytes = readFileSync(folder.file('parley.db'))
  writeFileSync(folder.file('parley.db'), bytes.fill(7, Math.floor(size / 2), Math.floor(size / 2) + 8192))
  writeFileSync(folder.file('settings.json'), '{ "limits": ')
  const { code, value } = check(folder.at)
  expect(code).toBe(1)
  expect(value).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      expect.objectContaining({ file: 'parley.db', verdict: 'fault' }),
      expect.objectContaining({ file: 'settings.json', verdict: 'fault' }),
    ]),
  })
})

it('a pipe in the place of a file is named, and holds nothing up', { skip: process.platform === 'win32' }, () => {
  using folder = dataFolder()
  execFileSync('mkfifo', [folder.file('settings.json')])
  expect(check(folder.at)).toMatchObject({
    code: 1,
    value: { findings: expect.arrayContaining([expect.objectContaining({ file: 'settings.json', verdict: 'fault' })]) },
  })
  folder.leave()
})

it('writes a backup that is whole, for its owner alone, and from which Parley goes on', () => {
  using folder = dataFolder()
  const target = folder.file('copy.db')
  expect(backup(folder.at, target)).toBe(0)
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600)
  folder.leave()
  using restored = temporaryFolder()
  writeFileSync(restored.file('parley.db'), readFileSync(target))
  const database = new Database(restored.file('parley.db'))
  expect(new ConversationStore(database).list().map(({ title }) => title)).toEqual(['Boats'])
  database.close()
})

it('replaces no file that is there unless it is told to, and never the database itself', () => {
  using folder = dataFolder()
  const target = folder.file('notes.txt')
  writeFileSync(target, 'mine')
  expect(() => backup(folder.at, target)).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(() => backup(folder.at, folder.file('parley.db'), true)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(backup(folder.at, target, true)).toBe(0)
  folder.leave()
})

it.each(['servers.json', 'settings.json', 'secrets.json', 'host.lock', 'parley.db-journal', 'PARLEY.DB-new'])(
  'does not put a backup in the place of %s in the data folder, there or not, also when told to replace',
  (name) => {
    using folder = dataFolder()
    const before = existsSync(folder.file(name)) && readFileSync(folder.file(name), 'utf8')
    for (const force of [false, true])
      expect(() => backup(folder.at, folder.file(name), force)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(existsSync(folder.file(name)) && readFileSync(folder.file(name), 'utf8')).toBe(before)
    folder.leave()
  },
)

it('leaves nothing behind where a backup cannot be written', () => {
  using folder = dataFolder()
  expect(() => backup(folder.at, join(folder.at, 'no', 'such', 'folder.db'))).toThrow(
    expect.objectContaining({ reason: 'cli.backupFailed' }),
  )
  folder.leave()
})

it('says where it looked if there is no database', () => {
  using folder = temporaryFolder()
  expect(() => check(folder.file('.'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND', reason: 'cli.noData' }))
  new DatabaseSync(folder.file('parley.db')).close()
  truncateSync(folder.file('parley.db'), 0)
  expect(check(folder.file('.')).code).toBe(1)
})
