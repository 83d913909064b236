import type { Language } from '../shared/domain/settings'
import { readLanguageChoice, type LanguageChoice } from '../shared/messages/locale'

/** Pure: the language of a shell: the settings', unless `PARLEY_LANGUAGE` says another one. Only tests do, for the pseudo-language. */
export function languageChoice(setting: Language, env: Readonly<Record<string, string | undefined>>): LanguageChoice {
  return readLanguageChoice(env['PARLEY_LANGUAGE']) ?? setting
}
