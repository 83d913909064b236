import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FileHash } from '../../../shared/domain/ids'
import { FileTable } from '../../../main/files/fileTable'
import { temporaryFolder } from '../../../main/storage/testing/temporaryFolder'
import { captured, check, dataFolder, id } from '../testing/checkedFolder'
import { dataBackup } from './dataBackup'

/** A data folder with one conversation, whose unsent message has these texts as files. */
function withFiles(...texts: string[]) {
  const folder = dataFolder()
  const table = new FileTable(folder.database)
  mkdirSync(folder.file('files'))
  const files = texts.map((text, index) => {
    const sha256 = FileHash.parse(createHash('sha256').update(text).digest('hex'))
    table.add({ sha256, name: `boat ${index}.txt`, bytes: text.length, type: 'text/plain' }, { text }, index)
    writeFileSync(folder.file(join('files', sha256)), text)
    return sha256
  })
  table.setDraft(
    id,
    files.map((sha256) => ({ sha256, name: 'boat.txt' })),
  )
  return Object.assign(folder, { table, files, path: (sha256: string) => folder.file(join('files', sha256)) })
}

const backup = (folder: string, file: string, force = false) => {
  const { told, output } = captured()
  return { code: dataBackup(folder, { name: 'dataBackup', file, force }, output), ...told }
}

it('names each attached file that is missing or not what was attached, and counts what nothing refers to', () => {
  using folder = withFiles('otter', 'heron', 'eel')
  expect(check(folder.at)).toMatchObject({
    code: 0,
    value: { contents: { count: 3, missing: [], damaged: [], unreferenced: 0, unknown: [] } },
  })
  const [otter = '', heron = '', eel = ''] = folder.files
  rmSync(folder.path(otter))
  writeFileSync(folder.path(heron), 'heroN')
  const strange = 'a'.repeat(64)
  writeFileSync(folder.path(strange), 'of another database')
  folder.table.setDraft(id, [{ sha256: FileHash.parse(otter), name: 'boat.txt' }])
  const { code, value } = check(folder.at)
  expect(code).toBe(1)
  expect(value).toMatchObject({
    ok: false,
    contents: {
      count: 3,
      missing: [{ sha256: otter, name: 'boat 0.txt' }],
      damaged: [{ sha256: heron, name: 'boat 1.txt' }],
      unreferenced: 2,
      unknown: [strange],
    },
  })
  expect(existsSync(folder.path(eel)) && existsSync(folder.path(strange))).toBe(true)
  folder.leave()
})

it('a file that nothing refers to, and one of another database, are no faults', () => {
  using folder = withFiles('otter')
  folder.table.setDraft(id, [])
  writeFileSync(folder.path('b'.repeat(64)), 'of another database')
  expect(check(folder.at).code).toBe(0)
  folder.leave()
})

it('a backup carries the attached files, and a data folder that is put together from it is sound', () => {
  using folder = withFiles('otter', 'heron')
  const target = folder.file('copy.db')
  expect(backup(folder.at, target)).toMatchObject({ code: 0, value: { files: `${target}.files`, count: 2 } })
  folder.leave()
  using restored = temporaryFolder()
  writeFileSync(restored.file('parley.db'), readFileSync(target))
  mkdirSync(restored.file('files'))
  for (const name of readdirSync(`${target}.files`)) {
    if (process.platform !== 'win32') expect(statSync(join(`${target}.files`, name)).mode & 0o777).toBe(0o600)
    writeFileSync(restored.file(join('files', name)), readFileSync(join(`${target}.files`, name)))
  }
  expect(check(restored.file('.'))).toMatchObject({ code: 0, value: { contents: { count: 2, missing: [], damaged: [], unknown: [] } } })
})

it('a backup that replaces another has the files of now, whole, and leaves what is not its own', () => {
  using folder = withFiles('otter', 'heron')
  const [otter = '', heron = ''] = folder.files
  const target = folder.file('copy.db')
  backup(folder.at, target)
  const kept = (name: string) => join(`${target}.files`, name)
  writeFileSync(kept(otter), 'otteR')
  writeFileSync(kept('notes.txt'), 'mine')
  rmSync(folder.path(heron))
  folder.table.remove([FileHash.parse(heron)])
  expect(backup(folder.at, target, true)).toMatchObject({ code: 0, value: { count: 1 } })
  expect(readdirSync(`${target}.files`).toSorted()).toEqual([otter, 'notes.txt'].toSorted())
  expect(readFileSync(kept(otter), 'utf8')).toBe('otter')
  folder.leave()
})

it('writes into no folder that is there unless it is told to replace, and never into that of the data folder', () => {
  using folder = withFiles('otter')
  const target = folder.file('copy.db')
  mkdirSync(`${target}.files`)
  expect(() => backup(folder.at, target)).toThrow(expect.objectContaining({ code: 'CONFLICT', params: { file: `${target}.files` } }))
  expect(existsSync(target)).toBe(false)
  for (const own of ['files', 'files/copy.db', 'search.db'])
    expect(() => backup(folder.at, folder.file(own), true)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  folder.leave()
})

it('a backup without attached files is one file', () => {
  using folder = dataFolder()
  const target = folder.file('copy.db')
  expect(backup(folder.at, target).value).toEqual({ file: target, bytes: statSync(target).size })
  expect(existsSync(`${target}.files`)).toBe(false)
  folder.leave()
})
