import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { checkFolders, folderRisk } from './checkFolders'

const places = { home: '/home/dana', dataDir: '/home/dana/.config/Parley' }
const onWindows = { home: 'C:\\Users\\Dana', dataDir: 'C:\\Users\\Dana\\AppData\\Roaming\\Parley' }

it.each([
  ['/', 'everything'],
  ['/home/dana', 'home'],
  ['/home', 'home'],
  ['/home/dana/.ssh', 'keys'],
  ['/home/dana/.ssh/keys', 'keys'],
  ['/home/dana/.aws', 'keys'],
  ['/home/dana/.gnupg', 'keys'],
  ['/home/dana/.local/share', 'keys'],
  ['/home/dana/.config/Parley/files', 'parley'],
  ['/home/dana/.config', 'parley'],
  ['/home/dana/notes', undefined],
  ['/home/dana/.sshx', undefined],
  ['/srv', undefined],
])('P14: sharing %s is remarked as %s', (path, risk) => {
  expect(folderRisk(path, places, 'linux')).toBe(risk)
})

it('P14: knows drives, and names in another case, where the system does', () => {
  const found = ['D:\\', 'c:\\users\\dana', 'C:\\Users\\Dana\\.SSH', 'D:\\x'].map((path) => folderRisk(path, onWindows, 'win32'))
  expect(found).toEqual(['everything', 'home', 'keys', undefined])
  expect(folderRisk('/Users/dana/.SSH', { home: '/Users/dana', dataDir: '/x' }, 'darwin')).toBe('keys')
})

it('P14: a link is judged by where it leads, and a folder that was deleted is said to be gone', async () => {
  using folder = temporaryFolder()
  const [home, dataDir, gone, link] = ['home', 'data', 'gone', 'link'].map((name) => join(folder.path, name))
  if (!home || !dataDir || !gone || !link) throw new Error('There are four')
  for (const each of [join(home, '.ssh'), dataDir, gone]) mkdirSync(each, { recursive: true })
  symlinkSync(join(home, '.ssh'), link)
  rmSync(gone, { recursive: true })
  expect(await checkFolders([link, gone, dataDir], { home, dataDir })).toEqual([
    { folder: link, found: true, risk: 'keys' },
    { folder: gone, found: false },
    { folder: dataDir, found: true, risk: 'parley' },
  ])
})
