import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { ManualClock } from '../testing/manualClock'
import { JsonFile, type JsonFileOptions } from './jsonFile'
import { parseJson } from './parseJson'
import { secondProcess } from './testing/secondProcess'
import { temporaryFolder } from './testing/temporaryFolder'

const clock = systemClock

function openFile(options: Omit<JsonFileOptions, 'clock'>): JsonFile {
  return new JsonFile({ clock, ...options })
}

/** Resolves as soon as the file has told of a change after which `is` holds. */
function until(file: JsonFile, is: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = file.changes.subscribe(() => {
      if (!is()) return
      stop()
      resolve()
    })
  })
}

describe('JsonFile', () => {
  it('is nothing where there is no file, and writes the first one for the user only', () => {
    using folder = temporaryFolder()
    using file = openFile({ path: folder.file('inner/a.json') })
    expect([file.value, file.problem]).toEqual([undefined, undefined])
    file.edit([{ path: ['a', 'b'], value: 1 }])
    expect(file.value).toEqual({ a: { b: 1 } })
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({ a: { b: 1 } })
    expect([statSync(file.path).mode & 0o777, statSync(folder.file('inner')).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it.runIf(process.platform !== 'win32')('reads no pipe and no device in the place of the file, and says so', async () => {
    using folder = temporaryFolder()
    spawnSync('mkfifo', [folder.file('a.json')])
    // Without somebody who writes, a reader would wait for ever.
    const writer = spawn('sh', ['-c', 'echo "{}" > "$0"', folder.file('a.json')], { stdio: 'ignore' })
    const ended = once(writer, 'exit')
    using file = openFile({ path: folder.file('a.json') })
    symlinkSync('/dev/zero', folder.file('b.json'))
    using device = openFile({ path: folder.file('b.json') })
    const reasons = [file, device].map(({ problem }) => JSON.stringify(problem?.params?.['why']))
    expect(reasons).toEqual([expect.stringContaining('storage.noOrdinaryFile'), expect.stringContaining('storage.noOrdinaryFile')])
    writer.kill()
    await ended
  })

  it('keeps unknown names and comments when it edits', () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('a.json'), '{\n  // mine\n  "unknown": [1,], "theme": "light" // now\n}\n')
    using file = openFile({ path: folder.file('a.json') })
    file.edit([{ path: ['theme'], value: 'dark' }])
    expect(readFileSync(file.path, 'utf8')).toBe('{\n  // mine\n  "unknown": [1,], "theme": "dark" // now\n}\n')
  })

  it('leaves a broken file as it is, says the line, refuses edits, and reads it again once it is mended by hand', async () => {
    using folder = temporaryFolder()
    const broken = '{\n  "a": 1,\n  "b": \n}\n'
    writeFileSync(folder.file('a.json'), broken)
    using file = openFile({ path: folder.file('a.json') })
    expect(file.problem).toMatchObject({
      reason: 'storage.badFile',
      params: { file: 'a.json', line: '4', column: '1', why: { id: 'errors.storage.json.valueExpected' } },
    })
    expect(() => file.edit([{ path: ['a'], value: 2 }])).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }))
    expect(readFileSync(file.path, 'utf8')).toBe(broken)
    const mended = until(file, () => file.problem === undefined)
    writeFileSync(file.path, '{ "a": 1, "b": 2 }')
    await mended
    expect(file.value).toEqual({ a: 1, b: 2 })
    file.edit([{ path: ['a'], value: 2 }])
    expect(file.value).toEqual({ a: 2, b: 2 })
  })

  it('keeps its last good value while the file is broken in front of it', async () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('a.json'), '{ "a": 1 }')
    using file = openFile({ path: folder.file('a.json') })
    const broke = until(file, () => file.problem !== undefined)
    writeFileSync(file.path, '{ "a": 1')
    await broke
    expect(file.value).toEqual({ a: 1 })
    expect(() => file.edit([{ path: ['a'], value: 2 }])).toThrow('storage.badFile')
    expect(readFileSync(file.path, 'utf8')).toBe('{ "a": 1')
  })

  it('does not tell of its own writes twice, and adds its edits to what another program wrote a moment before', async () => {
    using folder = temporaryFolder()
    using file = openFile({ path: folder.file('a.json') })
    let changes = 0
    file.changes.subscribe(() => changes++)
    file.edit([{ path: ['mine'], value: 1 }])
    writeFileSync(file.path, '{ "mine": 1, "theirs": 2 }')
    file.edit([{ path: ['mine'], value: 3 }])
    expect([file.value, changes]).toEqual([{ mine: 3, theirs: 2 }, 2])
    const told = until(file, () => true)
    writeFileSync(file.path, '{ "end": true }')
    await told
    expect([file.value, changes]).toEqual([{ end: true }, 3])
  })

  it('sees a file that was replaced, and one that was removed', { tags: ['slow'] }, async () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('a.json'), '{ "a": 1 }')
    using file = openFile({ path: folder.file('a.json') })
    const removed = until(file, () => file.value === undefined)
    rmSync(file.path)
    await removed
    const back = until(file, () => file.value !== undefined)
    writeFileSync(file.path, '{ "a": 2 }')
    await back
    expect(file.value).toEqual({ a: 2 })
  })

  it('says so when the file is no text, is too deep, or is not what the owner needs', () => {
    using folder = temporaryFolder()
    const problemOf = (content: string | Buffer): unknown => {
      writeFileSync(folder.file('a.json'), content)
      using file = openFile({
        path: folder.file('a.json'),
        check: (tree) => (tree && tree.type !== 'object' ? { message: { id: 'json.issue.otherKind' }, offset: tree.offset } : undefined),
      })
      return file.problem?.params?.['why']
    }
    expect([
      problemOf(Buffer.from([0xff, 0xfe, 0x7b, 0x00])),
      problemOf('\n[]'),
      problemOf('['.repeat(500_000)),
      problemOf('\uFEFF{}'),
    ]).toEqual([{ id: 'errors.storage.notUtf8' }, { id: 'json.issue.otherKind' }, { id: 'errors.storage.json.tooDeep' }, undefined])
  })

  it('writes through a link instead of replacing it', () => {
    using folder = temporaryFolder()
    mkdirSync(folder.file('dotfiles'))
    writeFileSync(folder.file('dotfiles/real.json'), '{}')
    symlinkSync(folder.file('dotfiles/real.json'), folder.file('a.json'))
    using file = openFile({ path: folder.file('a.json') })
    file.edit([{ path: ['a'], value: 1 }])
    expect(JSON.parse(readFileSync(folder.file('dotfiles/real.json'), 'utf8'))).toEqual({ a: 1 })
  })

  it('takes a link that leads nowhere for a file that cannot be read, not for an empty one', () => {
    using folder = temporaryFolder()
    symlinkSync(folder.file('away/real.json'), folder.file('a.json'))
    using file = openFile({ path: folder.file('a.json') })
    expect(file.problem).toMatchObject({ code: 'FILE_UNREADABLE', params: { why: { id: 'errors.storage.deadLink' } } })
    expect(() => file.edit([{ path: ['a'], value: 1 }])).toThrow('storage.unreadableFile')
    expect(lstatSync(folder.file('a.json')).isSymbolicLink()).toBe(true)
  })

  it('notices when the target of such a link is there, as on a disk that is mounted late, and what is written there from then on', async () => {
    using folder = temporaryFolder()
    const time = new ManualClock()
    const path = folder.file('a.json')
    const target = folder.file('away/real.json')
    symlinkSync(target, path)
    const open = () => new JsonFile({ path, clock: { ...systemClock, after: (ms, run) => time.after(ms, run) } })
    using file = open()
    const closed = open()
    await time.pass(20_000)
    closed[Symbol.dispose]()
    expect([file.problem?.code, closed.problem?.code]).toEqual(['FILE_UNREADABLE', 'FILE_UNREADABLE'])
    mkdirSync(folder.file('away'))
    writeFileSync(target, '{ "a": 1 }')
    await time.pass(5_000)
    expect([file.value, file.problem, closed.problem?.code]).toEqual([{ a: 1 }, undefined, 'FILE_UNREADABLE'])
    const told = until(file, () => file.text.includes('2'))
    writeFileSync(target, '{ "a": 2 }')
    await told
  })

  it('changes nothing when the new text cannot be written', () => {
    using folder = temporaryFolder()
    mkdirSync(folder.file('a.json'))
    using file = openFile({ path: folder.file('a.json') })
    expect(() => file.edit([{ path: ['a'], value: 1 }])).toThrow('storage.unreadableFile')
    expect(readdirSync(folder.path)).toEqual(['a.json'])
  })

  it(
    'leaves a whole file when its process is killed at any instant, and clears away what the dead one left',
    { tags: ['slow'] },
    async () => {
      using folder = temporaryFolder()
      const path = folder.file('a.json')
      writeFileSync(path, '{}')
      for (const delay of [0, 3, 11, 29]) {
        using child = secondProcess(new URL('./testing/endlessWriter.ts', import.meta.url), [path])
        await once(child.stdout ?? child, 'data')
        await clock.sleep(delay, new AbortController().signal)
        child.kill('SIGKILL')
        await once(child, 'exit')
        expect(parseJson(readFileSync(path, 'utf8')).ok).toBe(true)
      }
      const longAgo = new Date(clock.now() - 120_000)
      writeFileSync(`${path}.dead.tmp`, 'half')
      for (const name of readdirSync(folder.path)) if (name.endsWith('.tmp')) utimesSync(folder.file(name), longAgo, longAgo)
      using _file = openFile({ path })
      expect(readdirSync(folder.path)).toEqual(['a.json'])
    },
  )
})
