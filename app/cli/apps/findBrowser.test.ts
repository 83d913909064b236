import { expect, it } from 'vitest'
import { findBrowser } from './findBrowser'

const only =
  (...files: readonly string[]) =>
  (file: string): boolean =>
    files.includes(file)

// Catches: another browser is taken in place of the one that a person named, or one of the working folder because PATH has an empty part.
it('takes the browser that was named and no other, else the first of PATH, else where the system keeps applications', () => {
  const linux = { PATH: '/opt/bin::bin:/usr/bin' }
  const at = (env: Record<string, string>, platform: NodeJS.Platform, ...files: readonly string[]) =>
    findBrowser({ env, platform }, only(...files))
  expect(at({ ...linux, CHROMIUM_PATH: '/my/chrome' }, 'linux', '/my/chrome', '/usr/bin/chromium')).toBe('/my/chrome')
  expect(at(linux, 'linux', 'chromium', 'bin/chromium', '/chromium', '/usr/bin/chromium', '/opt/bin/google-chrome')).toBe(
    '/opt/bin/google-chrome',
  )
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  expect(at(linux, 'darwin', mac)).toBe(mac)
  const windows = 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'
  expect(at({ ProgramFiles: 'C:\\Program Files' }, 'win32', windows)).toBe(windows)
})

it.each([
  [{}, ['chromium']],
  [{ PATH: '/usr/bin', CHROMIUM_PATH: '/gone' }, ['/usr/bin/chromium']],
])('says where there is none: %j', (env, files) => {
  expect(() => findBrowser({ env, platform: 'linux' }, only(...files))).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND', reason: 'cli.noBrowser' }),
  )
})
