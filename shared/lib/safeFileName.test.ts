import { expect, it } from 'vitest'
import { safeFileName } from './safeFileName'

it.each([
  ['everything.log', 'everything.log'],
  ['Ünïcode 名前.txt', 'Ünïcode 名前.txt'],
  ['../../x.desktop', 'x.desktop.txt'],
  ['..\\..\\Startup\\run.lnk', 'run.lnk.txt'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\System32\\evil.exe', 'evil.exe.txt'],
  ['report.pdf\u202Efdp.exe', 'report.pdf_fdp.exe.txt'],
  ['a\0b\nc.txt', 'a_b_c.txt'],
  ['.bashrc', 'bashrc'],
  ['name. . .', 'name'],
  ['NUL.txt', '_NUL.txt'],
  ['com1', '_com1'],
  ['..', '_'],
  ['', '_'],
  ['file:stream', 'file_stream'],
])('I10: saves what is called %j as %j', (name, safe) => {
  expect([safeFileName(name), safeFileName(safe)]).toEqual([safe, safe])
})

it.each(['pif', 'vbe', 'wsh', 'msc', 'cpl', 'scf', 'fileloc', 'terminal', 'library-ms', 'settingcontent-ms', 'AppImage'])(
  'I10: a file that ends with .%s starts nothing',
  (starter) => {
    expect(safeFileName(`photo.${starter}`)).toBe(`photo.${starter}.txt`)
  },
)

it('I10: cuts a name that no file system takes, and leaves no half of a character', () => {
  const name = safeFileName('x𠀀'.repeat(5_000))
  expect(name.length).toBe(120)
  expect(name.isWellFormed()).toBe(true)
})
