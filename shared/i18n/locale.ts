/**
 * The languages of Parley. `pseudo` is English made longer and laid out from right to left, so that tests find hard-coded text and layout.
 */
export const locales = ['en', 'de', 'pseudo'] as const
export type Locale = (typeof locales)[number]
export type Direction = 'ltr' | 'rtl'

/** The language that the settings or the environment choose. */
export type LanguageChoice = 'system' | Locale

/** The values of a locale for `<html>` and `Intl`. English dates are British: the month is a word or comes second. */
export const localeFacts: { readonly [L in Locale]: { readonly lang: string; readonly intl: string; readonly direction: Direction } } = {
  en: { lang: 'en', intl: 'en-GB', direction: 'ltr' },
  de: { lang: 'de', intl: 'de-DE', direction: 'ltr' },
  pseudo: { lang: 'en', intl: 'en-GB', direction: 'rtl' },
}

/** Pure: reads a text as a language choice. Undefined for any other text. */
export function readLanguageChoice(text: string | undefined): LanguageChoice | undefined {
  return text === 'system' ? text : locales.find((locale) => locale === text)
}

/**
 * Pure: returns the locale for a choice. @param languages the system's languages, best first, as BCP 47 or POSIX names (`de-AT`,
 * `de_AT.UTF-8`).
 */
export function resolveLocale(choice: LanguageChoice, languages: readonly string[]): Locale {
  if (choice !== 'system') return choice
  for (const language of languages) {
    const primary = /^[a-z]+/i.exec(language)?.[0].toLowerCase()
    if (primary === 'en' || primary === 'de') return primary
  }
  return 'en'
}
