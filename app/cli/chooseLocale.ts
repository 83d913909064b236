import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { readLanguageChoice, resolveLocale, type LanguageChoice, type Locale } from '../../shared/messages/locale'
import { dataDir } from '../dataDir'
import { languageSetting } from '../language'

type Environment = Readonly<Record<string, string | undefined>>

/** Pure: `--lang` counts first, then the setting, then what POSIX says of messages: LC_ALL, LC_MESSAGES, LANG. */
export function chooseLocale(from: { readonly option?: string; readonly setting?: LanguageChoice; readonly env: Environment }): Locale {
  const { LC_ALL, LC_MESSAGES, LANG } = from.env
  const language = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '')
  const choice = readLanguageChoice(from.option) ?? from.setting ?? 'system'
  return resolveLocale(choice, language === undefined ? [] : [language])
}

/** The locale of a command line, known before anything can go wrong: also what is wrong with the words themselves is told in it. */
export function localeOf(args: readonly string[], env: Environment): Locale {
  const { values } = parseArgs({ args: [...args], strict: false, options: { lang: { type: 'string' }, 'data-dir': { type: 'string' } } })
  const option = typeof values.lang === 'string' ? values.lang : undefined
  const folder = typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined
  const setting = languageSetting(dataDir({ option: folder, env, platform: process.platform, home: homedir(), cwd: process.cwd() }))
  return chooseLocale({ ...(option !== undefined && { option }), ...(setting && { setting }), env })
}
