import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../main/storage/testing/temporaryFolder'
import { chooseLocale, localeOf } from './chooseLocale'

it('takes the option before the setting, and the setting before the environment', () => {
  const env = { LANG: 'de_DE.UTF-8' }
  expect([
    chooseLocale({ option: 'en', setting: 'de', env }),
    chooseLocale({ setting: 'en', env }),
    chooseLocale({ setting: 'system', env }),
    chooseLocale({ option: 'system', setting: 'en', env }),
    chooseLocale({ env }),
  ]).toEqual(['en', 'en', 'de', 'de', 'de'])
})

it('reads the environment as POSIX does: LC_ALL over LC_MESSAGES over LANG, an empty one as none', () => {
  expect([
    chooseLocale({ env: { LC_ALL: 'de_AT', LC_MESSAGES: 'en_GB', LANG: 'en_GB' } }),
    chooseLocale({ env: { LC_ALL: '', LC_MESSAGES: 'de', LANG: 'en_GB' } }),
    chooseLocale({ env: { LC_ALL: 'C', LANG: 'de_DE' } }),
    chooseLocale({ env: { LANG: 'fr_FR' } }),
    chooseLocale({ env: {} }),
  ]).toEqual(['de', 'de', 'en', 'en', 'en'])
})

it('finds the setting of the data folder, and does without one that cannot be read', () => {
  using folder = temporaryFolder()
  const settings = folder.file('settings.json')
  const args = ['list', '--data-dir', settings.replace(/settings\.json$/, '')]
  const env = { LANG: 'en_US' }
  const without = localeOf(args, env)
  writeFileSync(settings, '{ "appearance": { "language": "de" } } // chosen')
  const chosen = localeOf(args, env)
  writeFileSync(settings, '{ "appearance"')
  expect([without, chosen, localeOf(args, env), localeOf([...args, '--lang=de', '--no-such'], env)]).toEqual(['en', 'de', 'en', 'de'])
})
