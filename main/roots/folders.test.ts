import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browseFolder } from './browseFolder'
import { realFolderPath } from './realFolderPath'
import { toFileUri } from './toFileUri'

const places = { home: '/nobody/home', dataDir: '/nobody/data' }
let home = ''
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-folders-')))
  for (const name of ['b', 'a10', 'a9', '.hidden', 'with space #1']) mkdirSync(join(home, name))
  writeFileSync(join(home, 'file.txt'), '')
  symlinkSync(join(home, 'b'), join(home, 'link'))
  symlinkSync(join(home, 'gone'), join(home, 'broken'))
})
afterEach(() => rmSync(home, { recursive: true }))

describe('toFileUri', () => {
  it('writes paths and file addresses alike', () => {
    expect(toFileUri('/tmp/with space #1')).toBe('file:///tmp/with%20space%20%231')
    expect(toFileUri('file:///tmp/with%20space%20%231')).toBe('file:///tmp/with%20space%20%231')
  })

  it.each([
    ['file://attacker.test/share'],
    ['file:////attacker/share'],
    ['//attacker/share'],
    ['\\\\attacker\\share'],
    ['relative/path'],
    [''],
    ['/tmp/\0x'],
    ['file:///tmp/%00x'],
    ['file:///tmp/a%2fb'],
    ['https://example.org/'],
    ['~/x'],
  ])('A06: refuses %j', (folder) => {
    expect(() => toFileUri(folder)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })

  it('resolves what climbs out of a folder, so that it is seen where it leads', () => {
    expect(toFileUri('file:///proj/../../etc')).toBe('file:///etc')
    expect(toFileUri('file:///proj/%2e%2e/etc')).toBe('file:///etc')
  })
})

describe('a folder’s address', () => {
  const accepted = [
    ['linux', '/home/dana/a b', 'file:///home/dana/a%20b'],
    ['linux', 'file://localhost/home/dana', 'file:///home/dana'],
    ['linux', 'file:///proj/%2e%2e/etc', 'file:///etc'],
    ['linux', '/home/100%#?', 'file:///home/100%25%23%3F'],
    ['linux', '/home/dana.', 'file:///home/dana.'],
    ['darwin', '/Users/dana/Ünï', 'file:///Users/dana/%C3%9Cn%C3%AF'],
    ['win32', 'c:\\Users\\dana', 'file:///C:/Users/dana'],
    ['win32', 'C:/Users/dana', 'file:///C:/Users/dana'],
    ['win32', 'file:///c:/Users/dana', 'file:///C:/Users/dana'],
    ['win32', 'file:///C:/Users/../Users/a%20b', 'file:///C:/Users/a%20b'],
    ['win32', 'C:\\PROGRA~1', 'file:///C:/PROGRA%7E1'],
  ] as const
  it.each(accepted)('I06, RO-02: on %s %s is %s', (platform, folder, uri) => {
    expect(toFileUri(folder, platform)).toBe(uri)
  })

  const refused = [
    ['linux', 'file://attacker.test/share'],
    ['linux', 'file:////attacker/share'],
    ['linux', 'file:///a%2f..%2f..%2fetc'],
    ['linux', 'C:\\Users'],
    ['linux', '\\\\attacker\\share'],
    ['darwin', '//attacker/share'],
    ['darwin', 'smb://attacker/share'],
    ['win32', '\\\\attacker\\share'],
    ['win32', '\\\\?\\C:\\Users'],
    ['win32', '\\\\.\\C:\\Users'],
    ['win32', 'file://attacker.test/share'],
    ['win32', 'file:////attacker/share'],
    ['win32', 'file:///home/dana'],
    ['win32', 'file:///C:/a%5c..%5cb'],
    ['win32', '/Users/dana'],
    ['win32', 'C:Users'],
    ['win32', 'C:\\Users\\dana.'],
    ['win32', 'C:\\Users\\dana \\x'],
    ['win32', 'C:\\Users\\dana::$DATA'],
    ['win32', 'C:\\Users\\con'],
    ['win32', 'C:\\Users\\NUL.txt'],
  ] as const
  it.each(refused)('I06, RO-02: on %s %s is no folder of this computer', (platform, folder) => {
    expect(() => toFileUri(folder, platform)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })
})

describe('realFolderPath', () => {
  it('RO-03: gives the real path of a folder', async () => {
    expect(await realFolderPath(join(home, 'link'))).toBe(join(home, 'b'))
    expect(await realFolderPath(toFileUri(join(home, 'with space #1')))).toBe(join(home, 'with space #1'))
  })

  it.each([
    ['file.txt', 'INVALID_INPUT'],
    ['file.txt/x', 'INVALID_INPUT'],
    ['nowhere', 'NOT_FOUND'],
    ['broken', 'NOT_FOUND'],
  ])('says what is wrong with %s', async (name, code) => {
    await expect(realFolderPath(join(home, name))).rejects.toMatchObject({ code })
  })
})

describe('browseFolder', () => {
  it('shows folders and links to folders in the order of a reader, hidden ones last', async () => {
    expect(await browseFolder(home, places)).toEqual({
      path: home,
      parent: dirname(home),
      folders: ['a9', 'a10', 'b', 'link', 'with space #1', '.hidden'].map((name) => ({ name, path: join(home, name) })),
    })
  })

  it('has no parent at the top', async () => {
    expect(await browseFolder('/', places)).not.toHaveProperty('parent')
  })

  it('says what deserves a thought before a folder is chosen', async () => {
    expect(await browseFolder(home, { ...places, home })).toMatchObject({ risk: 'home' })
    expect(await browseFolder(join(home, 'link'), { ...places, dataDir: join(home, 'b', 'data') })).toMatchObject({ risk: 'parley' })
    expect(await browseFolder('/', places)).toMatchObject({ risk: 'everything' })
  })

  it('says what is wrong with a path', async () => {
    await expect(browseFolder(join(home, 'nowhere'), places)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(browseFolder(join(home, 'file.txt'), places)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(browseFolder('//attacker/share', places)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it.skipIf(process.getuid?.() === 0)('says when Parley may not look', async () => {
    chmodSync(join(home, 'b'), 0o000)
    await expect(browseFolder(join(home, 'b'), places)).rejects.toMatchObject({ code: 'DENIED' })
    chmodSync(join(home, 'b'), 0o700)
  })
})
