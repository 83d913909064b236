import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import type { Language } from '../shared/domain/settings'
import { readLanguageChoice, type LanguageChoice } from '../shared/messages/locale'
import { parseSettings } from '../main/settings/parseSettings'
import { readJson } from '../main/storage/readJson'

/** Pure: the language of a shell: the settings', unless `PARLEY_LANGUAGE` says another one. Only tests do, for the pseudo-language. */
export function languageChoice(setting: Language, env: Readonly<Record<string, string | undefined>>): LanguageChoice {
  return readLanguageChoice(env['PARLEY_LANGUAGE']) ?? setting
}

/**
 * The language in the settings of a data folder, for what is said before there is a host. Undefined where there are no settings, or none
 * that can be read: the host says so later.
 */
export function languageSetting(folder: string): Language | undefined {
  try {
    const read = readJson(readFileSync(join(folder, 'settings.json'), 'utf8'))
    if (!read.ok || !read.tree) return undefined
    return parseSettings(getNodeValue(read.tree), read.tree).settings.appearance.language
  } catch {
    return undefined
  }
}
