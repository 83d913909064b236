import { expect, it } from 'vitest'
import { dataDir } from './dataDir'

const bare = { option: undefined, env: {}, platform: 'linux', home: '/home/ada', cwd: '/work' } as const

it('is what --data-dir says, before all else, seen from the current folder', () => {
  expect(dataDir({ ...bare, option: 'here', env: { PARLEY_DATA_DIR: '/elsewhere' } })).toBe('/work/here')
})

it('is PARLEY_DATA_DIR where no option was given', () => {
  expect(dataDir({ ...bare, env: { PARLEY_DATA_DIR: '/elsewhere', XDG_CONFIG_HOME: '/xdg' } })).toBe('/elsewhere')
})

it('is the folder that Electron uses on each platform', () => {
  const folders = [
    dataDir(bare),
    dataDir({ ...bare, env: { XDG_CONFIG_HOME: '/xdg' } }),
    dataDir({ ...bare, env: { XDG_CONFIG_HOME: 'relative/is/ignored' } }),
    dataDir({ ...bare, platform: 'darwin', home: '/Users/ada' }),
    dataDir({ ...bare, platform: 'win32', home: 'C:\\Users\\ada', env: { APPDATA: 'D:\\Roaming' } }),
    dataDir({ ...bare, platform: 'win32', home: 'C:\\Users\\ada' }),
  ]
  expect(folders).toEqual([
    '/home/ada/.config/Parley',
    '/xdg/Parley',
    '/home/ada/.config/Parley',
    '/Users/ada/Library/Application Support/Parley',
    'D:\\Roaming\\Parley',
    'C:\\Users\\ada\\AppData\\Roaming\\Parley',
  ])
})
