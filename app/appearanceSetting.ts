import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import type { Appearance, Language } from '../shared/domain/settings'
import { readLanguageChoice, type LanguageChoice } from '../shared/i18n/locale'
import { parseSettings } from '../main/settings/parseSettings'
import { parseJson } from '../main/storage/parseJson'
import { readRegularFile } from '../main/storage/readRegularFile'

/**
 * Pure: returns the language of a shell: the settings' language, unless `PARLEY_LANGUAGE` names another one. Only tests set it, for the
 * pseudo-language.
 */
export function languageChoice(setting: Language, env: Readonly<Record<string, string | undefined>>): LanguageChoice {
  return readLanguageChoice(env['PARLEY_LANGUAGE']) ?? setting
}

/**
 * Reads theme and language from the settings of a data folder, for what is shown before a host exists. Returns undefined when the settings
 * are missing or unreadable. The host reports unreadable settings later.
 */
export function appearanceSetting(folder: string): Appearance | undefined {
  try {
    const read = parseJson(readRegularFile(join(folder, 'settings.json')).toString('utf8'))
    if (!read.ok || !read.tree) return undefined
    return parseSettings(getNodeValue(read.tree), read.tree).settings.appearance
  } catch {
    return undefined
  }
}

/** Returns the language of these settings, or undefined like `appearanceSetting`. */
export const languageSetting = (folder: string): Language | undefined => appearanceSetting(folder)?.language
