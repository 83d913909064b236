import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { readLanguageChoice, resolveLocale, type LanguageChoice, type Locale } from '../shared/i18n/locale'
import { dataDir } from './dataDir'
import { languageSetting } from './appearanceSetting'

type Environment = Readonly<Record<string, string | undefined>>

/** Pure: chooses the locale. `--lang` comes first, then the setting, then the POSIX variables for messages: LC_ALL, LC_MESSAGES, LANG. */
export function chooseLocale(from: { readonly option?: string; readonly setting?: LanguageChoice; readonly env: Environment }): Locale {
  const { LC_ALL, LC_MESSAGES, LANG } = from.env
  const language = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '')
  const option = readLanguageChoice(from.option)
  const choice = (option === 'pseudo' ? undefined : option) ?? from.setting ?? 'system'
  return resolveLocale(choice, language === undefined ? [] : [language])
}

/** Returns the locale of a command line that may be invalid, so that errors about the command line use it too. */
export function localeOf(args: readonly string[], env: Environment): Locale {
  const { values } = parseArgs({ args: [...args], strict: false, options: { lang: { type: 'string' }, 'data-dir': { type: 'string' } } })
  const option = typeof values.lang === 'string' ? values.lang : undefined
  const folder = typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined
  const setting = languageSetting(dataDir({ option: folder, env, platform: process.platform, home: homedir(), cwd: process.cwd() }))
  return chooseLocale({ ...(option !== undefined && { option }), ...(setting && { setting }), env })
}
